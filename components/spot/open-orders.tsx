'use client';
import { useTranslations } from 'next-intl';
import dynamic from 'next/dynamic';
import { loadPart } from '@/components/layout/lazy-part';
import { LoadState } from '@/components/layout/load-state';
import { useIsWide } from '@/components/layout/use-media';
import { EmptyState } from '@/components/ui/empty-state';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';
import * as spotApi from '@/lib/api/spot';
import { useRead } from '@/lib/query/use-read';
import { joinPairs } from './join-pairs';

/** Its code comes with the first open order. */
const OpenOrder = dynamic(() => loadPart(() => import('./open-order').then((module) => module.OpenOrder)), {
  // A wide window shows a table in its place: it must not be asked for with the page.
  ssr: false,
  loading: () => <Skeleton className="h-32 w-full rounded-card" />,
});

/** Its code comes with the first open order. */
const CancelAll = dynamic(() => loadPart(() => import('@/components/layout/cancel-all').then((module) => module.CancelAll)), {
  loading: () => null,
});
/** Its code comes with the first terminal that has an open order. */
const OpenOrdersTable = dynamic(() => loadPart(() => import('./open-orders-table').then((module) => module.OpenOrdersTable)), {
  ssr: false,
  loading: () => <Skeleton className="h-24 w-full rounded-card" />,
});

/** The open orders of a market, each with a way to cancel; cancelling works even while prices are delayed. `only` narrows to one order. */
export function OpenOrders({ symbol, only }: { symbol: string; only?: string }) {
  const t = useTranslations('Spot');
  const isDesktop = useIsWide('desktop');
  const query = useRead(spotApi.orders, { symbol, state: 'open' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loadingOrders')} />}>
      {({ orders }) => {
        const joined = joinPairs(orders);
        const shown = only === undefined ? joined : joined.filter(({ order, partner }) => order.id === only || partner?.id === only);
        if (shown.length === 0) return only === undefined ? <EmptyState icon="list" text={t('noOpenText')} title={t('noOpen')} /> : null;
        return (
          <>
            {only === undefined ? <CancelAll count={orders.length} kind="spot" symbol={symbol} /> : null}
            {isDesktop && only === undefined ? (
              <OpenOrdersTable orders={shown} />
            ) : (
              <ul>
                {shown.map(({ order, partner }) => (
                  <OpenOrder key={order.id} order={order} partner={partner} />
                ))}
              </ul>
            )}
          </>
        );
      }}
    </LoadState>
  );
}
