import { calculateInterest, type Debt, divideRepayment, LOAN_SCALE, MINUTES_A_DAY, withdrawalEndsAt } from '../../../lib/rules/loans';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { fromUnits, toUnits } from '../../platform/decimal';
import { DomainError } from '../../platform/domain-error';
import { transactOnce } from '../../platform/idempotency';
import type { Owner } from './loans.judge';
import { advance, debtOf, join, repay, timesOf } from './loans.life';
import { type Loan, lockOwnLoan } from './loans.repository';
import { writeOutcomes } from './loans.write';

/** `amount` null: everything that is owed, which came to `most` as it was shown; in USDT. */
export type RepayInput = { id: string; amount: string | null; isWithdrawal: boolean; requestId: string; most?: string };
/** What was paid back, and what is left of the amount, in USDT. */
export type Repaid = { paid: string; left: string };

/** Between the figure on a screen and its repayment so much time may pass: the clocks of both, a slow line, a confirmation. */
const SHOWN_MS = 5 * 60_000;
const sumOf = ({ principal, interest, fee }: Debt) => principal + interest + fee;

/** Refuses to take more than was shown, but for the interest of a few minutes. @throws LOAN_OWED_MORE */
function requireShown({ principal, rate, dayMs }: Loan, paid: Debt, most: string): void {
  const minutes = Math.ceil((SHOWN_MS * MINUTES_A_DAY) / dayMs);
  if (sumOf(paid) > toUnits(most, LOAN_SCALE) + calculateInterest({ amount: principal, rate, minutes })) {
    throw new DomainError('LOAN_OWED_MORE', { params: { all: fromUnits(sumOf(paid), LOAN_SCALE) } });
  }
}

/** Returns what pays loans back. */
export function createRepaying({ db, clock, events }: Pick<Platform, 'db' | 'clock' | 'events'>) {
  async function repayOnce(tx: Tx, owner: Owner, input: RepayInput): Promise<Repaid> {
    const locked = await lockOwnLoan(tx, { ...owner, id: input.id });
    if (locked === null) throw new DomainError('LOAN_NOT_FOUND');
    if (locked.state !== 'running' && locked.state !== 'overdue') throw new DomainError('LOAN_NOT_OWED');
    const now = clock.now();
    // Days that are over count, whether or not the job has been there.
    const late = advance(locked, now);
    const { loan } = late;
    if (input.isWithdrawal && now > withdrawalEndsAt({ paidOutAt: timesOf(loan).paidOutAt, dayMs: loan.dayMs })) {
      throw new DomainError('LOAN_WITHDRAWAL_OVER');
    }
    const debt = debtOf(loan, now);
    const amount = input.amount === null ? null : toUnits(input.amount, LOAN_SCALE);
    const paid = divideRepayment(debt, { amount, isWithdrawal: input.isWithdrawal });
    if (paid === null) {
      const all = fromUnits(debt.principal + debt.interest + debt.fee, LOAN_SCALE);
      throw new DomainError('LOAN_REPAYMENT_INVALID', { params: { most: fromUnits(debt.principal, LOAN_SCALE), all } });
    }
    if (input.amount === null && !input.isWithdrawal && input.most !== undefined) requireShown(loan, paid, input.most);
    const outcome = join(late, repay(loan, { paid, isWithdrawal: input.isWithdrawal, isAutomatic: false, at: now }));
    await writeOutcomes(tx, [outcome]);
    return {
      paid: fromUnits(paid.principal + paid.interest + paid.fee, LOAN_SCALE),
      left: fromUnits(outcome.loan.principal, LOAN_SCALE),
    };
  }

  return {
    /** @throws the codes of call 42 */
    async repay(owner: Owner, input: RepayInput): Promise<Repaid> {
      const { requestId, ...asked } = input;
      const request = { ...owner, call: 'loans.repay', requestId, input: asked };
      const answer = await transactOnce(db, request, (tx) => repayOnce(tx, owner, input));
      events.publish({ kind: 'account', ...owner, changed: ['balances'], market: null });
      return answer;
    },
  };
}
