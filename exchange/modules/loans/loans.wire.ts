import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { loanDetail, loanList } from '../../../lib/protocol/loans';
import { calculateLateFee, LOAN_SCALE, LOAN_STATES } from '../../../lib/rules/loans';
import { fromUnits } from '../../platform/decimal';
import type { SealedAgreement } from './loans.documents';
import type { LoanEntry } from './loans.entries';
import { debtOf } from './loans.life';
import type { Loan } from './loans.repository';

const show = (units: bigint) => fromUnits(units, LOAN_SCALE);
const isOwed = ({ state }: Loan) => state === 'running' || state === 'overdue';

/** Returns a row of call 40. */
export function toListWire(loan: Loan, now: number): AnswerOf<typeof loanList>[number] {
  const debt = isOwed(loan) ? debtOf(loan, now) : null;
  return {
    id: loan.id,
    num: show(loan.amount),
    tian: loan.days,
    state: LOAN_STATES.indexOf(loan.state),
    time: loan.appliedAt,
    end: loan.dueAt,
    owed: debt === null ? '0' : show(debt.principal + debt.interest + debt.fee),
    ending: loan.ending,
  };
}

/** Returns the answer of call 41. */
export function toDetailWire(
  loan: Loan,
  { hash, borrower, entries }: { hash: string; borrower: SealedAgreement['borrower']; entries: readonly LoanEntry[] },
): AnswerOf<typeof loanDetail> {
  return {
    id: loan.id,
    num: show(loan.amount),
    tian: loan.days,
    day_ms: loan.dayMs,
    state: LOAN_STATES.indexOf(loan.state),
    ending: loan.ending,
    reason: loan.reason,
    applied: loan.appliedAt,
    start: loan.paidOutAt,
    end: loan.dueAt,
    ended: loan.endedAt,
    rate: loan.rate,
    interest: show(loan.interest),
    late_fee: show(calculateLateFee({ principal: loan.amount, rate: loan.rate })),
    late_fee_cap: show(loan.interest),
    refund: show(loan.principal),
    repayment: show(loan.amount + loan.interest),
    penalty: '0',
    auto: loan.isAuto,
    principal: show(loan.principal),
    closed_interest: show(loan.closedInterest),
    closed_minutes: loan.closedMinutes,
    fee: show(loan.fee),
    late_days: loan.lateDays,
    first_name: borrower.firstName,
    last_name: borrower.lastName,
    address: borrower.address,
    phone: borrower.phone,
    pdf_hash: hash,
    entries: entries.map(({ kind, n, at, principal, interest, fee }) => ({
      kind,
      n,
      time: at,
      principal: show(principal),
      interest: show(interest),
      fee: show(fee),
    })),
  };
}
