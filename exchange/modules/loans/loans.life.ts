import {
  calculateDebt,
  countOverdueDays,
  type Debt,
  LOAN_SCALE,
  type LoanEnding,
  MINUTES_A_DAY,
  nextLateFee,
  REMINDER_HOURS,
  type Standing,
  WRITE_OFF_DAYS,
} from '../../../lib/rules/loans';
import { fromUnits } from '../../platform/decimal';
import type { NewEvent } from '../../platform/event-kinds';
import type { NewScoreChange } from '../credit-score/credit-score';
import type { Journal } from '../ledger/ledger';
import type { LoanEntry } from './loans.entries';
import * as events from './loans.events';
import { payoutJournal, releaseJournal, repaymentJournals, writeOffJournal } from './loans.postings';
import type { Loan } from './loans.repository';
import { DECISION_MS } from './loans.terms';

/** What a step does: the loan after it, and what has to be written with it. Nothing here reads or writes. */
export type Outcome = { loan: Loan; journals: Journal[]; entries: LoanEntry[]; events: NewEvent[]; scores: NewScoreChange[] };

/** An application for operators that nobody decides is rejected. */
const LAPSE_DAYS = 7;
/** Why an application was rejected by itself. */
export const LAPSED = 'lapsed';

const show = (units: bigint) => fromUnits(units, LOAN_SCALE);
const unchanged = (loan: Loan): Outcome => ({ loan, journals: [], entries: [], events: [], scores: [] });
const NOTHING = { principal: 0n, interest: 0n, fee: 0n };

/** Returns when the first step of an application is due. */
export function firstStepAt({ appliedAt, needsOperators }: Pick<Loan, 'appliedAt' | 'needsOperators'>): number {
  return appliedAt + (needsOperators ? LAPSE_DAYS * 86_400_000 : DECISION_MS);
}

/** Returns the times of a loan that was paid out. @throws Error for one that was not: a programmer's fault */
export function timesOf({ id, paidOutAt, dueAt }: Loan): { paidOutAt: number; dueAt: number } {
  if (paidOutAt === null || dueAt === null) throw new Error(`loan ${id} was not paid out`);
  return { paidOutAt, dueAt };
}

function nextStepAt(loan: Loan, now: number): number | null {
  if (loan.state === 'running') {
    const { paidOutAt, dueAt } = timesOf(loan);
    const reminders = REMINDER_HOURS.map((hours) => dueAt - (hours * loan.dayMs) / 24);
    return reminders.slice(loan.reminders).find((at) => at > paidOutAt) ?? dueAt + 1;
  }
  if (loan.state !== 'overdue') return null;
  const dayEndsAt = timesOf(loan).dueAt + (loan.lateDays + 1) * loan.dayMs;
  return loan.isAuto ? Math.min(dayEndsAt, nextTryAt(loan, now)) : dayEndsAt;
}

/**
 * Returns when (ms) an overdue loan whose owner ticked it is tried again after `now`: a minute before each hour since the due time is over, so that what
 * came in before a day is over is taken before that day costs its fee. Of a loan whose days are short, hours and minutes are as short.
 */
function nextTryAt(loan: Loan, now: number): number {
  const { dueAt } = timesOf(loan);
  const hourMs = loan.dayMs / 24;
  const leadMs = loan.dayMs / MINUTES_A_DAY;
  const hour = Math.max(1, Math.floor((now - dueAt + leadMs) / hourMs) + 1);
  return Math.max(now + 1, Math.ceil(dueAt + hour * hourMs - leadMs));
}

/** Returns what a loan owes now. */
export function debtOf(loan: Loan, now: number): Debt & { minutes: number } {
  const standing: Standing = { ...loan, ...timesOf(loan) };
  return calculateDebt(standing, now);
}

export function payOut(loan: Loan, { agreementHash, at }: { agreementHash: string; at: number }): Outcome {
  const dueAt = at + loan.days * loan.dayMs;
  const running: Loan = { ...loan, state: 'running', paidOutAt: at, dueAt };
  const { id, userId, mode, amount } = loan;
  return {
    ...unchanged({ ...running, nextAt: nextStepAt(running, at) }),
    journals: [payoutJournal({ ...loan, agreementHash }, at)],
    entries: [{ loanId: id, kind: 'paid_out', n: 1, at, ...NOTHING, principal: amount }],
    events: [events.loanPaidOut.create({ userId, mode, at, payload: { loan: id, amount: show(amount), due: dueAt } })],
  };
}

export function reject(loan: Loan, { reason, at }: { reason: string; at: number }): Outcome {
  const { id, userId, mode, amount } = loan;
  return {
    ...unchanged({ ...loan, state: 'rejected', reason, endedAt: at, principal: 0n, nextAt: null }),
    journals: [releaseJournal(loan, at)],
    entries: [{ loanId: id, kind: 'rejected', n: 1, at, ...NOTHING, principal: amount }],
    events: [events.loanRejected.create({ userId, mode, at, payload: { loan: id, amount: show(amount), reason } })],
  };
}

/** What a repayment is: its division, and how it came to it. `isAutomatic` when the due time did it. */
type Repayment = { paid: Debt; isWithdrawal: boolean; isAutomatic: boolean; at: number };

