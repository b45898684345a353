import { CANDLE_MINUTES, type CandleInterval } from '../../lib/protocol/wire';

/** One candle as it is drawn. Numbers are floats because they only choose pixels; what is printed comes from `text`. */
export type DrawnCandle = { time: number; open: number; high: number; low: number; close: number; volume: number };
type Row = readonly [number, string, string, string, string, string];

/** Candles that the two moving averages span. */
export const AVERAGE_FAST = 7;
export const AVERAGE_SLOW = 25;

const MINUTE_S = 60;
/** Weeks begin on Monday; 1970-01-01 was a Thursday, four days before the first one. */
const FIRST_MONDAY_S = 4 * 24 * 60 * 60;

/** Returns when the candle that holds `atMs` opens, in seconds (the unit of the chart's time axis). */
export function openTimeOf(atMs: number, interval: CandleInterval): number {
  const step = CANDLE_MINUTES[interval] * MINUTE_S;
  const seconds = Math.floor(atMs / 1000);
  const shift = interval === '1w' ? FIRST_MONDAY_S : 0;
  return Math.floor((seconds - shift) / step) * step + shift;
}

/** Returns rows of our candle answer as drawn candles, oldest first. */
export function toDrawn(rows: readonly Row[]): DrawnCandle[] {
  return rows.map(([at, open, high, low, close, volume]) => ({
    time: Math.floor(at / 1000),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    volume: Number(volume),
  }));
}

/** Joins two runs of candles in order of time; where both know a candle the one of `newer` counts. */
export function mergeCandles(older: readonly DrawnCandle[], newer: readonly DrawnCandle[]): DrawnCandle[] {
  const first = newer[0];
  if (first === undefined) return [...older];
  const last = newer[newer.length - 1] ?? first;
  return [...older.filter((candle) => candle.time < first.time), ...newer, ...older.filter((candle) => candle.time > last.time)];
}

/** Returns the candle that a tick at `price` makes of the last one: the same one moved, or the next one opened; null for a tick of the past. */
export function applyTick(
  last: DrawnCandle | undefined,
  tick: { price: number; atMs: number },
  interval: CandleInterval,
): DrawnCandle | null {
  const time = openTimeOf(tick.atMs, interval);
  const { price } = tick;
  if (last === undefined || time > last.time) {
    const open = last?.close ?? price;
    return { time, open, high: Math.max(open, price), low: Math.min(open, price), close: price, volume: 0 };
  }
  if (time < last.time) return null;
  return { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
}

/** Returns the mean of the last `length` closes for each candle from the `length`-th on. */
export function movingAverage(candles: readonly DrawnCandle[], length: number): { time: number; value: number }[] {
  const points: { time: number; value: number }[] = [];
  let sum = 0;
  candles.forEach((candle, index) => {
    sum += candle.close;
    const gone = candles[index - length];
    if (gone !== undefined) sum -= gone.close;
    if (index >= length - 1) points.push({ time: candle.time, value: sum / length });
  });
  return points;
}

export type CandleSum = { first: number; last: number; change: number; high: number; highAt: number; low: number; lowAt: number };

/** Returns what candles did together: first open, last close, the change as a fraction, and when highest and lowest were reached; null without candles. */
export function sumUp(candles: readonly DrawnCandle[]): CandleSum | null {
  const [first, last] = [candles[0], candles[candles.length - 1]];
  if (first === undefined || last === undefined) return null;
  const highest = candles.reduce((best, candle) => (candle.high > best.high ? candle : best));
  const lowest = candles.reduce((best, candle) => (candle.low < best.low ? candle : best));
  return {
    ...{ first: first.open, last: last.close, change: first.open === 0 ? 0 : last.close / first.open - 1 },
    ...{ high: highest.high, highAt: highest.time, low: lowest.low, lowAt: lowest.time },
  };
}
