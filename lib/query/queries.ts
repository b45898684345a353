import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Balances, Home, Records } from '../dto/balances';
import type { Announcement, Book, Candles, Market, Trade } from '../dto/market';
import type { Contracts, RiskLimits, Proof } from '../dto/options';
import type { OrderDetail, Orders } from '../dto/spot';
import type { BookKind, CandleInterval, LimitedProduct } from '../protocol/wire';
import { getJson } from './api-client';
import { FRESHNESS_MS } from './freshness';
import { queryKeys, type OrdersState, type RecordsFilter } from './keys';
import { withParams } from './with-params';

/** Pages that an endless list keeps in memory; older ones are dropped and read again when needed. */
const PAGES_MAX = 50;

/** Reads all markets with their sparklines, in the published order. */
export function marketsQuery() {
  return queryOptions({
    queryKey: queryKeys.markets(),
    queryFn: () => getJson<{ markets: Market[] }>('/api/markets'),
    staleTime: FRESHNESS_MS.live,
  });
}

/** Reads the newest candles of a market, or those that open before `before` (ISO); oldest first. */
export function fetchCandles(symbol: string, interval: CandleInterval, before?: string): Promise<Candles> {
  return getJson<Candles>(withParams('/api/markets/candles', { symbol, interval, before }));
}

/** Reads the order book of the session's mode once; afterwards the stream keeps it. */
export function bookQuery(symbol: string, kind: BookKind = 'spot') {
  return queryOptions({
    queryKey: queryKeys.book(symbol, kind),
    queryFn: () => getJson<Book>(withParams('/api/markets/book', { symbol, kind })),
    staleTime: FRESHNESS_MS.live,
  });
}

/** Reads the last trades of the session's mode, newest first. */
export function tradesQuery(symbol: string, kind: BookKind = 'spot') {
  return queryOptions({
    queryKey: queryKeys.trades(symbol, kind),
    queryFn: () => getJson<{ trades: Trade[] }>(withParams('/api/markets/trades', { symbol, kind })),
    staleTime: FRESHNESS_MS.live,
  });
}

/** Reads the announcements, newest first. */
export function announcementsQuery() {
  return queryOptions({
    queryKey: queryKeys.announcements(),
    queryFn: () => getJson<{ announcements: Announcement[] }>('/api/announcements'),
    staleTime: FRESHNESS_MS.slow,
  });
}

/** Reads the figures of the home card; money in USDT, rates as fractions. */
export function homeQuery() {
  return queryOptions({ queryKey: queryKeys.home(), queryFn: () => getJson<Home>('/api/home'), staleTime: FRESHNESS_MS.own });
}

/** Reads what the user owns in the session's mode, per asset. */
export function balancesQuery() {
  return queryOptions({ queryKey: queryKeys.balances(), queryFn: () => getJson<Balances>('/api/balances'), staleTime: FRESHNESS_MS.own });
}

/** Reads all open orders of a market, newest first. */
export function openOrdersQuery(symbol: string) {
  return queryOptions({
    queryKey: queryKeys.orders(symbol, 'open'),
    queryFn: () => getJson<Orders>(withParams('/api/spot/orders', { symbol, state: 'open' })),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads orders page by page, newest first. */
export function ordersPagesQuery(symbol: string | null, state: OrdersState) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.orders(symbol, state), 'pages'] as const,
    queryFn: ({ pageParam }) => getJson<Orders>(withParams('/api/spot/orders', { symbol: symbol ?? undefined, state, page: pageParam })),
    initialPageParam: 1,
    maxPages: PAGES_MAX,
    getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
    getPreviousPageParam: (_first, _all, page) => (page > 1 ? page - 1 : undefined),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads one order with its fills and ledger entries. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.order(id),
    queryFn: () => getJson<OrderDetail>(`/api/spot/orders/${encodeURIComponent(id)}`),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads the seconds contracts that wait for a price, newest first. */
export function openContractsQuery() {
  return queryOptions({
    queryKey: queryKeys.contracts('open'),
    queryFn: () => getJson<Contracts>('/api/options/contracts?state=open'),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads seconds contracts page by page, newest first. */
export function contractsPagesQuery(state: OrdersState) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.contracts(state), 'pages'] as const,
    queryFn: ({ pageParam }) => getJson<Contracts>(withParams('/api/options/contracts', { state, page: pageParam })),
    initialPageParam: 1,
    maxPages: PAGES_MAX,
    getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
    getPreviousPageParam: (_first, _all, page) => (page > 1 ? page - 1 : undefined),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads consent, limits and record of a product. */
export function riskLimitsQuery(product: LimitedProduct = 'option') {
  return queryOptions({
    queryKey: queryKeys.riskLimits(product),
    queryFn: () => getJson<RiskLimits>(withParams('/api/risk-limits', { product })),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads a settled contract with the prints behind it; a result never changes, so neither does this. */
export function proofQuery(id: string) {
  return queryOptions({
    queryKey: queryKeys.proof(id),
    queryFn: () => getJson<Proof>(`/api/options/proofs/${encodeURIComponent(id)}`),
    staleTime: FRESHNESS_MS.own,
  });
}

/** Reads ledger entries page by page, newest first. */
export function recordsPagesQuery(filter: RecordsFilter) {
  return infiniteQueryOptions({
    queryKey: queryKeys.records(filter),
    queryFn: ({ pageParam }) => getJson<Records>(withParams('/api/records', { ...filter, page: pageParam })),
    initialPageParam: 1,
    maxPages: PAGES_MAX,
    getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
    getPreviousPageParam: (_first, _all, page) => (page > 1 ? page - 1 : undefined),
    staleTime: FRESHNESS_MS.own,
  });
}
