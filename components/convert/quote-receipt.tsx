'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact, formatPercent } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';

/** `price` is in `to` for one of `from` before the fee. */
type Line = { from: string; to: string; amount: string; price: string; fee: string; received: string };

/** The same block before and after a conversion. */
export function QuoteReceipt({ line: { from, to, amount, price, fee, received }, feeRate }: { line: Line; feeRate: string }) {
  const t = useTranslations('Convert');
  const locale = useLocale();
  const exact = (value: string) => formatExact(value, locale);
  return (
    <Receipt>
      <ReceiptRow label={t('give')} value={`${exact(amount)} ${from}`} />
      <ReceiptRow label={t('price')} value={t('priceOf', { from, to, price: exact(price) })} />
      <ReceiptRow label={t('fee', { rate: formatPercent(feeRate, { locale }) })} value={`${exact(fee)} ${to}`} />
      <ReceiptRow isSum label={t('receive')} value={`${exact(received)} ${to}`} />
    </Receipt>
  );
}