export function repay(loan: Loan, { paid, isWithdrawal, isAutomatic, at }: Repayment): Outcome {
  const { id, userId, mode } = loan;
  const debt = debtOf(loan, at);
  const left = loan.principal - paid.principal;
  const n = loan.parts + 1;
  const ending: LoanEnding | null = left > 0n ? null : isWithdrawal ? 'withdrawn' : 'repaid';
  const how = ending === null ? 'part' : isAutomatic ? 'automatic' : ending === 'withdrawn' ? 'withdrawn' : 'all';
  // Borrowing for the day that costs nothing proves nothing, and the score would rise for free.
  const isInTime = ending === 'repaid' && debt.interest > 0n && loan.state === 'running' && (isAutomatic || at <= timesOf(loan).dueAt);
  const after: Loan = { ...loan, principal: left, closedInterest: debt.interest, closedMinutes: debt.minutes, parts: n };
  return {
    loan: ending === null ? after : { ...after, state: 'finished', ending, endedAt: at, nextAt: null },
    journals: repaymentJournals(loan, { paid, n, at }),
    entries: [{ loanId: id, kind: ending ?? 'repaid_part', n, at, ...paid }],
    events: [
      events.loanRepaid.create({
        userId,
        mode,
        at,
        payload: { loan: id, how, paid: show(paid.principal + paid.interest + paid.fee), left: show(left) },
      }),
    ],
    scores: isInTime ? [{ userId, mode, reason: 'repaid_in_time', reference: id, at, dayMs: loan.dayMs }] : [],
  };
}

/** Ends a loan that was overdue for 90 days: the pool bears what is left of the amount. */
export function writeOff(loan: Loan, at: number): Outcome {
  const { id, userId, mode, principal } = loan;
  return {
    ...unchanged({ ...loan, state: 'finished', ending: 'written_off', endedAt: at, principal: 0n, nextAt: null }),
    journals: [writeOffJournal(loan, at)],
    entries: [{ loanId: id, kind: 'written_off', n: 1, at, ...NOTHING, principal }],
    events: [events.loanWrittenOff.create({ userId, mode, at, payload: { loan: id, amount: show(principal) } })],
  };
}

/** True when the next step of a loan is to write it off. */
export function isLost(loan: Loan, now: number): boolean {
  return loan.state === 'overdue' && loan.lateDays >= WRITE_OFF_DAYS && (loan.nextAt ?? now + 1) <= now;
}

/**
 * Does the steps of a running or overdue loan that are due and move no money, at most `stepsMax`: reminders, the end of the term, and each day
 * overdue with its fee and its two points.
 */
export function advance(loan: Loan, now: number, stepsMax = WRITE_OFF_DAYS + REMINDER_HOURS.length + 1): Outcome {
  let outcome = unchanged(loan);
  for (let step = 0; step < stepsMax && (outcome.loan.nextAt ?? now + 1) <= now && !isLost(outcome.loan, now); step += 1) {
    const next = outcome.loan.state === 'running' ? advanceRunning(outcome.loan, now) : advanceOverdue(outcome.loan, now);
    outcome = join(outcome, next);
  }
  return outcome;
}

export function join(first: Outcome, second: Outcome): Outcome {
  return {
    loan: second.loan,
    journals: [...first.journals, ...second.journals],
    entries: [...first.entries, ...second.entries],
    events: [...first.events, ...second.events],
    scores: [...first.scores, ...second.scores],
  };
}

const planNext = (loan: Loan, now: number): Loan => ({ ...loan, nextAt: nextStepAt(loan, now) });

function advanceRunning(loan: Loan, now: number): Outcome {
  const { dueAt } = timesOf(loan);
  const { id, userId, mode } = loan;
  const sum = ({ principal, interest, fee }: Debt) => show(principal + interest + fee);
  if (now > dueAt) {
    const payload = { loan: id, days: 0, owed: sum(debtOf(loan, now)), fee: show(loan.fee) };
    return {
      ...unchanged(planNext({ ...loan, state: 'overdue', reminders: REMINDER_HOURS.length }, now)),
      events: [events.loanOverdue.create({ userId, mode, at: dueAt + 1, payload })],
    };
  }
  // Of reminders that were missed the last one alone is told.
  const past = REMINDER_HOURS.filter((hours) => dueAt - (hours * loan.dayMs) / 24 <= now).length;
  const hours = REMINDER_HOURS[past - 1] ?? REMINDER_HOURS[0];
  const payload = { loan: id, hours, owed: sum(debtOf(loan, dueAt)), due: dueAt };
  return {
    ...unchanged(planNext({ ...loan, reminders: past }, now)),
    events: [events.loanDueSoon.create({ userId, mode, at: now, payload })],
  };
}

function advanceOverdue(loan: Loan, now: number): Outcome {
  const { dueAt } = timesOf(loan);
  const { id, userId, mode, dayMs } = loan;
  const day = loan.lateDays + 1;
  const at = dueAt + day * dayMs;
  if (day > countOverdueDays({ dueAt, now, dayMs })) {
    if (!loan.isAuto) throw new Error(`day ${day} of loan ${id} is not over`);
    // It was due to be tried, no more.
    return unchanged(planNext(loan, now));
  }
  const fee = nextLateFee({ principal: loan.principal, rate: loan.rate, charged: loan.fee, cap: loan.interest });
  const late: Loan = { ...loan, lateDays: day, fee: loan.fee + fee };
  const debt = debtOf(late, now);
  const payload = { loan: id, days: day, owed: show(debt.principal + debt.interest + debt.fee), fee: show(late.fee) };
  return {
    // After the last day the write-off is next, at once.
    ...unchanged(day < WRITE_OFF_DAYS ? planNext(late, now) : { ...late, nextAt: at }),
    entries: [{ loanId: id, kind: 'late_day', n: day, at, ...NOTHING, fee }],
    events: [events.loanOverdue.create({ userId, mode, at, payload })],
    scores: [{ userId, mode, reason: 'overdue_day', reference: `${id}:${day}`, at, dayMs }],
  };
}
