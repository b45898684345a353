import { compareDecimals, formatScaled, isMultipleOf, leastOf, roundToStep, toScaled } from '@/lib/rules/decimal';
import { calculateInterest, calculateRate, type ExitRow, listExits, RATE_SCALE, toRate, yearlyOf } from '@/lib/rules/staking';
import type { StakingTerm } from '@/lib/dto/staking';

/** Decimals of every asset that can be staked. */
export const STAKING_DECIMALS = 8;

/** Why an amount can't be staked, as the exchange would say it. */
export type Problem = { code: string; params: Record<string, string> };
/** What an amount earns in a term; amounts as decimals, rates as fractions; `places` how many validator places it takes, null where it takes none. */
export type Preview = {
  rate: string;
  daily: string;
  total: string;
  apr: string;
  apy: string;
  places: string | null;
  exits: readonly ExitRow[];
};

const units = (text: string): bigint => toScaled(text, STAKING_DECIMALS) ?? 0n;

/** Returns what stands in the way of an amount (a plain decimal above zero), null where nothing does. */
export function findProblem(term: StakingTerm, amount: string, available: string | null): Problem | null {
  const { asset } = term;
  if (compareDecimals(amount, term.amountMin) < 0) return { code: 'STAKING_AMOUNT_TOO_SMALL', params: { min: term.amountMin, asset } };
  if (compareDecimals(amount, term.amountMax) > 0) return { code: 'STAKING_AMOUNT_TOO_LARGE', params: { max: term.amountMax, asset } };
  if (term.place !== null && !isMultipleOf(amount, term.place)) return { code: 'STAKING_PLACES', params: { place: term.place, asset } };
  if (available !== null && compareDecimals(amount, available) > 0) {
    return { code: 'INSUFFICIENT_BALANCE', params: { needed: amount, available, asset } };
  }
  if (compareDecimals(amount, term.left) > 0) return { code: 'STAKING_POOL_EXHAUSTED', params: { left: term.left, asset } };
  return null;
}

/** Returns the most that can be put into a term now: a validator place is whole. Below the term's smallest amount it is that one, whose problem says why. */
export function findMost({ amountMin, amountMax, left, place }: StakingTerm, available: string | null): string {
  const most = leastOf(available === null ? [amountMax, left] : [amountMax, left, available]);
  const whole = place === null ? most : roundToStep(most, place, 'down');
  return compareDecimals(whole, amountMin) < 0 ? amountMin : whole;
}

/** Returns what an amount within the term's bounds earns, by the formulas of the posting. */
export function previewStaking(term: StakingTerm, amount: string): Preview {
  const principal = units(amount);
  const rate = calculateRate({
    amount: principal,
    amountMin: units(term.amountMin),
    amountMax: units(term.amountMax),
    rateMin: toRate(term.rateMin),
    rateMax: toRate(term.rateMax),
  });
  const interest = calculateInterest({ principal, rate, days: term.days });
  const show = (value: bigint) => formatScaled(value, STAKING_DECIMALS);
  return {
    rate: formatScaled(rate, RATE_SCALE),
    daily: show(interest.daily),
    total: show(interest.total),
    ...yearlyOf(formatScaled(rate, RATE_SCALE)),
    places: term.place === null ? null : String(principal / units(term.place)),
    exits: listExits({ ...interest, principal, days: term.days }),
  };
}
