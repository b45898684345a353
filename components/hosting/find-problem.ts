import type { HostingPlan } from '@/lib/dto/hosting';
import { compareDecimals, leastOf } from '@/lib/rules/decimal';

type Problem = {
  code: 'STAKING_AMOUNT_TOO_SMALL' | 'STAKING_AMOUNT_TOO_LARGE' | 'HOSTING_QUOTA_FULL' | 'INSUFFICIENT_BALANCE';
  params: Record<string, string>;
};

/** Says why an amount can't be hosted in a plan, as the exchange would; null when it can. `available` null: not known. */
export function findProblem(plan: HostingPlan, amount: string, available: string | null): Problem | null {
  const { asset, amountMin, amountMax, left } = plan;
  if (compareDecimals(amount, amountMin) < 0) return { code: 'STAKING_AMOUNT_TOO_SMALL', params: { min: amountMin, asset } };
  if (compareDecimals(amount, amountMax) > 0) return { code: 'STAKING_AMOUNT_TOO_LARGE', params: { max: amountMax, asset } };
  if (compareDecimals(amount, left) > 0) return { code: 'HOSTING_QUOTA_FULL', params: { left, asset } };
  return available !== null && compareDecimals(amount, available) > 0
    ? { code: 'INSUFFICIENT_BALANCE', params: { asset, needed: amount, available } }
    : null;
}

/** Returns the most that can be hosted in a plan now; below its smallest amount it is that one, whose problem says why. */
export function findMost({ amountMin, amountMax, left }: HostingPlan, available: string | null): string {
  const most = leastOf(available === null ? [amountMax, left] : [amountMax, left, available]);
  return compareDecimals(most, amountMin) < 0 ? amountMin : most;
}
