'use client';
import { useTranslations } from 'next-intl';
import { PagedList } from '@/components/layout/paged-list';
import { EmptyState } from '@/components/ui/empty-state';
import * as spotApi from '@/lib/api/spot';
import { usePaged } from '@/lib/query/use-read';
import { ExportFills } from './export-fills';
import { OrderRow } from './order-row';

/** Closed orders, newest first, page by page; `symbol` null means every market. */
export function OrderHistory({ symbol, hasExport }: { symbol: string | null; hasExport: boolean }) {
  const t = useTranslations('Spot');
  const query = usePaged(spotApi.orders, { symbol: symbol ?? undefined, state: 'closed' });
  return (
    <PagedList
      empty={<EmptyState icon="list" text={t('noHistoryText')} title={t('noHistory')} />}
      foot={hasExport ? <ExportFills /> : null}
      query={query}
      rowsOf={(page) => page.orders}
    >
      {(order) => <OrderRow key={order.id} order={order} withMarket={symbol === null} />}
    </PagedList>
  );
}
