'use client';
import { useTranslations } from 'next-intl';
import { CancelAll } from '@/components/layout/cancel-all';
import { CancellableRow } from '@/components/layout/cancellable-row';
import { EmptyState } from '@/components/ui/empty-state';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import * as perpetualApi from '@/lib/api/perpetual';
import { PerpetualRow } from './order-row';
import { showToast } from '@/components/ui/toast';
import { useWrite } from '@/lib/query/use-write';

/**
 * Open perpetual orders, each with a way to cancel; cancelling works even while prices are delayed. `symbol` names the market of the list, null
 * every one: then all of them can be cancelled at once.
 */
export function PerpetualOpenOrders({ orders, symbol }: { orders: readonly PerpetualOrder[]; symbol?: string | null }) {
  const spot = useTranslations('Spot');
  if (orders.length === 0) return <EmptyState icon="list" text={spot('noOpenText')} title={spot('noOpen')} />;
  return (
    <div>
      {symbol === undefined ? null : <CancelAll count={orders.length} kind="perpetual" symbol={symbol} />}
      <ul>
        {orders.map((order) => (
          <OpenOrder key={order.id} order={order} />
        ))}
      </ul>
    </div>
  );
}

function OpenOrder({ order }: { order: PerpetualOrder }) {
  const spot = useTranslations('Spot');
  const cancel = useWrite(perpetualApi.cancelPerpetual, { of: order.id, onDone: () => showToast(spot('cancelledAll', { count: 1 })) });
  return (
    <CancellableRow
      cancel={cancel}
      label={spot('cancel')}
      onCancel={() => cancel.send({ orderId: order.id }, `${spot('cancel')}, ${spot('orderShort', { id: order.id })}`)}
    >
      {(button) => <PerpetualRow action={button} order={order} />}
    </CancellableRow>
  );
}
