/**
 * The formulas of staking, shared by preview, posting and screens. Money in base units, rates as fractions of a day in units of 10^-12: nothing here is
 * a float. Interest is simple: it is credited daily and earns nothing itself.
 */
import { formatScaled, powerOfTen, toScaled } from './decimal';

export const RATE_SCALE = 12;
const ONE = powerOfTen(RATE_SCALE);
const YEAR_DAYS = 365;
/** No yearly rate above this can be published, with or without compounding. */
export const YEARLY_RATE_MAX = '0.6';
/** Two days before its end a position says that it ends soon; one of fewer days does at its beginning. */
export const ENDS_SOON_DAYS = 2;
/** What a term's amount may have: nine digits before the point. */
export const STAKING_DIGITS_MAX = 9;

/** Returns a published daily rate (a fraction such as `0.0005`) in units of 10^-12. @throws RangeError for more digits or no decimal */
export function toRate(text: string): bigint {
  const rate = toScaled(text, RATE_SCALE);
  if (rate === null) throw new RangeError(`not a daily rate: ${text.slice(0, 40)}`);
  return rate;
}

/** Returns a daily rate in percent as a decimal: 500000000n is `0.05`. */
export function formatDailyPercent(rate: bigint): string {
  return formatScaled(rate, RATE_SCALE - 2);
}

/**
 * Returns the daily rate of an amount: `rateMin` at the smallest amount of a term, `rateMax` at its largest, linear in between, rounded down at
 * 10^-12. An amount outside the bounds counts as the nearer one.
 * @example calculateRate({ amount: 5_050n, amountMin: 100n, amountMax: 10_000n, rateMin: 300_000_000n, rateMax: 600_000_000n }) // 450_000_000n
 */
export function calculateRate(term: { amount: bigint; amountMin: bigint; amountMax: bigint; rateMin: bigint; rateMax: bigint }): bigint {
  const { amount, amountMin, amountMax, rateMin, rateMax } = term;
  if (amount >= amountMax) return rateMax;
  if (amount <= amountMin) return rateMin;
  return rateMin + ((rateMax - rateMin) * (amount - amountMin)) / (amountMax - amountMin);
}

export type Interest = { daily: bigint; total: bigint };

/**
 * Returns what each full 24 hours earn and what the whole term earns, in the units of `principal`, both rounded down. The total may be above `days` times
 * the daily amount: the remainder is paid with the last day.
 * @example calculateInterest({ principal: 100_000_000_001n, rate: 300_000_000n, days: 7 }) // { daily: 30_000_000n, total: 210_000_000n }
 */
export function calculateInterest({ principal, rate, days }: { principal: bigint; rate: bigint; days: number }): Interest {
  return { daily: (principal * rate) / ONE, total: (principal * rate * BigInt(days)) / ONE };
}

/** Returns what day `day` (1 is the first) of a term credits. The credits of all days are the total. */
export function calculateCredit({ daily, total, day, days }: Interest & { day: number; days: number }): bigint {
  return day < days ? daily : total - daily * BigInt(days - 1);
}

/** Returns what has been credited after `daysPaid` full days. */
export function calculatePaid({ daily, total, days, daysPaid }: Interest & { days: number; daysPaid: number }): bigint {
  return daysPaid < days ? daily * BigInt(daysPaid) : total;
}

/**
 * Returns what leaving after `daysPaid` credited days gives back: the principal less the interest that was paid. Together with that interest
 * it is what was put in, so leaving early costs the interest and nothing else.
 */
export function calculateExit({ principal, paid }: { principal: bigint; paid: bigint }): { returned: bigint; forfeited: bigint } {
  const forfeited = paid < principal ? paid : principal;
  return { returned: principal - forfeited, forfeited };
}

export type ExitRow = { day: number; credited: bigint; returned: bigint };

/** Returns the table "leave on day n: you get …": one row for each day from the first to the last, on which the whole principal returns. */
export function listExits(input: Interest & { principal: bigint; days: number }): ExitRow[] {
  return Array.from({ length: input.days }, (_, index) => {
    const day = index + 1;
    const credited = calculatePaid({ ...input, daysPaid: day });
    const returned = day === input.days ? input.principal : calculateExit({ principal: input.principal, paid: credited }).returned;
    return { day, credited, returned };
  });
}

/** Returns the simple yearly rate of a daily one, in units of 10^-12: 365 days. */
export function calculateApr(rate: bigint): bigint {
  return rate * BigInt(YEAR_DAYS);
}

/** Returns what a year would make if each day's credit earned the same rate from then on, in units of 10^-12, rounded down. */
export function calculateApy(rate: bigint): bigint {
  const scale = powerOfTen(30);
  let power = scale;
  const factor = scale + rate * powerOfTen(30 - RATE_SCALE);
  for (let day = 0; day < YEAR_DAYS; day += 1) power = (power * factor) / scale;
  return (power - scale) / powerOfTen(30 - RATE_SCALE);
}

/** A yearly rate is said with two decimals of its percent, and never rounded up. */
const YEARLY_DECIMALS = 4;
const cutYearly = (rate: bigint): bigint => rate / powerOfTen(RATE_SCALE - YEARLY_DECIMALS);

/** Returns the yearly rates of a daily one, as fractions: simple, and with each day's credit reinvested. Digits after the fourth are cut off. */
export function yearlyOf(rate: string): { apr: string; apy: string } {
  const [whole, fraction = ''] = rate.split('.');
  const daily = toRate(fraction.length <= RATE_SCALE ? rate : `${whole}.${fraction.slice(0, RATE_SCALE)}`);
  const write = (yearly: bigint) => formatScaled(cutYearly(yearly), YEARLY_DECIMALS);
  return { apr: write(calculateApr(daily)), apy: write(calculateApy(daily)) };
}

/** Says whether a daily rate may be published: neither its simple nor its compounded yearly rate is above 60 %. */
export function isPublishable(rate: bigint): boolean {
  const most = toRate(YEARLY_RATE_MAX);
  return rate > 0n && calculateApr(rate) <= most && calculateApy(rate) <= most;
}

/** Returns a yearly rate in percent with two decimals, rounded down. */
export function formatYearlyPercent(rate: bigint): string {
  return formatScaled(cutYearly(rate), YEARLY_DECIMALS - 2);
}

/**
 * Returns how long a new ether position waits until it earns, in ms: the fixed wait, and a day for each `perDay` that waits before it.
 * Zero for terms without a queue.
 */
export function calculateWait(input: { waitDays: number; perDay: bigint | null; queued: bigint; dayMs: number }): number {
  const ahead = input.perDay === null ? 0 : Number(input.queued / input.perDay);
  return (input.waitDays + ahead) * input.dayMs;
}
