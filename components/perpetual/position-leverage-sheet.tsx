'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { formatAmount } from '@/components/money/format';
import { Notice } from '@/components/ui/notice';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import { subtractDecimals } from '@/lib/rules/decimal';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';
import { findLeverageProblem } from './find-problem';
import { HIGH_LEVERAGE, LeverageChoice } from './leverage-choice';
import { MarginReceipt } from './margin-receipt';
import { previewLeverage } from './perpetual.math';
import { FormFooter } from '@/components/layout/form-footer';
import { useWrite } from '@/lib/query/use-write';
import { usePositionResult } from './use-position-result';
import { useLiveMark } from './use-perpetual';

type Props = { position: Position; terms: PerpetualMarketTerms; isOpen: boolean; onClose: () => void };

/** Gives an open position another leverage, with margin, liquidation price and available balance before and after. */
export function PositionLeverageSheet(props: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  return (
    <Sheet closeLabel={spot('close')} isOpen={props.isOpen} onClose={props.onClose} title={t('positionLeverageTitle')}>
      <LeverageForm {...props} />
    </Sheet>
  );
}

function LeverageForm({ position, terms, onClose }: Props) {
  const t = useTranslations('Perpetual');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const errors = useTranslations('Errors');
  const showResult = usePositionResult(terms);
  const set = useWrite(perpetualApi.positionLeverage, {
    of: position.id,
    onDone: ({ position: after }, { body }, isLate) => {
      if (!isLate) onClose();
      showResult({ title: t('positionLeverageSet', { leverage: body.leverage }), position, after });
    },
  });
  const mark = useLiveMark(position.symbol);
  const available = useRead(perpetualApi.perpetualOpen, { symbol: position.symbol }).data?.available ?? null;
  const [leverage, setLeverage] = useState(position.leverage);
  const isSame = leverage === position.leverage;
  const after = mark === undefined || isSame ? null : previewLeverage(position, leverage, mark);
  const problem = after === null || mark === undefined ? null : findLeverageProblem({ position, terms, leverage, mark, available, after });
  const money = (value: string) => formatAmount(value, { locale });
  const label = t('leverageUse', { leverage });
  const send = () => set.send({ positionId: position.id, leverage }, label);
  return (
    <div className="grid gap-3">
      <p className="text-ink-2 text-small">{t('positionLeverageText')}</p>
      <LeverageChoice isBusy={set.isLocked} kept={position.leverage} onChange={setLeverage} terms={terms} value={leverage} />
      <MarginReceipt
        available={available}
        availableAfter={after === null || available === null || problem !== null ? null : subtractDecimals(available, after.move)}
        leverage={leverage}
        marginAfter={after?.margin ?? null}
        position={position}
        terms={terms}
      />
      {problem === null || after === null ? null : (
        <Notice isAlert tone="danger">
          {problem === 'INSUFFICIENT_BALANCE'
            ? t('positionLeverageNeeds', { amount: `${money(after.move)} ${terms.quote}` })
            : errors(problem)}
        </Notice>
      )}
      {leverage > HIGH_LEVERAGE ? <Notice tone="warn">{t('leverageHigh')}</Notice> : null}
      <FormFooter
        label={label}
        onSend={send}
        why={isSame ? why('same') : problem !== null ? why('marked') : after === null ? why('loading') : null}
        write={set}
      />
    </div>
  );
}
