import { DAY_MS, MINUTE_MS } from './market-data.source';

/** Open, high, low, close (ticks) and volume (steps) one after the other; an open of NaN is a missing one. */
export const CANDLE_COLUMNS = 5;

export type Candle = { time: number; open: number; high: number; low: number; close: number; volume: number };

const WEEK_MINUTES = 10_080;
/** 1970-01-05 was a Monday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Returns the open time (ms) of the candle of `minutes` that holds `at`; weeks begin on Monday 00:00 UTC. */
export function calculateOpenTime(at: number, minutes: number): number {
  const size = minutes * MINUTE_MS;
  const shift = minutes === WEEK_MINUTES ? FIRST_MONDAY_MS : 0;
  return Math.floor((at - shift) / size) * size + shift;
}

/** Returns a table of `length` missing candles. */
export function createCandleTable(length: number): Float64Array {
  return new Float64Array(length * CANDLE_COLUMNS).fill(Number.NaN);
}

/** Reads one candle of a table; null when it is missing. */
export function readCandle(table: Float64Array, index: number, time: number): Candle | null {
  const at = index * CANDLE_COLUMNS;
  const open = table[at];
  if (open == null || Number.isNaN(open)) return null;
  const [high, low, close, volume] = [table[at + 1], table[at + 2], table[at + 3], table[at + 4]] as [number, number, number, number];
  return { time, open, high, low, close, volume };
}

/** Adds a later candle to an earlier one in place. */
export function extendCandle(candle: Candle, later: Omit<Candle, 'time'>): void {
  candle.high = Math.max(candle.high, later.high);
  candle.low = Math.min(candle.low, later.low);
  candle.close = later.close;
  candle.volume += later.volume;
}

/** Returns a shorter table in which each candle is made of `factor` of the given ones. */
export function foldTable(table: Float64Array, factor: number): Float64Array {
  const length = Math.ceil(table.length / CANDLE_COLUMNS / factor);
  const folded = createCandleTable(length);
  for (let i = 0; i < length; i += 1) {
    let sum: Candle | null = null;
    for (let j = i * factor; j < (i + 1) * factor; j += 1) {
      const candle = readCandle(table, j, 0);
      if (candle && sum) extendCandle(sum, candle);
      else sum ??= candle;
    }
    if (sum) folded.set([sum.open, sum.high, sum.low, sum.close, sum.volume], i * CANDLE_COLUMNS);
  }
  return folded;
}

/** Folds candles in ascending order into candles of `minutes`, appending to `target`. */
export function foldInto(target: Candle[], candles: Iterable<Candle>, minutes: number): void {
  for (const candle of candles) {
    const time = calculateOpenTime(candle.time, minutes);
    const last = target.at(-1);
    if (last && last.time === time) extendCandle(last, candle);
    else target.push({ ...candle, time });
  }
}
