'use client';
import { useEffect, useState } from 'react';
import type { Market, Ticker } from '@/lib/dto/market';
import { useTicker } from '@/lib/stream/hooks';

/** Prices that the little curve shows: one a second for two minutes. */
const POINTS_MAX = 120;

/** Returns the newest ticker of a market: the stream's once there is one, else the list's. */
export function useMarketTicker(market: Market): Ticker {
  const live = useTicker(market.symbol);
  return live !== undefined && live.updatedAt >= market.updatedAt ? live : market;
}

/** Returns the prices seen since the screen was opened, oldest first; for drawing only, so floats do. */
export function usePriceLine(ticker: Ticker): readonly number[] {
  const [line, setLine] = useState<readonly number[]>([]);
  useEffect(() => {
    setLine((before) => [...before.slice(1 - POINTS_MAX), Number(ticker.price)]);
  }, [ticker]);
  return line;
}
