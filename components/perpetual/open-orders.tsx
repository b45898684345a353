'use client';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { useTranslations } from 'next-intl';
import { AmendOrder } from '@/components/layout/amend-order';
import { CancellableRow } from '@/components/layout/cancellable-row';
import { useIsWide } from '@/components/layout/use-media';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton } from '@/components/ui/skeleton';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { PerpetualRow } from './order-row';
import { useCancelOrder } from './use-cancel-order';

/** Its code comes with the first open order. */
const CancelAll = dynamic(() => loadPart(() => import('@/components/layout/cancel-all').then((module) => module.CancelAll)), {
  loading: () => null,
});
/** Its code comes with the first terminal that has an open order. */
const PerpetualOrdersTable = dynamic(() => loadPart(() => import('./open-orders-table').then((module) => module.PerpetualOrdersTable)), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-full rounded-card" />,
});

/**
 * Open perpetual orders, each with a way to cancel; cancelling works even while prices are delayed. `symbol` names the market of the list, null
 * every one: then all of them can be cancelled at once.
 */
export function PerpetualOpenOrders({ orders, symbol }: { orders: readonly PerpetualOrder[]; symbol?: string | null }) {
  const spot = useTranslations('Spot');
  const isDesktop = useIsWide('desktop');
  if (orders.length === 0) return <EmptyState icon="list" text={spot('noOpenText')} title={spot('noOpen')} />;
  return (
    <div>
      {symbol === undefined ? null : <CancelAll count={orders.length} kind="perpetual" symbol={symbol} />}
      {isDesktop && symbol != null ? (
        <PerpetualOrdersTable orders={orders} />
      ) : (
        <ul>
          {orders.map((order) => (
            <OpenOrder key={order.id} order={order} />
          ))}
        </ul>
      )}
    </div>
  );
}

function OpenOrder({ order }: { order: PerpetualOrder }) {
  const spot = useTranslations('Spot');
  const { cancel, onCancel } = useCancelOrder(order);
  return (
    <CancellableRow cancel={cancel} label={spot('cancel')} onCancel={onCancel}>
      {(button) => (
        <PerpetualRow
          action={
            <>
              <AmendOrder kind="perpetual" order={order} />
              {button}
            </>
          }
          order={order}
        />
      )}
    </CancellableRow>
  );
}
