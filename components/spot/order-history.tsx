'use client';
import { useTranslations } from 'next-intl';
import { ExportRows } from '@/components/layout/export-rows';
import { ListFilter } from '@/components/layout/list-filter';
import { FilteredList } from '@/components/layout/filtered-list';
import { PagedList } from '@/components/layout/paged-list';
import { useListFilter } from '@/components/layout/use-list-filter';
import { useMember } from '@/components/layout/member-context';
import { EmptyState } from '@/components/ui/empty-state';
import * as listsApi from '@/lib/api/lists';
import * as spotApi from '@/lib/api/spot';
import { SPOT_ORDER_KINDS } from '@/lib/protocol/wire';
import { useContinued, usePaged } from '@/lib/query/use-read';
import { joinPastPairs } from './join-pairs';
import { OrderRow } from './order-row';

/** Closed orders of a market, newest first, page by page; narrowed by what the address says, where the backend can. */
export function OrderHistory({ symbol }: { symbol: string }) {
  const { features } = useMember();
  return features.includes('lists') ? <Narrowed symbol={symbol} /> : <Plain symbol={symbol} />;
}

function Empty() {
  const t = useTranslations('Spot');
  return <EmptyState icon="list" text={t('noHistoryText')} title={t('noHistory')} />;
}

function Plain({ symbol }: { symbol: string }) {
  const query = usePaged(spotApi.orders, { symbol, state: 'closed' });
  return (
    <PagedList empty={<Empty />} query={query} rowsOf={(page) => page.orders}>
      {(order) => <OrderRow key={order.id} order={order} />}
    </PagedList>
  );
}

function Narrowed({ symbol }: { symbol: string }) {
  const t = useTranslations('Spot');
  const lists = useTranslations('Lists');
  const state = useListFilter(SPOT_ORDER_KINDS, symbol);
  const query = useContinued(listsApi.spotHistory, state.asked);
  return (
    <div className="@container">
      <ListFilter kinds={SPOT_ORDER_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))} state={state} symbol={symbol} />
      <FilteredList
        empty={<Empty />}
        foot={
          <>
            <ExportRows asked={state.asked} label={lists('exportOrders')} list="spot-orders" />
            <ExportRows asked={state.asked} label={t('exportFills')} list="spot-fills" />
          </>
        }
        isNarrowed={state.count > 0}
        query={query}
        rowsOf={(pages) => joinPastPairs(pages.flatMap((page) => page.orders))}
      >
        {({ order, partner }) => <OrderRow key={order.id} order={order} partner={partner} withMarket={state.filter.market !== null} />}
      </FilteredList>
    </div>
  );
}
