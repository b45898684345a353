import { describe, expect, it } from 'vitest';
import { divideRepayment, LOAN_DAY_MS, MINUTES_A_DAY, WRITE_OFF_DAYS } from '../../../lib/rules/loans';
import { advance, debtOf, isLost, payOut, repay, writeOff } from './loans.life';
import type { Loan } from './loans.repository';

const usdt = (whole: number) => BigInt(whole) * 100_000_000n;
const PAID_OUT = Date.UTC(2026, 2, 1, 23, 59, 30);
const HASH = 'a'.repeat(64);

function makeLoan(change: Partial<Loan> = {}): Loan {
  return {
    id: '17',
    userId: '1',
    mode: 'real',
    product: '3',
    termsVersion: 1,
    days: 3,
    dayMs: LOAN_DAY_MS,
    rate: '0.18',
    amount: usdt(5_000),
    interest: usdt(18),
    state: 'applying',
    ending: null,
    reason: null,
    isAuto: false,
    needsOperators: false,
    appliedAt: PAID_OUT - 20_000,
    paidOutAt: null,
    dueAt: null,
    endedAt: null,
    principal: usdt(5_000),
    closedInterest: 0n,
    closedMinutes: 0,
    fee: 0n,
    parts: 0,
    reminders: 0,
    lateDays: 0,
    nextAt: PAID_OUT,
    ...change,
  };
}
const running = (change: Partial<Loan> = {}) => payOut(makeLoan(change), { agreementHash: HASH, at: PAID_OUT }).loan;
const DUE = PAID_OUT + 3 * LOAN_DAY_MS;
const payAll = (loan: Loan, at: number) => {
  const late = advance(loan, at);
  const paid = divideRepayment(debtOf(late.loan, at), { amount: null, isWithdrawal: false });
  if (paid === null) throw new Error('nothing to pay');
  return { late, paid, outcome: repay(late.loan, { paid, isWithdrawal: false, isAutomatic: false, at }) };
};

describe('repaying at each second', () => {
  const seconds = Array.from({ length: 241 }, (_, index) => index - 120);

  it('around midnight costs by minutes since the payout, whatever the calendar says', () => {
    const midnight = Date.UTC(2026, 2, 4);
    for (const second of seconds) {
      const at = midnight + second * 1_000;
      const minutes = Math.floor((at - PAID_OUT - LOAN_DAY_MS) / 60_000);
      const { paid, outcome } = payAll(running(), at);
      // 5,000 at 0.18 % are 9 a day: 0.00625 a minute.
      expect(paid).toEqual({ principal: usdt(5_000), interest: BigInt(minutes) * 625_000n, fee: 0n });
      expect(outcome.scores.map(({ reason }) => reason)).toEqual(['repaid_in_time']);
    }
  });

  it('around the end of the first day costs nothing until a minute after it', () => {
    const costs = seconds.map((second) => payAll(running(), PAID_OUT + LOAN_DAY_MS + second * 1_000).paid.interest);
    expect(costs.filter((cost) => cost === 0n)).toHaveLength(120 + 60);
    expect(costs.slice(180)).toEqual([...Array.from({ length: 60 }, () => 625_000n), 1_250_000n]);
  });

  it('proves nothing while nothing was charged: the score rises from the first minute that costs on', () => {
    for (const second of seconds) {
      const at = PAID_OUT + LOAN_DAY_MS + second * 1_000;
      expect(payAll(running(), at).outcome.scores).toHaveLength(second >= 60 ? 1 : 0);
    }
    // Nor where parts were paid before, nor where the due time comes within the free day.
    const halved = repay(running(), {
      paid: { principal: usdt(2_500), interest: 0n, fee: 0n },
      isWithdrawal: false,
      isAutomatic: false,
      at: PAID_OUT,
    });
    expect(payAll(halved.loan, PAID_OUT + 60_000).outcome.scores).toEqual([]);
    expect(payAll(halved.loan, PAID_OUT + 2 * LOAN_DAY_MS).outcome.scores).toHaveLength(1);
  });

  it('around the due time is in time up to it, and costs no more after it until a day is over', () => {
    for (const second of seconds) {
      const { paid, outcome, late } = payAll(running(), DUE + second * 1_000);
      expect(paid.interest).toBe(second >= 0 ? usdt(18) : BigInt(2 * MINUTES_A_DAY + Math.floor(second / 60)) * 625_000n);
      expect(paid.fee).toBe(0n);
      expect(outcome.scores).toHaveLength(second <= 0 ? 1 : 0);
      expect(late.loan.state).toBe(second <= 0 ? 'running' : 'overdue');
      expect(outcome.loan).toMatchObject({ state: 'finished', ending: 'repaid', nextAt: null });
    }
  });

  it('around the first late day costs the fee of a day from its end on', () => {
    for (const second of seconds) {
      const { paid, late } = payAll(running(), DUE + LOAN_DAY_MS + second * 1_000);
      expect(paid.fee).toBe(second >= 0 ? usdt(9) : 0n);
      expect(late.scores.map(({ reference }) => reference)).toEqual(second >= 0 ? ['17:1'] : []);
    }
  });
});

