'use client';
import { useLocale, useTranslations } from 'next-intl';
import { decimalsOf, formatAmount, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import { BeforeAfter } from '@/components/money/before-after';
import { liquidationWith, toUnits } from './perpetual.math';

/** In quote units; null while it isn't known or nothing would change. */
type Props = {
  position: Position;
  terms: PerpetualMarketTerms;
  available: string | null;
  marginAfter: string | null;
  availableAfter: string | null;
  /** Another leverage that comes with it. */
  leverage?: number;
};

/** What another margin of a position changes: margin, liquidation price and available balance, before and after. */
export function MarginReceipt({ position, terms, available, marginAfter, availableAfter, leverage }: Props) {
  const t = useTranslations('Perpetual');
  const wallet = useTranslations('Wallet');
  const locale = useLocale();
  const money = (value: string | null) => (value === null ? null : formatAmount(value, { locale }));
  const price = (value: string | null) =>
    value === null ? t('none') : formatPrice(value, { locale, decimals: decimalsOf(terms.tickSize) });
  const liquidationAfter =
    marginAfter === null ? null : price(liquidationWith(position, { margin: toUnits(marginAfter), leverage }, terms));
  return (
    <div aria-live="polite">
      <Receipt>
        <ReceiptRow
          label={t('margin')}
          value={<BeforeAfter after={money(marginAfter)} before={money(position.margin)} unit={terms.quote} />}
        />
        <ReceiptRow label={t('liquidation')} value={<BeforeAfter after={liquidationAfter} before={price(position.liquidationPrice)} />} />
        <ReceiptRow
          isSum
          label={wallet('available')}
          value={<BeforeAfter after={money(availableAfter)} before={money(available)} unit={terms.quote} />}
        />
      </Receipt>
    </div>
  );
}
