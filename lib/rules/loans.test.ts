import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeScore, countsInTime, findLimit, LIMIT_TABLE, SCORE_START } from './credit-score';
import {
  ANNUAL_RATE_MAX,
  calculateAnnualRate,
  calculateDebt,
  calculateInterest,
  calculateLateFee,
  calculateLoanCosts,
  calculateTermInterest,
  calculateYearlyRate,
  countInterestMinutes,
  countOverdueDays,
  divideRepayment,
  type Flow,
  LOAN_DAY_MS,
  MINUTES_A_DAY,
  nextLateFee,
  type Standing,
  withdrawalEndsAt,
} from './loans';

const usdt = (whole: number) => BigInt(whole) * 100_000_000n;

describe('interest of a term', () => {
  // amount × rate ÷ 100 × (days − 1); the products of the specification, at both ends of their range.
  it.each<[number, string, number, bigint]>([
    [10_000, '2', 15, usdt(2_800)],
    [100_000_000, '2', 15, usdt(28_000_000)],
    [1_000, '0.15', 7, usdt(9)],
    [1_000_000, '0.15', 7, usdt(9_000)],
    [5_000, '0.18', 3, usdt(18)],
    [5_000_000, '0.18', 3, usdt(18_000)],
  ])('%d at %s %% for %d days', (amount, rate, days, interest) => {
    expect(calculateTermInterest({ amount: usdt(amount), rate, days })).toBe(interest);
  });
  it('is rounded up at the last digit', () => {
    expect(calculateTermInterest({ amount: 1n, rate: '0.15', days: 7 })).toBe(1n);
    expect(calculateInterest({ amount: usdt(1_000), rate: '0.15', minutes: 1 })).toBe(104_167n);
  });
  it('is nothing for one day', () => expect(calculateTermInterest({ amount: usdt(1_000), rate: '2', days: 1 })).toBe(0n));
});

describe('minutes that bear interest', () => {
  const after = (ms: number) => countInterestMinutes({ elapsedMs: ms, days: 7, dayMs: LOAN_DAY_MS });
  it.each<[string, number, number]>([
    ['none at the payout', 0, 0],
    ['none a second before the first day is over', LOAN_DAY_MS - 1_000, 0],
    ['none when the first day is over', LOAN_DAY_MS, 0],
    ['none 59 seconds later', LOAN_DAY_MS + 59_000, 0],
    ['one a minute later', LOAN_DAY_MS + 60_000, 1],
    ['all but one a second before the end', 7 * LOAN_DAY_MS - 1_000, 6 * MINUTES_A_DAY - 1],
    ['those of the term at its end', 7 * LOAN_DAY_MS, 6 * MINUTES_A_DAY],
    ['no more afterwards', 70 * LOAN_DAY_MS, 6 * MINUTES_A_DAY],
    ['none before the payout', -5_000, 0],
  ])('%s', (_name, ms, minutes) => expect(after(ms)).toBe(minutes));
  it("count in a sandbox's short days as in long ones", () => {
    expect(countInterestMinutes({ elapsedMs: 90_000, days: 3, dayMs: 60_000 })).toBe(720);
  });
});

describe('late fee', () => {
  it("is a day's interest on what is left, up to the interest of the term", () => {
    const loan = { principal: usdt(5_000), rate: '0.18', cap: usdt(18) };
    expect(calculateLateFee(loan)).toBe(usdt(9));
    const days = [0n, usdt(9), usdt(18), usdt(18)].map((charged) => nextLateFee({ ...loan, charged }));
    expect(days).toEqual([usdt(9), usdt(9), 0n, 0n]);
  });
  it('counts whole days', () => {
    const late = (ms: number) => countOverdueDays({ dueAt: 1_000, now: 1_000 + ms, dayMs: LOAN_DAY_MS });
    expect([-5, 0, LOAN_DAY_MS - 1, LOAN_DAY_MS, 90 * LOAN_DAY_MS].map(late)).toEqual([0, 0, 0, 1, 90]);
  });
  it('never comes to more than its cap, whatever is left from day to day', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 16n), fc.array(fc.bigInt(0n, 10n ** 16n), { maxLength: 90 }), (cap, lefts) => {
        let charged = 0n;
        for (const principal of lefts) charged += nextLateFee({ principal, rate: '2', charged, cap });
        expect(charged <= cap).toBe(true);
      }),
    );
  });
});

