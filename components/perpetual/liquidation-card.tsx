'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatAmount, formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Liquidation } from '@/lib/dto/perpetual';
import { compareDecimals } from '@/lib/rules/decimal';
import { usePriceText } from './use-price-text';

/** The record of one liquidation: the mark price that was due with its print, where the contracts went, and what came back. */
export function LiquidationCard({ liquidation }: { liquidation: Liquidation }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const [base = '', quote = ''] = liquidation.symbol.split('-');
  const price = usePriceText(liquidation.symbol);
  const coins = (value: string) => `${formatExact(value, locale)}\u00a0${base}`;
  const parts = [
    ['byBook', liquidation.quantityByBook],
    ['byFund', liquidation.quantityByFund],
    ['byOthers', liquidation.quantityByOthers],
  ] as const;
  return (
    <Card>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3 pb-3">
        <b>
          {t(liquidation.side)} {base}/{quote}
        </b>
        <span className="text-ink-2 text-small">
          <LocalTime iso={liquidation.at} locale={locale} />
        </span>
      </p>
      <Receipt>
        <ReceiptRow label={t('markAt', { print: liquidation.print })} value={price(liquidation.markPrice)} />
        <ReceiptRow label={t('liquidation')} value={price(liquidation.liquidationPrice)} />
        <ReceiptRow label={t('bankruptcy')} value={price(liquidation.bankruptcyPrice)} />
        <ReceiptRow label={t('closedSize')} value={coins(liquidation.quantity)} />
        {parts
          .filter(([, quantity]) => compareDecimals(quantity, '0') > 0)
          .map(([key, quantity]) => (
            <ReceiptRow key={key} label={t(key)} value={coins(quantity)} />
          ))}
        {liquidation.averagePrice === null ? null : <ReceiptRow label={t('exit')} value={price(liquidation.averagePrice)} />}
        <ReceiptRow label={t('leftOpen')} value={coins(liquidation.quantityLeft)} />
        <ReceiptRow label={t('fee')} value={`${formatAmount(liquidation.fee, { locale, decimalsMax: 4 })}\u00a0${quote}`} />
        <ReceiptRow label={t('marginLost')} value={`${formatAmount(liquidation.lost, { locale, decimalsMax: 4 })}\u00a0${quote}`} />
        <ReceiptRow
          isSum
          label={t('marginReturned')}
          value={`${formatAmount(liquidation.returned, { locale, decimalsMax: 4 })}\u00a0${quote}`}
        />
      </Receipt>
    </Card>
  );
}
