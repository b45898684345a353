'use client';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import type { PerpetualOrder } from '@/lib/dto/perpetual';
import { useErrorText } from '@/lib/query/use-error-text';
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
  const errorText = useErrorText();
  const cancel = useCancelPerpetual();
  return (
    <>
      <PerpetualRow
        action={
          <Button
            disabled={cancel.isSuccess}
            isBusy={cancel.isPending}
            onClick={() => !cancel.isPending && cancel.mutate({ orderId: order.id })}
            size="small"
            variant="ghost"
          >
            {spot('cancel')}
          </Button>
        }
        order={order}
      />
      {cancel.error === null ? null : (
        <li className="py-2">
          <Notice isAlert tone="warn">
            {errorText(cancel.error)}
          </Notice>
        </li>
      )}
    </>
  );
}
