'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import * as perpetualApi from '@/lib/api/perpetual';
import { findTriggerProblem } from './find-problem';
import { figurePosition } from './perpetual.math';
import { FormFooter } from '@/components/layout/form-footer';
import { TriggerFields } from './trigger-fields';
import { useWrite } from '@/lib/query/use-write';
import { usePositionResult } from './use-position-result';
import { useLiveMark } from './use-perpetual';

type Props = { position: Position; terms: PerpetualMarketTerms; isOpen: boolean; onClose: () => void };

/** Sets take-profit and stop-loss of a position, with what each would make at its price. */
export function TriggerSheet(props: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  return (
    <Sheet closeLabel={spot('close')} isOpen={props.isOpen} onClose={props.onClose} title={t('takeProfitStopLoss')}>
      <TriggerForm {...props} />
    </Sheet>
  );
}

function TriggerForm({ position, terms, onClose }: Props) {
  const t = useTranslations('Perpetual');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const showResult = usePositionResult(terms);
  const set = useWrite(perpetualApi.positionTriggers, {
    of: position.id,
    onDone: ({ position: after }, _sent, isLate) => {
      if (!isLate) onClose();
      showResult({ title: t('triggersSaved'), position, after });
    },
  });
  const mark = useLiveMark(position.symbol);
  const [takeProfit, setTakeProfit] = useState(position.takeProfit ?? '');
  const [stopLoss, setStopLoss] = useState(position.stopLoss ?? '');
  const wanted = { takeProfit: finishAmount(takeProfit), stopLoss: finishAmount(stopLoss) };
  const problem =
    mark === undefined ? null : findTriggerProblem({ ...wanted, side: position.side, reference: mark.markPrice, tickSize: terms.tickSize });
  const isSame = wanted.takeProfit === position.takeProfit && wanted.stopLoss === position.stopLoss;
  const makes = (price: string | null) =>
    price === null
      ? '–'
      : `≈ ${formatAmount(figurePosition(position, { markPrice: price }, null).pnl, { locale, sign: 'always' })}\u00a0${terms.quote}`;
  const send = () => set.send({ positionId: position.id, ...wanted }, t('triggersSave'));
  return (
    <div className="grid grid-cols-1 gap-3">
      <p className="text-ink-2 text-small">{t('triggersText')}</p>
      {mark === undefined ? null : (
        <Receipt>
          <ReceiptRow isSum label={t('mark')} value={formatPrice(mark.markPrice, { locale, decimals: decimalsOf(terms.tickSize) })} />
        </Receipt>
      )}
      <TriggerFields
        isBusy={set.isLocked}
        problem={problem}
        setStopLoss={setStopLoss}
        setTakeProfit={setTakeProfit}
        stopLoss={stopLoss}
        takeProfit={takeProfit}
        terms={terms}
      />
      <Receipt>
        <ReceiptRow label={t('takeProfit')} value={makes(wanted.takeProfit)} />
        <ReceiptRow label={t('stopLoss')} value={makes(wanted.stopLoss)} />
      </Receipt>
      <FormFooter
        label={t('triggersSave')}
        onSend={send}
        why={problem !== null ? why('marked') : isSame ? why('same') : null}
        write={set}
      />
    </div>
  );
}
