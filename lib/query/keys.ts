import type { BookKind, CandleInterval, LimitedProduct } from '../protocol/wire';

export type OrdersState = 'open' | 'closed' | 'all';
export type RecordsFilter = { type?: string; asset?: string; reference?: string };

/** Keys of every query. What belongs to the signed-in user and the chosen mode lies under `own`, so that one call drops it all. */
export const queryKeys = {
  markets: () => ['markets'] as const,
  candles: (symbol: string, interval: CandleInterval) => ['candles', symbol, interval] as const,
  announcements: () => ['announcements'] as const,
  own: () => ['own'] as const,
  book: (symbol: string, kind: BookKind) => ['own', 'book', symbol, kind] as const,
  trades: (symbol: string, kind: BookKind) => ['own', 'trades', symbol, kind] as const,
  home: () => ['own', 'home'] as const,
  balances: () => ['own', 'balances'] as const,
  recordsAll: () => ['own', 'records'] as const,
  records: (filter: RecordsFilter) => ['own', 'records', filter] as const,
  ordersAll: () => ['own', 'orders'] as const,
  orders: (symbol: string | null, state: OrdersState) => ['own', 'orders', symbol, state] as const,
  contracts: (state: OrdersState) => ['own', 'orders', 'contracts', state] as const,
  riskLimits: (product: LimitedProduct) => ['own', 'orders', 'riskLimits', product] as const,
  proof: (id: string) => ['own', 'orders', 'proof', id] as const,
  perpetualTerms: (symbol: string) => ['perpetual-terms', symbol] as const,
  marks: () => ['own', 'marks'] as const,
  /** Under the orders, so that whatever changes them is read again. */
  perpetual: (what: string, key: string | null) => ['own', 'orders', 'perpetual', what, key] as const,
  order: (id: string) => ['own', 'orders', 'detail', id] as const,
};
