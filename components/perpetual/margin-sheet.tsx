'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AmountInput } from '@/components/money/amount-input';
import { formatAmount } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { SegmentedControl } from '@/components/ui/segmented-control';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import { addDecimals, compareDecimals, subtractDecimals } from '@/lib/rules/decimal';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';
import { MarginReceipt } from './margin-receipt';
import { figurePosition } from './perpetual.math';
import { FormFooter } from '@/components/layout/form-footer';
import { useWrite } from '@/lib/query/use-write';
import { writeFact } from '@/lib/rules/punctuation';
import { usePositionResult } from './use-position-result';
import { useLiveMark } from './use-perpetual';

/** Margin moves in cents. */
const DECIMALS = 2;

type Props = { position: Position; terms: PerpetualMarketTerms; isOpen: boolean; onClose: () => void };

/** Adds margin to a position or takes some out, with the liquidation price before and after. */
export function MarginSheet(props: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  return (
    <Sheet closeLabel={spot('close')} isOpen={props.isOpen} onClose={props.onClose} title={t('marginTitle')}>
      <MarginForm {...props} />
    </Sheet>
  );
}

function MarginForm({ position, terms, onClose }: Props) {
  const t = useTranslations('Perpetual');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const showResult = usePositionResult(terms);
  const move = useWrite(perpetualApi.positionMargin, {
    of: position.id,
    onDone: ({ position: after }, { body }, isLate) => {
      if (!isLate) onClose();
      const title = t(body.change === 'add' ? 'marginAdded' : 'marginRemoved', { amount: `${money(body.amount)} ${terms.quote}` });
      showResult({ title, position, after });
    },
  });
  const mark = useLiveMark(position.symbol);
  const available = useRead(perpetualApi.perpetualOpen, { symbol: position.symbol }).data?.available ?? null;
  const [change, setChange] = useState<'add' | 'remove'>('add');
  const [typed, setTyped] = useState('');
  const removable = mark === undefined ? null : figurePosition(position, mark, terms).removable;
  const limit = change === 'add' ? available : removable;
  const amount = finishAmount(typed);
  const isTyped = amount !== null && compareDecimals(amount, '0') > 0;
  const isRight = isTyped && limit !== null && compareDecimals(amount, limit) <= 0;
  const step = change === 'add' ? addDecimals : subtractDecimals;
  const back = change === 'add' ? subtractDecimals : addDecimals;
  const money = (value: string) => formatAmount(value, { locale });
  const label = t(change === 'add' ? 'marginAdd' : 'marginRemove');
  const send = () => {
    if (!isRight) return;
    move.send({ positionId: position.id, change, amount }, writeFact(label, `${money(amount)} ${terms.quote}`, locale));
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <SegmentedControl
        label={t('marginTitle')}
        onChange={(next) => {
          setChange(next);
          setTyped('');
          move.reset();
        }}
        options={[
          { value: 'add', label: t('marginAdd'), disabled: move.isLocked },
          { value: 'remove', label: t('marginRemove'), disabled: move.isLocked },
        ]}
        value={change}
      />
      <AmountInput
        decimals={DECIMALS}
        disabled={move.isLocked}
        error={!isTyped || limit === null || isRight ? null : t('marginTooMuch')}
        hint={
          limit === null ? undefined : t(change === 'add' ? 'marginAvailable' : 'marginFree', { amount: `${money(limit)} ${terms.quote}` })
        }
        label={t('marginAmount', { coin: terms.quote })}
        locale={locale}
        onChange={setTyped}
        value={typed}
      />
      <MarginReceipt
        available={available}
        availableAfter={isRight && available !== null ? back(available, amount) : null}
        marginAfter={isRight ? step(position.margin, amount) : null}
        position={position}
        terms={terms}
      />
      <FormFooter
        label={label}
        onSend={send}
        why={isRight ? null : why(!isTyped ? 'amount' : limit === null ? 'loading' : 'marked')}
        write={move}
      />
    </div>
  );
}
