import { useCallback, useSyncExternalStore } from 'react';
import type { Ticker } from '@/lib/dto/market';
import { tickerStore } from '@/lib/stream/stream';

/** Returns what the stream said last of a market, undefined before it said anything. It opens no stream, and needs no query client. */
export function useLiveTicker(symbol: string): Ticker | undefined {
  const subscribe = useCallback((listener: () => void) => tickerStore.subscribe(symbol, listener), [symbol]);
  return useSyncExternalStore(
    subscribe,
    () => tickerStore.get(symbol),
    () => undefined,
  );
}
