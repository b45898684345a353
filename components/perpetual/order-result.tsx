'use client';
import { useLocale, useTranslations } from 'next-intl';
import { directionOf, formatExact } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { PerpetualFacts } from './order-facts';

/** What the exchange has booked for a perpetual order; with the order as it was, also what its end gave back. */
export function OrderResult({ order, before }: { order: PerpetualOrder; before: PerpetualOrder | null }) {
  const spot = useTranslations('Spot');
  const locale = useLocale();
  const quote = order.symbol.split('-')[1] ?? '';
  // Where a fill came in between, what was held then isn't known here.
  const isReleased = before !== null && order.status === 'cancelled' && before.filledQuantity === order.filledQuantity;
  return (
    <>
      <PerpetualFacts order={order} />
      {isReleased && directionOf(before.held) > 0 ? (
        <Receipt className="plain">
          <ReceiptRow isSum label={spot('released')} value={`${formatExact(before.held, locale)}\u00a0${quote}`} />
        </Receipt>
      ) : null}
    </>
  );
}
