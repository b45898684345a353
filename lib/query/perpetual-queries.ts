import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  ClosedPositions,
  FundingPayments,
  FundingRates,
  Liquidations,
  Marks,
  PerpetualMarketTerms,
  PerpetualOpen,
  PerpetualOrderDetail,
  PerpetualOrders,
  Position,
} from '../dto/perpetual';
import { getJson } from './api-client';
import { FRESHNESS_MS } from './freshness';
import { queryKeys } from './keys';
import { withParams } from './with-params';

/** Pages that an endless list keeps in memory. */
const PAGES_MAX = 50;

/** Reads mark prices and funding of all perpetual markets once; afterwards the stream keeps them. */
export function marksQuery() {
  return queryOptions({
    queryKey: queryKeys.marks(),
    queryFn: () => getJson<Marks>('/api/perpetual/marks'),
    staleTime: FRESHNESS_MS.live,
  });
}

/** Reads the terms of a perpetual market; they don't change while the app is open. */
export function perpetualTermsQuery(symbol: string) {
  return queryOptions({
    queryKey: queryKeys.perpetualTerms(symbol),
    queryFn: () => getJson<PerpetualMarketTerms>(withParams('/api/perpetual/terms', { symbol })),
    staleTime: FRESHNESS_MS.fixed,
  });
}

/** Reads open orders and position of one market with what is available. */
export function perpetualOpenQuery(symbol: string) {
  return queryOptions({
    queryKey: queryKeys.perpetual('open', symbol),
    queryFn: () => getJson<PerpetualOpen>(withParams('/api/perpetual/open', { symbol })),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads the open positions of all markets, newest first. */
export function positionsQuery() {
  return queryOptions({
    queryKey: queryKeys.perpetual('positions', null),
    queryFn: () => getJson<{ positions: Position[] }>('/api/perpetual/positions'),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads one perpetual order with its fills and ledger entries. */
export function perpetualOrderQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.perpetual('order', id),
    queryFn: () => getJson<PerpetualOrderDetail>(`/api/perpetual/orders/${encodeURIComponent(id)}`),
    staleTime: FRESHNESS_MS.own,
  });
}

type Pages = {
  orders: PerpetualOrders;
  'closed-positions': ClosedPositions;
  'funding-payments': FundingPayments;
  liquidations: Liquidations;
  'funding-rates': FundingRates;
};

/** Reads one of the lists page by page, newest first; `params` narrow it. */
export function perpetualPagesQuery<L extends keyof Pages>(list: L, params: Record<string, string> = {}) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.perpetual(list, null), params] as const,
    queryFn: ({ pageParam }) => getJson<Pages[L]>(withParams(`/api/perpetual/${list}`, { ...params, page: pageParam })),
    initialPageParam: 1,
    maxPages: PAGES_MAX,
    getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
    getPreviousPageParam: (_first, _all, page) => (page > 1 ? page - 1 : undefined),
    staleTime: FRESHNESS_MS.own,
  });
}
