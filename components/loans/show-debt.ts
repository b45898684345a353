import type { Loan } from '@/lib/dto/loans';
import { formatScaled, toScaled } from '@/lib/rules/decimal';
import { calculateDebt, LOAN_SCALE } from '@/lib/rules/loans';

/** What is owed, as text in USDT. */
export type ShownDebt = { principal: string; interest: string; fee: string; total: string };

/** Returns what a loan owes at `now` (ms) by the formula that it is booked by; null when nothing is owed. */
export function showDebt(loan: Loan, now: number): ShownDebt | null {
  if (loan.paidOutAt === null || (loan.state !== 'running' && loan.state !== 'overdue')) return null;
  const units = (text: string) => toScaled(text, LOAN_SCALE) ?? 0n;
  const { principal, interest, fee } = calculateDebt(
    {
      ...loan,
      paidOutAt: Date.parse(loan.paidOutAt),
      principal: units(loan.principal),
      closedInterest: units(loan.closedInterest),
      fee: units(loan.fee),
    },
    now,
  );
  const show = (money: bigint) => formatScaled(money, LOAN_SCALE);
  return { principal: show(principal), interest: show(interest), fee: show(fee), total: show(principal + interest + fee) };
}
