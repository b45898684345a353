'use client';
import type { Book, Market, Ticker } from '@/lib/dto/market';
import type { Mark, PlacePerpetualInput } from '@/lib/dto/perpetual';
import { useBook, useMark, useTicker } from '@/lib/stream/hooks';
import * as marketApi from '@/lib/api/market';
import * as perpetualApi from '@/lib/api/perpetual';
import { useRead } from '@/lib/query/use-read';

export type PerpetualIntent = Omit<PlacePerpetualInput, 'requestId'>;

/** Returns the newest mark price and funding of a market: the stream's, or the first answer until then; undefined before both. */
export function useLiveMark(symbol: string): Mark | undefined {
  const live = useMark(symbol);
  const { data } = useRead(perpetualApi.marks, {}, { enabled: live === undefined });
  return live ?? data?.marks.find((one) => one.symbol === symbol);
}

/** Returns the newest perpetual book of a market in the session's mode: the stream's, or the first answer until then. */
export function usePerpetualBook(symbol: string): Book | undefined {
  const live = useBook(symbol, 'perpetual');
  const { data } = useRead(marketApi.book, { symbol, kind: 'perpetual' }, { enabled: live === undefined });
  return live ?? data;
}

/** Returns the newest ticker of a market: the stream's once it is the later one. */
export function useIndexTicker(market: Market): Ticker {
  const live = useTicker(market.symbol);
  return live !== undefined && live.updatedAt >= market.updatedAt ? live : market;
}
