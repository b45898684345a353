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
/** later ÷ earlier − 1, in units of 10^-12, towards zero. */
const change = (earlier: bigint, later: bigint) => (earlier === 0n ? 0n : ((later - earlier) * ONE) / earlier);

/**
 * Returns the record of unit values, oldest first; a unit began at one.
 * @example calculateRecord([1_100_000_000_000n, 990_000_000_000n]) // largestFall '-0.1', worstDay '-0.1', losingDays '0.5', result '-0.01'
 */
export function calculateRecord(unitValues: readonly bigint[]): TrackRecord {
  const values = [ONE, ...unitValues];
  const changes = unitValues.map((value, day) => change(values[day] ?? ONE, value));
  let [high, fall] = [ONE, 0n];
  for (const value of values) {
    if (value > high) high = value;
    const below = change(high, value);
    if (below < fall) fall = below;
  }
  let worst = 0n;
  for (const each of changes) if (each < worst) worst = each;
  const losing = changes.filter((each) => each < 0n).length;
  return {
    days: unitValues.length,
    result: show(change(ONE, values.at(-1) ?? ONE)),
    largestFall: show(fall),
    worstDay: show(worst),
    losingDays: show(changes.length === 0 ? 0n : (BigInt(losing) * ONE) / BigInt(changes.length)),
    range: unitValues.length < RANGE_DAYS_MIN ? null : calculateRange(values),
  };
}

/** The 10th and the 90th percentile of what each run of `RANGE_DAYS` days brought, by nearest rank. */
function calculateRange(values: readonly bigint[]): { low: string; high: string } {
  const results = values.slice(RANGE_DAYS).map((value, day) => change(values[day] ?? ONE, value));
  const sorted = results.sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const at = (percent: number) => sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? 0n;
  return { low: show(at(10)), high: show(at(90)) };
}
