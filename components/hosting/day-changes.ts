import { compareDecimals, formatScaled, toScaled } from '@/lib/rules/decimal';

const SCALE = 6;
const ONE = 10n ** BigInt(SCALE);
const units = (text: string) => toScaled(text, SCALE) ?? 0n;

/** Returns later ÷ earlier − 1 as a fraction. */
export function changeOf(earlier: string, later: string): string {
  const from = units(earlier);
  return formatScaled(from === 0n ? 0n : ((units(later) - from) * ONE) / from, SCALE);
}

type Day = { at: string; unitValue: string };

/** Returns what each day made of the one before, as a fraction, newest first; the first of all began at one. */
export function listChanges(days: readonly Day[]): { at: string; change: string }[] {
  return days.map(({ at, unitValue }, index) => ({ at, change: changeOf(days[index + 1]?.unitValue ?? '1', unitValue) }));
}

/** Days that are shorter are told apart by the clock. */
const LONG_MS = 12 * 3_600_000;

/** Says of days that are given newest first whether they are shorter than a day of the calendar. */
export function isShortOf([newest, before]: readonly { at: string }[]): boolean {
  return newest !== undefined && before !== undefined && Date.parse(newest.at) - Date.parse(before.at) < LONG_MS;
}

/** Returns what one USDT became in bitcoin at points that are given newest first, oldest first from one on; a point without a price has that of the one before. Null while none has one. */
export function besideOf(points: readonly { btc: string | null }[]): string[] | null {
  if (points.every(({ btc }) => btc === null)) return null;
  const values = ['1'];
  for (const { btc } of points.toReversed()) values.push(btc ?? values.at(-1) ?? '1');
  return values;
}

/** Returns the lowest and the highest of some values, of which there is at least one. */
export function rangeOf(values: readonly string[]): { low: string; high: string } {
  const sorted = values.toSorted(compareDecimals);
  return { low: sorted[0] ?? '0', high: sorted.at(-1) ?? '0' };
}

/**
 * Returns the points of a line through values, oldest first, from the left edge to the right and from the lowest to the highest of `all`, which are theirs
 * unless other lines are drawn on the same scale.
 */
export function toCurve(
  values: readonly string[],
  { width, height }: { width: number; height: number },
  all: readonly string[] = values,
): string {
  const scale = all.map(Number);
  const [low, high] = [Math.min(...scale), Math.max(...scale)];
  const y = (value: number) => (high === low ? height / 2 : height - ((value - low) / (high - low)) * height);
  const x = (index: number) => (index / Math.max(values.length - 1, 1)) * width;
  return values.map((value, index) => `${x(index).toFixed(1)},${y(Number(value)).toFixed(1)}`).join(' ');
}
