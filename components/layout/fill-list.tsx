'use client';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { formatAmount, formatExact, formatPrice } from '../money/format';
import { LocalTime } from '../money/local-time';
import { Card } from '../ui/card';
import { Receipt, ReceiptRow } from '../ui/receipt';
import { FactsSection } from './facts';

type Fill = {
  id: string;
  at: string;
  price: string;
  quantity: string;
  quoteQuantity: string;
  liquidity: 'maker' | 'taker';
  fee: string;
  journalId: string;
};
type Props<F extends Fill> = {
  fills: readonly F[];
  symbol: string;
  feeAssetOf: (fill: F) => string;
  /** Lines between the fee and the journal. */
  more?: (fill: F) => ReactNode;
};

/** Each fill of an order as a receipt. */
export function FillList<F extends Fill>({ fills, symbol, feeAssetOf, more }: Props<F>) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = symbol.split('-');
  return (
    <FactsSection title={t('fills')}>
      {fills.length === 0 ? <p className="text-ink-2 text-small">{t('noFills')}</p> : null}
      {fills.map((fill) => (
        <Card key={fill.id}>
          <p className="two-ends pb-3 text-ink-2 text-small">
            <span>{t('fillNumber', { id: fill.id })}</span>
            <LocalTime iso={fill.at} locale={locale} style="clock" />
          </p>
          <Receipt>
            <ReceiptRow label={t('price')} value={`${formatPrice(fill.price, { locale })}\u00a0${quote}`} />
            <ReceiptRow label={t('quantity')} value={`${formatExact(fill.quantity, locale)}\u00a0${base}`} />
            <ReceiptRow label={t('orderValue')} value={`${formatAmount(fill.quoteQuantity, { locale, decimalsMax: 8 })}\u00a0${quote}`} />
            <ReceiptRow label={t('liquidity')} value={t(fill.liquidity)} />
            <ReceiptRow label={t('feeCharged')} value={`${formatExact(fill.fee, locale)}\u00a0${feeAssetOf(fill)}`} />
            {more?.(fill)}
            <ReceiptRow isSum label={t('journal')} value={`#${fill.journalId}`} />
          </Receipt>
        </Card>
      ))}
    </FactsSection>
  );
}
