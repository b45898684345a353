import type { DrawnCandle } from './candle-series';

export type ProfileRow = { low: number; high: number; volume: number };
/** Rows of a profile: as many as a chart on a phone shows apart. */
export const PROFILE_ROWS = 24;

/** Returns how much was traded in each of `rows` equal bands of price, lowest first: a candle's volume lies evenly between its low and its high. Nothing without volume. */
export function profileOf(candles: readonly DrawnCandle[], rows: number = PROFILE_ROWS): ProfileRow[] {
  const low = candles.reduce((least, candle) => Math.min(least, candle.low), Number.POSITIVE_INFINITY);
  const high = candles.reduce((most, candle) => Math.max(most, candle.high), Number.NEGATIVE_INFINITY);
  if (!(high > low)) return [];
  const size = (high - low) / rows;
  const volumes = new Array<number>(rows).fill(0);
  const rowOf = (price: number) => Math.min(rows - 1, Math.floor((price - low) / size));
  for (const candle of candles) {
    const [first, last] = [rowOf(candle.low), rowOf(candle.high)];
    const range = candle.high - candle.low;
    for (let row = first; row <= last; row += 1) {
      const overlap = Math.min(candle.high, low + (row + 1) * size) - Math.max(candle.low, low + row * size);
      const share = range === 0 ? 1 / (last - first + 1) : overlap / range;
      volumes[row] = (volumes[row] ?? 0) + candle.volume * share;
    }
  }
  return volumes.map((volume, row) => ({ low: low + row * size, high: low + (row + 1) * size, volume }));
}
