import type { Loan } from '@/lib/dto/loans';
import { compareDecimals } from '@/lib/rules/decimal';
import { withdrawalEndsAt } from '@/lib/rules/loans';
import { PART_LEAST } from './find-problem';

export type Way = 'all' | 'part' | 'withdraw';

/** Returns the ways to pay back at `now` (ms): a part leaves some of the amount, and withdrawing has its time. `principal` is what is left of the amount, in USDT. */
export function listWays(
  { paidOutAt, dayMs }: Pick<Loan, 'paidOutAt' | 'dayMs'>,
  { principal, now }: { principal: string; now: number },
): Way[] {
  const hasPart = compareDecimals(principal, PART_LEAST) > 0;
  const canWithdraw = paidOutAt !== null && now <= withdrawalEndsAt({ paidOutAt: Date.parse(paidOutAt), dayMs });
  return ['all', ...(hasPart ? (['part'] as const) : []), ...(canWithdraw ? (['withdraw'] as const) : [])];
}

/** Returns the way of what was sent. */
export function wayOf({ amount, isWithdrawal }: { amount?: string | undefined; isWithdrawal: boolean }): Way {
  return isWithdrawal ? 'withdraw' : amount === undefined ? 'all' : 'part';
}

/** Returns the key of `Loans.wayTexts` that says what a way to pay back comes to: of an overdue loan all of it has late fees, and adds nothing to the score. */
export function textOfWay(way: Way, state: Loan['state']): Way | 'overdue' {
  return way === 'all' && state === 'overdue' ? 'overdue' : way;
}
