'use client';
import { useTranslations } from 'next-intl';
import { LoadMore } from '@/components/layout/load-more';
import { LoadState } from '@/components/layout/load-state';
import { EmptyState } from '@/components/ui/empty-state';
import { SkeletonRows } from '@/components/ui/skeleton';
import * as spotApi from '@/lib/api/spot';
import { usePaged } from '@/lib/query/use-read';
import { ExportFills } from './export-fills';
import { OrderRow } from './order-row';

/** Closed orders, newest first, page by page; `symbol` null means every market. */
export function OrderHistory({ symbol, hasExport }: { symbol: string | null; hasExport: boolean }) {
  const t = useTranslations('Spot');
  const query = usePaged(spotApi.orders, { symbol: symbol ?? undefined, state: 'closed' });
  return (
    <LoadState query={query} skeleton={<SkeletonRows count={3} label={t('loadingOrders')} />}>
      {({ pages }) => {
        const orders = pages.flatMap((page) => page.orders);
        if (orders.length === 0) return <EmptyState icon="list" text={t('noHistoryText')} title={t('noHistory')} />;
        return (
          <>
            <ul>
              {orders.map((order) => (
                <OrderRow key={order.id} order={order} withMarket={symbol === null} />
              ))}
            </ul>
            {hasExport ? <ExportFills /> : null}
            <LoadMore label={t('more')} query={query} />
          </>
        );
      }}
    </LoadState>
  );
}
