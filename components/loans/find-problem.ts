import type { LoanProduct } from '@/lib/dto/loans';
import { addDecimals, compareDecimals, formatScaled, leastOf, roundToStep, subtractDecimals } from '@/lib/rules/decimal';
import { LOAN_ASSET, LOAN_SCALE, PART_MIN } from '@/lib/rules/loans';
import type { ShownDebt } from './show-debt';

/** Why an amount can't be borrowed or paid back, as the exchange would say it. */
export type Problem = {
  code: 'LOAN_AMOUNT_OUT_OF_RANGE' | 'LOAN_LIMIT_EXCEEDED' | 'LOAN_POOL_EMPTY' | 'LOAN_REPAYMENT_INVALID' | 'INSUFFICIENT_BALANCE';
  params: Record<string, string>;
};
/**
 * What somebody is judged by: `owed` is borrowed or applied for, `pool` what can still be lent, above `operatorsAbove` of all together people decide. In USDT.
 */
export type Standing = { limit: string; owed: string; pool: string; operatorsAbove: string; isVerified: boolean };

/** A form has two decimals. */
const STEP = '0.01';
/** The least that can be paid back in part, in USDT. */
export const PART_LEAST = formatScaled(PART_MIN, LOAN_SCALE);

const leftOf = ({ limit, owed }: Standing): string => (compareDecimals(limit, owed) > 0 ? subtractDecimals(limit, owed) : '0');

/** Says why an amount can't be borrowed; null when it can. The limit is that of somebody who is verified. */
export function findLoanProblem({ min, max }: LoanProduct, amount: string, standing: Standing): Problem | null {
  if (compareDecimals(amount, min) < 0 || compareDecimals(amount, max) > 0)
    return { code: 'LOAN_AMOUNT_OUT_OF_RANGE', params: { min, max } };
  const left = leftOf(standing);
  if (standing.isVerified && compareDecimals(amount, left) > 0) {
    return { code: 'LOAN_LIMIT_EXCEEDED', params: { limit: standing.limit, left } };
  }
  return compareDecimals(amount, standing.pool) > 0 ? { code: 'LOAN_POOL_EMPTY', params: { left: standing.pool } } : null;
}

/** True where an amount is paid out by two operators alone. */
export const isDecidedByPeople = (amount: string, { owed, operatorsAbove }: Standing): boolean =>
  compareDecimals(addDecimals(owed, amount), operatorsAbove) > 0;

/** Returns the most that can be borrowed of a product now; below its smallest amount it is that one, whose problem says why. */
export function findMostLoan({ min, max }: LoanProduct, standing: Standing | undefined): string {
  if (standing === undefined) return max;
  const most = roundToStep(leastOf([max, leftOf(standing), standing.pool]), STEP, 'down');
  return compareDecimals(most, min) < 0 ? min : most;
}

/** Says why `paid` can't be paid back; null when it can. A part is from 10 USDT on and below what is left of the amount. `available` null: not known. */
export function findRepayProblem(
  debt: ShownDebt,
  paid: string,
  { isPart, available }: { isPart: boolean; available: string | null },
): Problem | null {
  const isBeyond = compareDecimals(paid, PART_LEAST) < 0 || compareDecimals(paid, debt.principal) >= 0;
  if (isPart && isBeyond && paid !== debt.total)
    return { code: 'LOAN_REPAYMENT_INVALID', params: { most: debt.principal, all: debt.total } };
  return available !== null && compareDecimals(paid, available) > 0
    ? { code: 'INSUFFICIENT_BALANCE', params: { asset: LOAN_ASSET, needed: paid, available } }
    : null;
}
