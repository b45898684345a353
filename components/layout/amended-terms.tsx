'use client';
import { useLocale, useTranslations } from 'next-intl';
import { BeforeAfter } from '@/components/money/before-after';
import { formatExact, formatPrice } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import { ExitRows } from './exit-rows';

/** An order that rests in a book or waits for its stop price, alone or as one of a pair. */
export type AmendableOrder = {
  id: string;
  symbol: string;
  price: string | null;
  quantity: string;
  filledQuantity: string;
  /** Of one that waits. */
  stop?: string | null;
  /** Null of one that has none. */
  takeProfit?: string | null;
  stopLoss?: string | null;
  /** Of a stop-loss on spot. */
  stopLossLimit?: string | null;
  status: string;
};
type Props = { before: AmendableOrder; after: AmendableOrder /** Its place in the queue. */; kept: boolean };

/** What an amendment changed of an order, and what of it is filled now. */
export function AmendedTerms({ before, after, kept }: Props) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = before.symbol.split('-');
  const price = (value: string | null) => (value === null ? null : formatPrice(value, { locale }));
  const amount = (value: string) => formatExact(value, locale);
  return (
    <>
      <Receipt>
        {before.stop == null || after.status !== 'waiting' ? null : (
          <ReceiptRow
            label={t('stopShort')}
            value={<BeforeAfter after={price(after.stop ?? null)} before={price(before.stop)} unit={quote} />}
          />
        )}
        <ReceiptRow label={t('price')} value={<BeforeAfter after={price(after.price)} before={price(before.price)} unit={quote} />} />
        <ReceiptRow
          label={t('quantity')}
          value={<BeforeAfter after={amount(after.quantity)} before={amount(before.quantity)} unit={base} />}
        />
        <ExitRows after={exitsOf(after)} before={exitsOf(before)} symbol={before.symbol} />
        <ReceiptRow
          label={t('filledOf')}
          value={t('ofQuantity', { filled: amount(after.filledQuantity), quantity: amount(after.quantity), coin: base })}
        />
      </Receipt>
      {after.status === 'waiting' ? null : <p className="text-ink-2 text-small">{t(kept ? 'amend.keptPlace' : 'amend.queuedAnew')}</p>}
    </>
  );
}

function exitsOf({ takeProfit = null, stopLoss = null }: AmendableOrder) {
  return { takeProfit, stopLoss };
}
