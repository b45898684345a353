import type { Print } from '@/lib/dto/market';

/** Prices that the curve shows: one a second for two minutes, as many as `prints` answers with. */
export const POINTS_MAX = 120;
/** The purchase price stays within the middle part of the picture, so that both halves keep room for their words. */
const EDGE = 0.3;
/** The smallest distance that the picture spreads over, as a fraction of the price: noise must not look like a leap. */
const SPREAD_MIN = 0.0002;

/**
 * Returns the corners of the price line as an SVG `points` text and where the purchase price (or the newest one) lies. Everything in the
 * units of the picture, floats, for drawing only.
 */
export function curvePoints(input: { line: readonly number[]; strike: number | null; width: number; height: number }): {
  points: string;
  strikeY: number;
} {
  const { line, width, height } = input;
  const centre = input.strike ?? line.at(-1);
  if (centre === undefined) return { points: '', strikeY: height / 2 };
  const reach = Math.max(centre * SPREAD_MIN, ...line.map((price) => Math.abs(price - centre)));
  const toY = (price: number) => height / 2 - ((price - centre) / reach) * height * (0.5 - EDGE / 2);
  const step = line.length > 1 ? width / (line.length - 1) : 0;
  const points = line.map((price, index) => `${(index * step).toFixed(1)},${toY(price).toFixed(1)}`).join(' ');
  return { points, strikeY: height / 2 };
}

/** Returns prices of `past` from before the first one seen, then those seen; the newest that the curve has room for. */
export function joinPrints(past: readonly Print[], seen: readonly Print[]): number[] {
  const first = seen[0]?.at;
  const before = first === undefined ? past : past.filter(({ at }) => at < first);
  return [...before, ...seen].slice(-POINTS_MAX).map(({ price }) => Number(price));
}