describe('annual percentage rate', () => {
  // The worked examples of Directive 98/7/EC, annex II (calendar) and III (parts of a year), whose equation 2008/48/EC kept.
  const of = (lent: number, payments: Flow[]) => calculateAnnualRate({ drawdowns: [{ amount: lent, years: 0 }], payments });
  it.each<[string, number, Flow[], number]>([
    ['1,000 for 1,200 after 546 days', 1_000, [{ amount: 1_200, years: 546 / 365 }], 13],
    ['950 received of 1,000, for 1,200 after 546 days', 950, [{ amount: 1_200, years: 546 / 365 }], 16.9],
    ['two payments of 600 after one and two years', 1_000, [1, 2].map((years) => ({ amount: 600, years })), 13.1],
    [
      '272, 272 and 544 after 3, 6 and 12 months',
      1_000,
      [
        { amount: 272, years: 0.25 },
        { amount: 272, years: 0.5 },
        { amount: 544, years: 1 },
      ],
      13.2,
    ],
    ['1,000 for 1,200 after a year and a half', 1_000, [{ amount: 1_200, years: 1.5 }], 12.9],
  ])('%s', (_name, lent, payments, rate) => expect(of(lent, payments)).toBe(rate));
  it('is nothing where nothing is paid for it', () => expect(of(1_000, [{ amount: 1_000, years: 1 }])).toBe(0));
  it('has an end', () => expect(of(1, [{ amount: 9, years: 0.001 }])).toBe(ANNUAL_RATE_MAX));
  it('of the products: 1.009^(365 ÷ 7), 1.0036^(365 ÷ 3) and 1.28^(365 ÷ 15), less one', () => {
    const rate = (amount: number, daily: string, days: number) =>
      calculateLoanCosts({ amount: usdt(amount), rate: daily, days }).annualRate;
    expect([rate(1_000, '0.15', 7), rate(5_000, '0.18', 3), rate(10_000, '2', 15)]).toEqual([
      59.5,
      54.8,
      Math.round((1.28 ** (365 / 15) - 1) * 1_000) / 10,
    ]);
  });
  it('stands beside the daily rate times 365', () => {
    expect([calculateYearlyRate('2'), calculateYearlyRate('0.15'), calculateYearlyRate('0.18')]).toEqual(['730', '54.75', '65.7']);
  });
});

