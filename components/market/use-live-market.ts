'use client';
import type { Market, Ticker } from '@/lib/dto/market';
import { useTicker } from '@/lib/stream/hooks';

/** Returns the newest ticker of a market: the stream's once there is one, else what the list said; the later of the two counts. */
export function useLiveTicker(market: Market): Ticker {
  const live = useTicker(market.symbol);
  return live !== undefined && live.updatedAt >= market.updatedAt ? live : market;
}
