/**
 * The formulas of loans, shared by the preview, the cost sheet, the agreement, the posting and the screen. Money in base units of the asset
 * borrowed, rates in percent a day as decimal text.
 */
import { divideUp, formatScaled, powerOfTen, requireDecimal } from './decimal';

export const LOAN_ASSET = 'USDT';
export const LOAN_SCALE = 8;
/** Interest is counted by the minute: a day of the loan has so many. */
export const MINUTES_A_DAY = 1_440;
export const LOAN_DAY_MS = 86_400_000;
/** Days, from the payout on, in which paying back the amount alone ends the loan. */
export const WITHDRAWAL_DAYS = 14;
/** Days of the loan after a withdrawal in which nothing else is lent: what costs nothing would be borrowed without end. */
export const AFTER_WITHDRAWAL_DAYS = 30;
/** Days overdue after which a loan is written off. */
export const WRITE_OFF_DAYS = 90;
/** The least that can be paid back in part, in base units: 10 USDT. */
export const PART_MIN = 10n * powerOfTen(LOAN_SCALE);
/** Hours before the due time at which its owner is reminded. */
export const REMINDER_HOURS = [48, 12] as const;

/** `applying` waits for its decision, `running` and `overdue` are owed, the others are over. */
export const LOAN_STATES = ['applying', 'running', 'finished', 'rejected', 'overdue'] as const;
export type LoanState = (typeof LOAN_STATES)[number];
/** How a finished loan ended. */
export const LOAN_ENDINGS = ['repaid', 'withdrawn', 'written_off'] as const;
export type LoanEnding = (typeof LOAN_ENDINGS)[number];

/**
 * Returns the interest for so many minutes beyond the first day, rounded up at the last digit of `amount`.
 * @example calculateInterest({ amount: 1_000_00000000n, rate: '0.15', minutes: 6 * 1_440 }) // 9_00000000n
 */
export function calculateInterest({ amount, rate, minutes }: { amount: bigint; rate: string; minutes: number }): bigint {
  const { units, scale } = requireDecimal(rate);
  return divideUp(amount * units * BigInt(minutes), powerOfTen(scale) * 100n * BigInt(MINUTES_A_DAY));
}

/**
 * Returns the interest of a whole term: amount × rate ÷ 100 × (days − 1), rounded up at the last digit of `amount`.
 * @example calculateTermInterest({ amount: 10_000_00000000n, rate: '2', days: 15 }) // 2_800_00000000n
 */
export function calculateTermInterest({ amount, rate, days }: { amount: bigint; rate: string; days: number }): bigint {
  return calculateInterest({ amount, rate, minutes: (days - 1) * MINUTES_A_DAY });
}

/**
 * Returns the whole minutes that bear interest after `elapsedMs`: none within the first day, none after the term. A day has `dayMs`, which is
 * shorter in the sandbox alone.
 */
export function countInterestMinutes({ elapsedMs, days, dayMs }: { elapsedMs: number; days: number; dayMs: number }): number {
  const minutes = Math.floor(((elapsedMs - dayMs) * MINUTES_A_DAY) / dayMs);
  return Math.min(Math.max(minutes, 0), (days - 1) * MINUTES_A_DAY);
}

/** Returns the late fee of a day: a day's interest on what is left of the amount, rounded up at its last digit. */
export function calculateLateFee({ principal, rate }: { principal: bigint; rate: string }): bigint {
  return calculateInterest({ amount: principal, rate, minutes: MINUTES_A_DAY });
}

/** Returns what one more day overdue costs: the fee of a day, and all days together never more than `cap`, the interest of the term. */
export function nextLateFee(input: { principal: bigint; rate: string; charged: bigint; cap: bigint }): bigint {
  const room = input.cap > input.charged ? input.cap - input.charged : 0n;
  const fee = calculateLateFee(input);
  return fee < room ? fee : room;
}

/** Returns the whole days that a loan is overdue, 0 until a day after its due time. */
export function countOverdueDays({ dueAt, now, dayMs }: { dueAt: number; now: number; dayMs: number }): number {
  return Math.max(0, Math.floor((now - dueAt) / dayMs));
}

/** Says until when (ms) paying back the amount alone ends a loan that was paid out at `paidOutAt`. */
export function withdrawalEndsAt({ paidOutAt, dayMs }: { paidOutAt: number; dayMs: number }): number {
  return paidOutAt + WITHDRAWAL_DAYS * dayMs;
}

/** What is owed, part by part. `interest` up to `now`; `fee` is what late days cost so far. */
export type Debt = { principal: bigint; interest: bigint; fee: bigint };