describe('the steps of a loan', () => {
  const kinds = (outcome: ReturnType<typeof advance>) => outcome.events.map(({ kind }) => kind);
  it('remind 48 and 12 hours before, once each', () => {
    let loan = running();
    expect(loan.nextAt).toBe(DUE - 48 * 3_600_000);
    const first = advance(loan, DUE - 48 * 3_600_000);
    expect(first.events.map(({ payload }) => payload)).toMatchObject([{ hours: 48, owed: '5018' }]);
    loan = first.loan;
    expect(advance(loan, DUE - 12 * 3_600_000 - 1).events).toEqual([]);
    const second = advance(loan, DUE - 12 * 3_600_000);
    expect(second.events.map(({ payload }) => payload)).toMatchObject([{ hours: 12 }]);
    expect(second.loan.nextAt).toBe(DUE + 1);
    expect(advance(second.loan, DUE).events).toEqual([]);
  });
  it('after a standstill tell the last reminder alone', () => {
    expect(advance(running(), DUE - 1_000).events.map(({ payload }) => payload)).toMatchObject([{ hours: 12 }]);
  });
  it('charge each day overdue once up to the cap, and end after 90', () => {
    const late = advance(running(), DUE + 400 * LOAN_DAY_MS);
    expect(late.loan).toMatchObject({ state: 'overdue', lateDays: WRITE_OFF_DAYS, fee: usdt(18) });
    expect(late.entries.map(({ fee }) => fee).filter((fee) => fee > 0n)).toEqual([usdt(9), usdt(9)]);
    expect(late.scores).toHaveLength(90);
    expect(kinds(late).filter((kind) => kind === 'loan.overdue')).toHaveLength(91);
    expect(isLost(late.loan, DUE + 400 * LOAN_DAY_MS)).toBe(true);
    expect(advance(late.loan, DUE + 400 * LOAN_DAY_MS).entries).toEqual([]);
    expect(writeOff(late.loan, DUE + 400 * LOAN_DAY_MS).loan).toMatchObject({ state: 'finished', ending: 'written_off', principal: 0n });
  });
  it('go on where they stopped, when done in pieces', () => {
    let loan = running();
    let days = 0;
    for (let piece = 0; piece < 20; piece += 1) {
      const outcome = advance(loan, DUE + 95 * LOAN_DAY_MS, 10);
      days += outcome.entries.length;
      loan = outcome.loan;
    }
    expect([days, loan.lateDays, loan.fee]).toEqual([90, 90, usdt(18)]);
  });
  it('charge on what is left after a part was paid back', () => {
    const loan = running();
    const paid = { principal: usdt(4_000), interest: 0n, fee: 0n };
    const part = repay(loan, { paid, isWithdrawal: false, isAutomatic: false, at: PAID_OUT + 1_000 }).loan;
    expect(part).toMatchObject({ principal: usdt(1_000), state: 'running', parts: 1 });
    expect(advance(part, DUE + LOAN_DAY_MS).loan.fee).toBe(180_000_000n);
  });
});
