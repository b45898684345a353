import type { DecimalString } from '../../../lib/protocol/wire';
import { fromUnits, mulDiv } from '../../platform/decimal';
import { LIMIT_WAIT_MS } from './risk-limits.terms';

const DAY_MS = 86_400_000;
/** Day 0 of the epoch was a Thursday, a week begins on Monday. */
const MONDAY_SHIFT = 3;

/** Base units; null is no limit. */
export type Limit = { max: bigint | null; later: { max: bigint | null; from: number } | null };

/** Returns where the day, the week (Monday) and the month of `now` begin in UTC, all in ms. */
export function startsOf(now: number): { day: number; week: number; month: number } {
  const day = now - (now % DAY_MS);
  const date = new Date(now);
  return {
    day,
    week: day - ((day / DAY_MS + MONDAY_SHIFT) % 7) * DAY_MS,
    month: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
  };
}

/** Returns a limit as it holds at `now` (ms): a looser one whose time has come is the limit. */
export function limitAt(limit: Limit, now: number): Limit {
  return limit.later !== null && limit.later.from <= now ? { max: limit.later.max, later: null } : limit;
}

/** Returns a limit after a change at `now`: what is tighter holds at once, what is looser after the wait; asking again does not restart it. */
export function changeLimit(before: Limit, wanted: bigint | null, now: number): Limit {
  const current = limitAt(before, now);
  const isLooser = current.max !== null && (wanted === null || wanted > current.max);
  if (!isLooser) return { max: wanted, later: null };
  if (current.later !== null && current.later.max === wanted) return current;
  return { max: current.max, later: { max: wanted, from: now + LIMIT_WAIT_MS } };
}

/** True when a change (`changeLimit`) began the wait of a looser limit; one that waited for the same before is none. */
export function isLoosened(before: Limit, after: Limit): boolean {
  return after.later !== null && (before.later === null || before.later.max !== after.later.max);
}

/** Fewer accounts with a result say nothing about a product: one contract is no "100 % lose money". */
const SHARE_ACCOUNTS_MIN = 100;
const SHARE_DECIMALS = 4;

/**
 * Returns the fraction of accounts that lost more than they won, null below 100 accounts. Rounded up: the warning is never milder than what
 * happened.
 * @example calculateLosingShare({ losing: 200, all: 300 }) // '0.6667'
 */
export function calculateLosingShare({ losing, all }: { losing: number; all: number }): DecimalString | null {
  if (all < SHARE_ACCOUNTS_MIN) return null;
  return fromUnits(mulDiv(BigInt(losing), 10n ** BigInt(SHARE_DECIMALS), BigInt(all), 'up'), SHARE_DECIMALS);
}