/** What changes what a loan owes: interest was closed at `closedMinutes` whenever a part was paid back. */
export type Standing = {
  principal: bigint;
  rate: string;
  days: number;
  dayMs: number;
  paidOutAt: number;
  closedInterest: bigint;
  closedMinutes: number;
  fee: bigint;
};

/** Returns what is owed at `now` (ms). Parts of the amount paid back before bear no interest from then on. */
export function calculateDebt(loan: Standing, now: number): Debt & { minutes: number } {
  const { principal, rate, days, dayMs, closedInterest, fee } = loan;
  const counted = countInterestMinutes({ elapsedMs: now - loan.paidOutAt, days, dayMs });
  // A clock that was set back takes nothing away.
  const minutes = Math.max(counted, loan.closedMinutes);
  const interest = closedInterest + calculateInterest({ amount: principal, rate, minutes: minutes - loan.closedMinutes });
  return { principal, interest, fee, minutes };
}

/**
 * Returns how a repayment is divided. A part (at least 10, below what is left of the amount) lowers the amount alone; what pays everything
 * pays interest and fee too; a withdrawal is the amount alone. Null when `amount` is none of these.
 * @param amount null: everything
 */
export function divideRepayment(debt: Debt, { amount, isWithdrawal }: { amount: bigint | null; isWithdrawal: boolean }): Debt | null {
  const { principal, interest, fee } = debt;
  if (isWithdrawal) return amount === null || amount === principal ? { principal, interest: 0n, fee: 0n } : null;
  if (amount === null || amount === principal + interest + fee) return { principal, interest, fee };
  return amount >= PART_MIN && amount < principal ? { principal: amount, interest: 0n, fee: 0n } : null;
}

/** Money that moves at a time: `years` after the first drawdown, above zero. */
export type Flow = { amount: number; years: number };
/** An annual rate above this is not told apart: 1,000,000 %. */
export const ANNUAL_RATE_MAX = 1_000_000;

/**
 * Returns the annual percentage rate in percent, with one decimal: the X of Σ drawdown ÷ (1+X)^t = Σ payment ÷ (1+X)^s.
 *
 * A rate is told, never booked, so it is a float, found by halving an interval. At most `ANNUAL_RATE_MAX`.
 * @source Directive 2008/48/EC, annex I, part I; the same equation in (EU) 2023/2225, annex III
 */
export function calculateAnnualRate({ drawdowns, payments }: { drawdowns: readonly Flow[]; payments: readonly Flow[] }): number {
  const valueAt = (rate: number) => {
    const worth = (flows: readonly Flow[]) => flows.reduce((sum, { amount, years }) => sum + amount * (1 + rate) ** -years, 0);
    return worth(payments) - worth(drawdowns);
  };
  let [low, high] = [0, ANNUAL_RATE_MAX / 100];
  if (valueAt(high) > 0) return ANNUAL_RATE_MAX;
  // 100 halvings of an interval of 10,000 leave less than a float can tell.
  for (let step = 0; step < 100; step += 1) {
    const middle = (low + high) / 2;
    if (valueAt(middle) > 0) low = middle;
    else high = middle;
  }
  return Math.round(high * 1_000) / 10;
}

/** Returns the annual percentage rate of a loan that is paid back in one sum at its end, in percent with one decimal. A year has 365 days. */
export function calculateLoanAnnualRate({ amount, rate, days }: { amount: bigint; rate: string; days: number }): number {
  const interest = calculateTermInterest({ amount, rate, days });
  return calculateAnnualRate({
    drawdowns: [{ amount: 1, years: 0 }],
    payments: [{ amount: 1 + Number((interest * powerOfTen(12)) / amount) / 1e12, years: days / 365 }],
  });
}

/** Returns the daily rate times 365, in percent: what is shown beside it as the yearly equivalent. */
export function calculateYearlyRate(rate: string): string {
  const { units, scale } = requireDecimal(rate);
  return formatScaled(units * 365n, scale);
}

/** Everything that is told before signing, from one place. Money in base units, `annualRate` in percent. */
export type LoanCosts = {
  interest: bigint;
  total: bigint;
  lateFee: bigint;
  lateFeeCap: bigint;
  annualRate: number;
  yearlyRate: string;
};

/** Returns what a loan costs. */
export function calculateLoanCosts(terms: { amount: bigint; rate: string; days: number }): LoanCosts {
  const interest = calculateTermInterest(terms);
  return {
    interest,
    total: terms.amount + interest,
    lateFee: calculateLateFee({ principal: terms.amount, rate: terms.rate }),
    lateFeeCap: interest,
    annualRate: calculateLoanAnnualRate(terms),
    yearlyRate: calculateYearlyRate(terms.rate),
  };
}
