import type { Print } from '@/lib/dto/market';

/** Prices that the curve shows: one a second for two minutes, as many as `prints` answers with. */
export const POINTS_MAX = 120;
/** The purchase price stays within the middle part of the picture, so that both halves keep room for their words. */
const EDGE = 0.3;
/** The smallest distance that the picture spreads over, as a fraction of the price: noise must not look like a leap. */
const SPREAD_MIN = 0.0002;

/** The words beside the level: as wide as the longest of them in any language, from `near` to `far` above or below it. */
const WORDS = { width: 130, near: 2, far: 16 };
const WORDS_Y = { above: -5, below: 13 };

/**
 * Returns the corners of the price line as an SVG `points` text, where the purchase price (or the newest one) lies, and the base line of its words,
 * which begin at the left edge on the side where the line crosses them less. Everything in the units of the picture, floats, for drawing only.
 */
export function curvePoints(input: { line: readonly number[]; strike: number | null; width: number; height: number }): {
  points: string;
  strikeY: number;
  wordsY: number;
} {
  const { line, width, height } = input;
  const centre = input.strike ?? line.at(-1);
  const strikeY = height / 2;
  if (centre === undefined) return { points: '', strikeY, wordsY: strikeY + WORDS_Y.above };
  const reach = Math.max(centre * SPREAD_MIN, ...line.map((price) => Math.abs(price - centre)));
  const toY = (price: number) => strikeY - ((price - centre) / reach) * height * (0.5 - EDGE / 2);
  const step = line.length > 1 ? width / (line.length - 1) : 0;
  const points = line.map((price, index) => `${(index * step).toFixed(1)},${toY(price).toFixed(1)}`).join(' ');
  const besideWords = line.slice(0, Math.floor(WORDS.width / (step || width)) + 1).map((price) => toY(price) - strikeY);
  const crossings = (side: 1 | -1) => besideWords.filter((y) => y * side > WORDS.near && y * side < WORDS.far).length;
  return { points, strikeY, wordsY: strikeY + (crossings(1) < crossings(-1) ? WORDS_Y.below : WORDS_Y.above) };
}

/** Returns prices of `past` from before the first one seen, then those seen; the newest that the curve has room for. */
export function joinPrints(past: readonly Print[], seen: readonly Print[]): number[] {
  const first = seen[0]?.at;
  const before = first === undefined ? past : past.filter(({ at }) => at < first);
  return [...before, ...seen].slice(-POINTS_MAX).map(({ price }) => Number(price));
}
