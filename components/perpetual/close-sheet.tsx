'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { AmountInput } from '@/components/money/amount-input';
import { decimalsOf, formatAmount, formatExact, formatPercent } from '@/components/money/format';
import { finishAmount } from '@/components/money/parse-amount';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { Chips } from '@/components/ui/segmented-control';
import { Sheet } from '@/components/ui/sheet';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import { compareDecimals, roundToStep, subtractDecimals } from '@/lib/rules/decimal';
import * as perpetualApi from '@/lib/api/perpetual';
import { BeforeAfter } from '@/components/money/before-after';
import { walkLevels } from './order-size';
import { fromUnits, previewFills, toUnits } from './perpetual.math';
import { FormFooter } from '@/components/layout/form-footer';
import { useWrite } from '@/lib/query/use-write';
import { usePerpetualResult } from './use-order-result';
import { usePerpetualBook } from './use-perpetual';

const SHARES = ['25', '50', '75', '100'] as const;

type Props = {
  position: Position;
  terms: PerpetualMarketTerms;
  isOpen: boolean;
  onClose: () => void;
};

/** Closes a position at the market, wholly or in part, with what it brings. */
export function CloseSheet(props: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  return (
    <Sheet closeLabel={spot('close')} isOpen={props.isOpen} onClose={props.onClose} title={t('closePosition')}>
      <CloseForm {...props} />
    </Sheet>
  );
}

function CloseForm({ position, terms, onClose }: Props) {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const why = useTranslations('Write.why');
  const locale = useLocale();
  const showResult = usePerpetualResult();
  const close = useWrite(perpetualApi.closePosition, {
    of: position.id,
    onDone: ({ order }, _sent, isLate) => {
      // What is open meanwhile is another sheet.
      if (!isLate) onClose();
      showResult(order);
    },
  });
  const book = usePerpetualBook(position.symbol);
  const [typed, setTyped] = useState(position.quantity);
  const quantity = finishAmount(typed);
  const isRight = quantity !== null && compareDecimals(quantity, '0') > 0 && compareDecimals(quantity, position.quantity) <= 0;
  const side = position.side === 'long' ? 'short' : 'long';
  const parts = isRight ? walkLevels((side === 'short' ? book?.bids : book?.asks) ?? [], quantity) : [];
  const preview =
    parts.length === 0
      ? null
      : previewFills({ terms, position, side, parts, leverage: position.leverage, liquidity: 'taker', markPrice: '0' });
  const shareOf = (percent: string) =>
    percent === '100'
      ? position.quantity
      : roundToStep(fromUnits((toUnits(position.quantity) * BigInt(percent)) / 100n), terms.stepSize, 'down');
  const money = (value: string, sign: 'auto' | 'always' = 'auto') => `≈ ${formatAmount(value, { locale, sign })}\u00a0${terms.quote}`;
  const label = isRight ? t('closeAction', { quantity: formatExact(quantity, locale), coin: terms.base }) : t('closePosition');
  const send = () => {
    if (!isRight) return;
    const isWhole = compareDecimals(quantity, position.quantity) === 0;
    close.send({ positionId: position.id, ...(isWhole ? {} : { quantity }) }, label);
  };
  return (
    <div className="grid grid-cols-1 gap-3">
      <AmountInput
        decimals={decimalsOf(terms.stepSize)}
        disabled={close.isLocked}
        error={quantity === null || isRight ? null : t('closeTooMuch')}
        label={t('closeAmount', { coin: terms.base, quantity: formatExact(position.quantity, locale) })}
        locale={locale}
        onChange={setTyped}
        value={typed}
      />
      <Chips
        label={spot('share')}
        onChange={(percent) => setTyped(shareOf(percent))}
        options={SHARES.map((value) => ({
          value,
          label: formatPercent(String(Number(value) / 100), { locale, decimals: 0 }),
          disabled: close.isLocked,
        }))}
        value={SHARES.find((percent) => shareOf(percent) === quantity) ?? ('' as (typeof SHARES)[number])}
      />
      <div aria-live="polite">
        <Receipt>
          <ReceiptRow
            label={t('size')}
            value={
              <BeforeAfter
                after={isRight ? formatExact(subtractDecimals(position.quantity, quantity), locale) : null}
                before={formatExact(position.quantity, locale)}
                unit={terms.base}
              />
            }
          />
          <ReceiptRow label={t('realized')} value={preview === null ? '–' : money(preview.realizedPnl, 'always')} />
          <ReceiptRow label={t('marginBack')} value={preview === null ? '–' : money(preview.marginBack)} />
          <ReceiptRow
            label={t('fee')}
            value={preview === null ? '–' : `≈ ${formatAmount(preview.fee, { locale, decimalsMax: 4 })}\u00a0${terms.quote}`}
          />
          <ReceiptRow isSum label={spot('youGet')} value={preview === null ? '–' : money(preview.availableChange)} />
        </Receipt>
      </div>
      <FormFooter
        label={label}
        onSend={send}
        variant={side === 'long' ? 'buy' : 'sell'}
        why={isRight ? null : why(quantity === null ? 'amount' : 'marked')}
        write={close}
      />
    </div>
  );
}
