'use client';
import { useLocale, useTranslations } from 'next-intl';
import { BeforeAfter } from '@/components/money/before-after';
import { formatPrice } from '@/components/money/format';
import { ReceiptRow } from '@/components/ui/receipt';

/** Take-profit and stop-loss of an order, null for none. */
export type Exits = { takeProfit: string | null; stopLoss: string | null };

/** Take-profit and stop-loss before and after; nothing for one that there was none of and is none. */
export function ExitRows({ before, after, symbol }: { before: Exits; after: Exits; symbol: string }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const coin = symbol.split('-')[1] ?? '';
  const show = (price: string | null) => (price === null ? t('amend.none') : formatPrice(price, { locale }));
  return (['takeProfit', 'stopLoss'] as const).map((name) =>
    before[name] === null && after[name] === null ? null : (
      <ReceiptRow key={name} label={t(name, { coin })} value={<BeforeAfter after={show(after[name])} before={show(before[name])} />} />
    ),
  );
}
