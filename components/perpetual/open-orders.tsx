'use client';
import { useTranslations } from 'next-intl';
import { CancellableRow } from '@/components/layout/cancellable-row';
import { EmptyState } from '@/components/ui/empty-state';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { PerpetualRow } from './order-row';
import { useCancelPerpetual } from './use-perpetual';

/** Open perpetual orders, each with a way to cancel; cancelling works even while prices are delayed. */
export function PerpetualOpenOrders({ orders }: { orders: readonly PerpetualOrder[] }) {
  const spot = useTranslations('Spot');
  if (orders.length === 0) return <EmptyState icon="list" text={spot('noOpenText')} title={spot('noOpen')} />;
  return (
    <ul>
      {orders.map((order) => (
        <OpenOrder key={order.id} order={order} />
      ))}
    </ul>
  );
}

function OpenOrder({ order }: { order: PerpetualOrder }) {
  const spot = useTranslations('Spot');
  const cancel = useCancelPerpetual();
  return (
    <CancellableRow cancel={cancel} label={spot('cancel')} onCancel={() => cancel.mutate({ orderId: order.id })}>
      {(button) => <PerpetualRow action={button} order={order} />}
    </CancellableRow>
  );
}