describe('what is owed', () => {
  const loan: Standing = {
    principal: usdt(1_000),
    rate: '0.15',
    days: 7,
    dayMs: LOAN_DAY_MS,
    paidOutAt: 0,
    closedInterest: 0n,
    closedMinutes: 0,
    fee: 0n,
  };
  it('is the amount alone within the first day, and the interest of the term at its end', () => {
    expect(calculateDebt(loan, LOAN_DAY_MS)).toMatchObject({ principal: usdt(1_000), interest: 0n, fee: 0n });
    expect(calculateDebt(loan, 7 * LOAN_DAY_MS).interest).toBe(usdt(9));
    expect(calculateDebt(loan, 70 * LOAN_DAY_MS).interest).toBe(usdt(9));
  });
  it('bears no interest on what was paid back, from then on', () => {
    const before = calculateDebt(loan, 3 * LOAN_DAY_MS);
    expect(before.interest).toBe(usdt(3));
    const after = { ...loan, principal: usdt(400), closedInterest: before.interest, closedMinutes: before.minutes };
    expect(calculateDebt(after, 7 * LOAN_DAY_MS).interest).toBe(usdt(3) + usdt(24) / 10n);
  });
  it('never falls by a clock that was set back', () => {
    const after = { ...loan, closedInterest: usdt(3), closedMinutes: 2 * MINUTES_A_DAY };
    expect(calculateDebt(after, 0).interest).toBe(usdt(3));
  });
  it('never rises above the interest of the term by being paid back in parts', () => {
    const parts = fc.array(fc.record({ at: fc.integer({ min: 0, max: 7 * LOAN_DAY_MS }), share: fc.bigInt(1n, 99n) }), { maxLength: 8 });
    fc.assert(
      fc.property(parts, (list) => {
        let now = { ...loan };
        for (const { at, share } of list.sort((a, b) => a.at - b.at)) {
          const debt = calculateDebt(now, at);
          now = { ...now, principal: (debt.principal * (100n - share)) / 100n, closedInterest: debt.interest, closedMinutes: debt.minutes };
        }
        // Each closing rounds up by less than a unit.
        expect(calculateDebt(now, 7 * LOAN_DAY_MS).interest <= usdt(9) + BigInt(list.length)).toBe(true);
      }),
    );
  });
});

describe('a repayment', () => {
  const debt = { principal: usdt(1_000), interest: usdt(9), fee: usdt(2) };
  const divide = (amount: bigint | null, isWithdrawal = false) => divideRepayment(debt, { amount, isWithdrawal });
  it('of everything pays amount, interest and fee', () => {
    expect(divide(null)).toEqual(debt);
    expect(divide(usdt(1_011))).toEqual(debt);
  });
  it('in part lowers the amount alone', () => expect(divide(usdt(10))).toEqual({ principal: usdt(10), interest: 0n, fee: 0n }));
  it('within 14 days can be the amount alone', () => {
    expect(divide(null, true)).toEqual({ principal: usdt(1_000), interest: 0n, fee: 0n });
    expect(withdrawalEndsAt({ paidOutAt: 5, dayMs: LOAN_DAY_MS })).toBe(5 + 14 * LOAN_DAY_MS);
  });
  it.each<[string, bigint, boolean]>([
    ['below ten', usdt(10) - 1n, false],
    ['of the whole amount without its interest', usdt(1_000), false],
    ['between amount and everything', usdt(1_011) - 1n, false],
    ['of more than everything', usdt(1_011) + 1n, false],
    ['of zero', 0n, false],
    ['below zero', -usdt(20), false],
    ['that withdraws with another amount', usdt(999), true],
  ])('%s is none', (_name, amount, isWithdrawal) => expect(divide(amount, isWithdrawal)).toBeNull());
});

describe('the credit score', () => {
  it('starts at 60 and stays within 0 and 100', () => {
    expect(changeScore(SCORE_START, 'verified')).toBe(65);
    expect(changeScore(99, 'repaid_in_time')).toBe(100);
    expect(changeScore(1, 'overdue_day')).toBe(0);
  });
  it('decides the limit by the published table', () => {
    expect([0, 59, 60, 64, 65, 79, 80, 99, 100].map(findLimit)).toEqual([0, 0, 1_000, 1_000, 2_000, 7_500, 10_000, 30_000, 50_000]);
    const rows = LIMIT_TABLE.map(({ score, limit }) => [score, limit] as const);
    expect(rows).toEqual([...rows].sort(([a, x], [b, y]) => a - b || x - y));
  });
  it('counts a repayment in time once a week', () => {
    expect(countsInTime({ lastAt: null, now: 5, dayMs: LOAN_DAY_MS })).toBe(true);
    expect(countsInTime({ lastAt: 0, now: 7 * LOAN_DAY_MS - 1, dayMs: LOAN_DAY_MS })).toBe(false);
    expect(countsInTime({ lastAt: 0, now: 7 * LOAN_DAY_MS, dayMs: LOAN_DAY_MS })).toBe(true);
  });
});
