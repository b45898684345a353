import type { CandleInterval } from '@/lib/protocol/wire';
import * as marketApi from '@/lib/api/market';
import { readApi } from '@/lib/query/api-client';
import { onReturn } from '@/lib/stream/stream';
import { applyTick, AVERAGE_FAST, AVERAGE_SLOW, type DrawnCandle, mergeCandles, movingAverage, toDrawn } from './candle-series';
import { CANDLES_KEPT_MAX } from './chart-moment';

export type Legend = DrawnCandle & { fast: number | null; slow: number | null };
/** How often the newest candles are read again: ticks carry the price but no volume. */
const REFRESH_MS = 30_000;

type Deps = {
  symbol: string;
  interval: CandleInterval;
  onChange: (candles: readonly DrawnCandle[], change: 'first' | 'all' | 'last') => void;
  onLegend: (legend: Legend | null) => void;
};
export type CandleFeed = {
  /** Reads the newest candles; rejects when there is no answer. */
  fetchFirst(): Promise<void>;
  /** Shows them and keeps them fresh until `stop`. */
  start(): void;
  stop(): void;
  tick(tick: { price: number; atMs: number }): void;
  loadOlder(): Promise<void>;
  /** Reads older candles until there is one that holds `seconds`, as many as are kept. Returns it; null where none goes back so far. */
  reach(seconds: number): Promise<DrawnCandle | null>;
  /** Moves the legend to the candle that opens at `seconds`; null returns it to the last one. */
  point(seconds: number | null): void;
  isEmpty(): boolean;
  /** What is shown, oldest first. */
  candles(): readonly DrawnCandle[];
};

/** Holds the candles of one market and interval: first answer, older pages, ticks. */
export function createCandleFeed({ symbol, interval, onChange, onLegend }: Deps): CandleFeed {
  let candles: DrawnCandle[] = [];
  let pointed: number | null = null;
  let isStarted = false;
  let isLoadingOlder = false;
  let hasOlder = true;
  let timer: ReturnType<typeof setInterval> | undefined;
  let stopReturn = () => undefined as unknown;

  function tellLegend() {
    const index = pointed === null ? candles.length - 1 : candles.findIndex((candle) => candle.time === pointed);
    const candle = candles[index];
    if (candle === undefined) return onLegend(null);
    const mean = (length: number) => movingAverage(candles.slice(Math.max(0, index + 1 - length), index + 1), length)[0]?.value ?? null;
    onLegend({ ...candle, fast: mean(AVERAGE_FAST), slow: mean(AVERAGE_SLOW) });
  }
  async function refresh() {
    const { candles: rows } = await readApi(marketApi.candles, { symbol, interval });
    candles = mergeCandles(candles, toDrawn(rows)).slice(-CANDLES_KEPT_MAX);
    if (!isStarted) return;
    onChange(candles, 'all');
    tellLegend();
  }
  // A failed refresh leaves the chart as it is; the next one, at most half a minute later, mends it.
  const refreshQuietly = () => void refresh().catch(() => undefined);

  async function loadOlder() {
    const first = candles[0];
    if (!isStarted || isLoadingOlder || !hasOlder || first === undefined || candles.length >= CANDLES_KEPT_MAX) return;
    isLoadingOlder = true;
    try {
      const { candles: rows } = await readApi(marketApi.candles, { symbol, interval, before: new Date(first.time * 1000).toISOString() });
      const older = toDrawn(rows).filter((candle) => candle.time < first.time);
      hasOlder = older.length > 0;
      candles = mergeCandles(older, candles);
      if (isStarted && hasOlder) onChange(candles, 'all');
    } catch {
      // Asked for again by the next scroll.
      hasOlder = true;
    } finally {
      isLoadingOlder = false;
    }
  }

  return {
    fetchFirst: refresh,
    isEmpty: () => candles.length === 0,
    candles: () => candles,
    start() {
      isStarted = true;
      onChange(candles, 'first');
      tellLegend();
      timer = setInterval(refreshQuietly, REFRESH_MS);
      stopReturn = onReturn(refreshQuietly);
    },
    stop() {
      isStarted = false;
      clearInterval(timer);
      stopReturn();
    },
    tick(tick) {
      if (!isStarted) return;
      const next = applyTick(candles[candles.length - 1], tick, interval);
      if (next === null) return;
      if (candles[candles.length - 1]?.time === next.time) candles[candles.length - 1] = next;
      else candles.push(next);
      onChange(candles, 'last');
      if (pointed === null) tellLegend();
    },
    loadOlder,
    async reach(seconds) {
      for (let length = -1; (candles[0]?.time ?? seconds) > seconds && candles.length !== length; ) {
        length = candles.length;
        await loadOlder();
      }
      return candles.findLast((candle) => candle.time <= seconds) ?? null;
    },
    point(seconds) {
      pointed = seconds;
      tellLegend();
    },
  };
}
