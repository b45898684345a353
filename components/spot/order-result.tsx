'use client';
import { useLocale, useTranslations } from 'next-intl';
import { formatExact } from '@/components/money/format';
import { Receipt, ReceiptRow } from '@/components/ui/receipt';
import type { Order } from '@/lib/dto/spot';
import { OrderFacts } from './order-facts';
import { releasedBy } from './released-by';

/** What the exchange has booked for a spot order; with the order as it was, also what its end gave back. */
export function OrderResult({ order, before }: { order: Order; before: Order | null }) {
  const t = useTranslations('Spot');
  const locale = useLocale();
  const [base = '', quote = ''] = order.symbol.split('-');
  const released = before === null ? null : releasedBy(before, order);
  return (
    <>
      <OrderFacts order={order} />
      {released === null ? null : (
        <Receipt className="plain">
          <ReceiptRow isSum label={t('released')} value={`${formatExact(released, locale)}\u00a0${order.side === 'buy' ? quote : base}`} />
        </Receipt>
      )}
    </>
  );
}
