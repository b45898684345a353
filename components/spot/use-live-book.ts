'use client';
import type { Book, Market, Ticker, Trade } from '@/lib/dto/market';
import type { BookKind } from '@/lib/protocol/wire';
import { useBook, useTicker, useTrades } from '@/lib/stream/hooks';
import * as marketApi from '@/lib/api/market';
import { useRead } from '@/lib/query/use-read';
import { useHasBook } from './use-has-book';

/** Returns the newest book of a market in the session's mode: the stream's, or the first answer until then. */
export function useLiveBook(
  symbol: string,
  kind: BookKind = 'spot',
): {
  book: Book | undefined;
  query: { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };
} {
  const live = useBook(symbol, kind);
  const hasBook = useHasBook();
  const query = useRead(marketApi.book, { symbol, kind }, { enabled: hasBook && live === undefined });
  return { book: live ?? query.data, query };
}

/** Returns the last trades of a market, newest first, or undefined before the first answer. */
export function useLiveTrades(symbol: string, kind: BookKind = 'spot') {
  const live = useTrades(symbol, kind);
  const query = useRead(marketApi.trades, { symbol, kind });
  const first: readonly Trade[] | undefined = query.data?.trades;
  if (live === undefined || first === undefined) return { trades: live ?? first, query };
  const known = new Set(live.map((trade) => trade.id));
  return { trades: [...live, ...first.filter((trade) => !known.has(trade.id))], query };
}

/** Returns the newest ticker of a market: the stream's once it is the later one, else the list's. */
export function useMarketTicker(market: Market): Ticker {
  const live = useTicker(market.symbol);
  const listed = useRead(marketApi.markets, {}).data?.markets.find((one) => one.symbol === market.symbol) ?? market;
  return live !== undefined && live.updatedAt >= listed.updatedAt ? live : listed;
}
