'use client';
import { useTranslations } from 'next-intl';
import { CancelAll } from '@/components/layout/cancel-all';
import { LoadMore, LoadNewer } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as spotApi from '@/lib/api/spot';
import { usePaged } from '@/lib/query/use-read';
import { joinPairs } from './join-pairs';
import { NoOpenOrders } from './no-open-orders';
import { OpenOrder } from './open-order';

/** The open orders of every market, newest first, page by page, each with a way to cancel. */
export function AllOpenOrders() {
  const t = useTranslations('Spot');
  const query = usePaged(spotApi.orders, { state: 'open' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={2} label={t('loadingOrders')} />}>
      {({ pages }) => {
        const orders = pages.flatMap((page) => page.orders);
        if (orders.length === 0) return <NoOpenOrders />;
        return (
          <>
            <LoadNewer query={query} />
            <CancelAll count={orders.length} kind="spot" symbol={null} />
            <ul>
              {joinPairs(orders).map(({ order, partner }) => (
                <OpenOrder key={order.id} order={order} partner={partner} withMarket />
              ))}
            </ul>
            <LoadMore query={query} />
          </>
        );
      }}
    </LoadState>
  );
}
