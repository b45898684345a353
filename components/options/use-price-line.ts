'use client';
import { useEffect, useState } from 'react';
import * as marketApi from '@/lib/api/market';
import type { Market, Print, Ticker } from '@/lib/dto/market';
import { useRead } from '@/lib/query/use-read';
import { useTicker } from '@/lib/stream/hooks';
import { joinPrints, POINTS_MAX } from './curve-points';

/** Returns the newest ticker of a market: the stream's once there is one, else the list's. */
export function useMarketTicker(market: Market): Ticker {
  const live = useTicker(market.symbol);
  return live !== undefined && live.updatedAt >= market.updatedAt ? live : market;
}

/** Returns the prices of the last two minutes, oldest first: what was printed before the screen was opened, then what is seen. For drawing only, so floats do. */
export function usePriceLine(ticker: Ticker): readonly number[] {
  const past = useRead(marketApi.prints, { symbol: ticker.symbol }).data?.prints;
  const [seen, setSeen] = useState<readonly Print[]>([]);
  useEffect(() => {
    setSeen((before) => [...before.slice(1 - POINTS_MAX), { at: ticker.updatedAt, price: ticker.price }]);
  }, [ticker]);
  return joinPrints(past ?? [], seen);
}
