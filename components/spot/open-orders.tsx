'use client';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { LoadState } from '@/components/layout/load-state';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Notice } from '@/components/ui/notice';
import { SkeletonRows } from '@/components/ui/skeleton';
import type { Order } from '@/lib/dto/spot';
import { openOrdersQuery } from '@/lib/query/queries';
import { useErrorText } from '@/lib/query/use-error-text';
import { OrderRow } from './order-row';
import { useCancelOrder } from './use-place-order';

/** The open orders of a market, each with a way to cancel; cancelling works even while prices are delayed. `only` narrows to one order. */
export function OpenOrders({ symbol, only }: { symbol: string; only?: string }) {
  const t = useTranslations('Spot');
  const query = useQuery(openOrdersQuery(symbol));
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loadingOrders')} />}>
      {({ orders }) => {
        const shown = only === undefined ? orders : orders.filter((order) => order.id === only);
        if (shown.length === 0) return only === undefined ? <EmptyState icon="list" text={t('noOpenText')} title={t('noOpen')} /> : null;
        return (
          <ul>
            {shown.map((order) => (
              <OpenOrder key={order.id} order={order} />
            ))}
          </ul>
        );
      }}
    </LoadState>
  );
}

function OpenOrder({ order }: { order: Order }) {
  const t = useTranslations('Spot');
  const errorText = useErrorText();
  const cancel = useCancelOrder();
  return (
    <>
      <OrderRow
        action={
          <Button
            disabled={cancel.isSuccess}
            isBusy={cancel.isPending}
            onClick={() => !cancel.isPending && cancel.mutate(order.id)}
            size="small"
            variant="ghost"
          >
            {t('cancel')}
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
