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

/** Returns the lowest and the highest of some values, of which there is at least one. */
export function rangeOf(values: readonly string[]): { low: string; high: string } {
  const sorted = values.toSorted(compareDecimals);
  return { low: sorted[0] ?? '0', high: sorted.at(-1) ?? '0' };
}

/** Returns the points of a line through values, oldest first, from the left edge to the right and from the lowest to the highest. */
export function toCurve(values: readonly string[], { width, height }: { width: number; height: number }): string {
  const all = values.map((value) => Number(value));
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (value: number) => (high === low ? height / 2 : height - ((value - low) / (high - low)) * height);
  return all.map((value, index) => `${((index / Math.max(all.length - 1, 1)) * width).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
}
