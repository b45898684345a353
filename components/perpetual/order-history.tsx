'use client';
import { useTranslations } from 'next-intl';
import { ExportRows } from '@/components/layout/export-rows';
import { ListFilter } from '@/components/layout/list-filter';
import { useMember } from '@/components/layout/member-context';
import { FilteredList } from '@/components/layout/filtered-list';
import { PagedList } from '@/components/layout/paged-list';
import { useListFilter } from '@/components/layout/use-list-filter';
import { EmptyState } from '@/components/ui/empty-state';
import * as listsApi from '@/lib/api/lists';
import * as perpetualApi from '@/lib/api/perpetual';
import { PERPETUAL_LISTED_KINDS } from '@/lib/protocol/wire';
import { useContinued, usePaged } from '@/lib/query/use-read';
import { PerpetualRow } from './order-row';

/** Perpetual orders that are over, newest first, page by page; narrowed by what the address says, where the backend can. */
export function OrderHistory() {
  const { features } = useMember();
  return features.includes('lists') ? <Narrowed /> : <Plain />;
}

function Empty() {
  const spot = useTranslations('Spot');
  return <EmptyState icon="list" text={spot('noHistoryText')} title={spot('noHistory')} />;
}

function Plain() {
  const query = usePaged(perpetualApi.perpetualOrders, { state: 'closed' });
  return (
    <PagedList empty={<Empty />} query={query} rowsOf={(page) => page.orders}>
      {(order) => <PerpetualRow key={order.id} order={order} />}
    </PagedList>
  );
}

function Narrowed() {
  const t = useTranslations('Perpetual');
  const spot = useTranslations('Spot');
  const lists = useTranslations('Lists');
  const { features } = useMember();
  const state = useListFilter(PERPETUAL_LISTED_KINDS, null);
  const query = useContinued(listsApi.perpetualHistory, state.asked);
  const kinds = PERPETUAL_LISTED_KINDS.map((value) => ({
    value,
    label: value === 'limit' || value === 'market' ? spot(`kinds.${value}`) : t(`origins.${value}`),
  }));
  return (
    <div className="@container">
      <ListFilter kinds={kinds} state={state} symbol={null} />
      <FilteredList
        empty={<Empty />}
        foot={
          <>
            <ExportRows asked={state.asked} label={lists('exportOrders')} list="perpetual-orders" />
            {features.includes('perpetual-fills') ? (
              <ExportRows asked={state.asked} label={spot('exportFills')} list="perpetual-fills" />
            ) : null}
          </>
        }
        isNarrowed={state.count > 0}
        query={query}
        rowsOf={(pages) => pages.flatMap((page) => page.orders)}
      >
        {(order) => <PerpetualRow key={order.id} order={order} />}
      </FilteredList>
    </div>
  );
}
