/** What a book's days say of it: figures of the open book, from the value of a unit at each valuation. */
import { formatScaled, powerOfTen } from './decimal';
import { UNIT_SCALE } from './hosting';

/** The expected range is shown from so many live days on; it is of results over `RANGE_DAYS`. */
export const RANGE_DAYS_MIN = 60;
const RANGE_DAYS = 30;
const SCALE = 6;
const ONE = powerOfTen(UNIT_SCALE);

/** Fractions as decimals: falls and losses are negative. `range` is null before `RANGE_DAYS_MIN` days. */
export type TrackRecord = {
  days: number;
  result: string;
  largestFall: string;
  worstDay: string;
  losingDays: string;
  range: { low: string; high: string } | null;
};

const show = (fraction: bigint) => formatScaled(fraction / powerOfTen(UNIT_SCALE - SCALE), SCALE);
/** Returns later ÷ earlier − 1, in units of 10^-12, towards zero. */
export function changeOf(earlier: bigint, later: bigint): bigint {
  return earlier === 0n ? 0n : ((later - earlier) * ONE) / earlier;
}

/** What all days of a book have come to: changes in units of 10^-12, zero or below; `unitValue` is the newest, `high` the highest. A unit begins at one. */
export type Figures = { days: number; losingDays: number; worst: bigint; fall: bigint; unitValue: bigint; high: bigint };
export const NO_FIGURES: Figures = { days: 0, losingDays: 0, worst: 0n, fall: 0n, unitValue: ONE, high: ONE };

/** Returns the figures with one day more. */
export function addDay({ days, losingDays, worst, fall, unitValue: before, high: highest }: Figures, unitValue: bigint): Figures {
  const high = unitValue > highest ? unitValue : highest;
  const [made, below] = [changeOf(before, unitValue), changeOf(high, unitValue)];
  return {
    days: days + 1,
    losingDays: losingDays + (made < 0n ? 1 : 0),
    worst: made < worst ? made : worst,
    fall: below < fall ? below : fall,
    unitValue,
    high,
  };
}

/** Returns the record that figures make; `newest` are the unit values that the range is of, oldest first: all days or the last ones. */
export function writeRecord({ days, losingDays, worst, fall, unitValue }: Figures, newest: readonly bigint[]): TrackRecord {
  const values = newest.length === days ? [ONE, ...newest] : newest;
  return {
    days,
    result: show(changeOf(ONE, unitValue)),
    largestFall: show(fall),
    worstDay: show(worst),
    losingDays: show(days === 0 ? 0n : (BigInt(losingDays) * ONE) / BigInt(days)),
    range: days < RANGE_DAYS_MIN ? null : calculateRange(values),
  };
}

/**
 * Returns the record of unit values, oldest first; a unit began at one.
 * @example calculateRecord([1_100_000_000_000n, 990_000_000_000n]) // largestFall '-0.1', worstDay '-0.1', losingDays '0.5', result '-0.01'
 */
export function calculateRecord(unitValues: readonly bigint[]): TrackRecord {
  return writeRecord(unitValues.reduce(addDay, NO_FIGURES), unitValues);
}

/** The 10th and the 90th percentile of what each run of `RANGE_DAYS` days brought, by nearest rank. */
function calculateRange(values: readonly bigint[]): { low: string; high: string } {
  const results = values.slice(RANGE_DAYS).map((value, day) => changeOf(values[day] ?? ONE, value));
  const sorted = results.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (percent: number) => sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0n;
  return { low: show(at(10)), high: show(at(90)) };
}
