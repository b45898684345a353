'use client';
import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatAmount, formatExact } from '@/components/money/format';
import { LocalTime } from '@/components/money/local-time';
import { Card } from '@/components/ui/card';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { ClosedPosition } from '@/lib/dto/perpetual';
import { addDecimals, subtractDecimals } from '@/lib/rules/decimal';
import { usePriceText } from './use-price-text';

/** A closed position: prices, what it realised, what fees and funding took, and the result. */
export function ClosedCard({ position }: { position: ClosedPosition }) {
  const t = useTranslations('Perpetual');
  const locale = useLocale();
  const price = usePriceText(position.symbol);
  const [base = '', quote = ''] = position.symbol.split('-');
  const result = addDecimals(subtractDecimals(position.realizedPnl, position.fee), position.funding);
  const tone = directionOf(result) > 0 ? 'text-up' : directionOf(result) < 0 ? 'text-down' : '';
  const money = (value: string, sign: 'auto' | 'always' = 'auto') =>
    `${formatAmount(value, { locale, decimalsMax: 4, sign })}\u00a0${quote}`;
  return (
    <Card>
      <div className="grid grid-cols-1 gap-3">
        <p className="two-ends items-baseline">
          <b>
            {t(position.side)} {base}/{quote}
          </b>
          <b className={tone} suppressHydrationWarning>
            {formatAmount(result, { locale, sign: 'always' })} {quote}
          </b>
        </p>
        <p className="two-ends text-ink-2 text-small">
          <span>{t(`origins.${position.reason}`)}</span>
          <LocalTime iso={position.closedAt} locale={locale} />
        </p>
        <Receipt>
          <ReceiptRow label={t('size')} value={`${formatExact(position.quantity, locale)}\u00a0${base}`} />
          <ReceiptRow label={t('entry')} value={price(position.entryPrice)} />
          <ReceiptRow label={t('exit')} value={price(position.exitPrice)} />
          <ReceiptRow label={t('realized')} value={money(position.realizedPnl, 'always')} />
          <ReceiptRow label={t('fee')} value={money(`-${position.fee}`)} />
          <ReceiptRow label={t('fundingSoFar')} value={money(position.funding, 'always')} />
          <ReceiptRow isSum label={t('result')} value={money(result, 'always')} />
        </Receipt>
      </div>
    </Card>
  );
}
