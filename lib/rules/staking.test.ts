import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as staking from './staking';

const USDT = 10n ** 8n;
const TERM = { amountMin: 100n * USDT, amountMax: 10_000n * USDT, rateMin: staking.toRate('0.0003'), rateMax: staking.toRate('0.0006') };
const rateOf = (amount: bigint) => staking.calculateRate({ ...TERM, amount });

describe('published examples', () => {
  it.each([
    { name: 'the smallest amount', amount: 100n * USDT, percent: '0.03', apr: '10.95', apy: '11.57' },
    { name: 'half way', amount: 5_050n * USDT, percent: '0.045', apr: '16.42', apy: '17.84' },
    { name: 'the largest amount', amount: 10_000n * USDT, percent: '0.06', apr: '21.9', apy: '24.47' },
    { name: 'a third of a unit is rounded down', amount: 1_000n * USDT, percent: '0.0327272727', apr: '11.94', apy: '12.68' },
  ])('rate: $name', ({ amount, percent, apr, apy }) => {
    const rate = rateOf(amount);
    expect(staking.formatDailyPercent(rate)).toBe(percent);
    expect(staking.formatYearlyPercent(staking.calculateApr(rate))).toBe(apr);
    expect(staking.formatYearlyPercent(staking.calculateApy(rate))).toBe(apy);
  });

  it.each([
    { name: '1,000 USDT at 0.03 % for 7 days', principal: 1_000n * USDT, rate: '0.0003', days: 7, daily: 30_000_000n, total: 210_000_000n },
    { name: 'a remainder of 2 units', principal: 3_333n, rate: '0.0004', days: 7, daily: 1n, total: 9n },
    { name: 'less than a unit a day', principal: 1_000n, rate: '0.0003', days: 7, daily: 0n, total: 2n },
  ])('interest: $name', ({ principal, rate, days, daily, total }) => {
    expect(staking.calculateInterest({ principal, rate: staking.toRate(rate), days })).toEqual({ daily, total });
  });

  it('leaving early: 1,000 USDT at 0.03 % for 7 days', () => {
    const principal = 1_000n * USDT;
    const rows = staking.listExits({
      ...staking.calculateInterest({ principal, rate: staking.toRate('0.0003'), days: 7 }),
      principal,
      days: 7,
    });
    expect(rows.map(({ day, credited, returned }) => [day, credited, returned])).toEqual([
      [1, 30_000_000n, 99_970_000_000n],
      [2, 60_000_000n, 99_940_000_000n],
      [3, 90_000_000n, 99_910_000_000n],
      [4, 120_000_000n, 99_880_000_000n],
      [5, 150_000_000n, 99_850_000_000n],
      [6, 180_000_000n, 99_820_000_000n],
      [7, 210_000_000n, 100_000_000_000n],
    ]);
  });

  it.each([
    ['0.00128', true],
    ['0.00129', false],
    ['0', false],
  ])('a daily rate of %s can be published: %s', (rate, may) => {
    expect(staking.isPublishable(staking.toRate(rate))).toBe(may);
  });

  it.each([
    { name: 'nobody waits', queued: 0n, days: 1 },
    { name: 'less than a day of places', queued: 319n, days: 1 },
    { name: 'two days of places', queued: 640n, days: 3 },
  ])('waiting: $name', ({ queued, days }) => {
    expect(staking.calculateWait({ waitDays: 1, perDay: 320n, queued, dayMs: 1_000 })).toBe(days * 1_000);
  });
});

describe('for any amount, rate and number of days', () => {
  const position = fc.record({
    principal: fc.bigInt({ min: 1n, max: 10n ** 17n }),
    rate: fc.bigInt({ min: 1n, max: staking.toRate('0.00128') }),
    days: fc.integer({ min: 1, max: 366 }),
  });

  it('the credits of all days are the total, none is negative, and the last one has the remainder', () => {
    fc.assert(
      fc.property(position, ({ principal, rate, days }) => {
        const interest = staking.calculateInterest({ principal, rate, days });
        const credits = Array.from({ length: days }, (_, index) => staking.calculateCredit({ ...interest, day: index + 1, days }));
        expect(credits.reduce((sum, credit) => sum + credit, 0n)).toBe(interest.total);
        expect(credits.every((credit) => credit >= 0n)).toBe(true);
        expect((credits.at(-1) ?? 0n) - interest.daily < BigInt(days)).toBe(true);
      }),
    );
  });

  it('whoever leaves on any day has what was put in, and never less than the principal minus what was paid', () => {
    fc.assert(
      fc.property(position, ({ principal, rate, days }) => {
        const rows = staking.listExits({ ...staking.calculateInterest({ principal, rate, days }), principal, days });
        for (const { day, credited, returned } of rows) {
          expect(returned + credited).toBe(day === days ? principal + credited : principal);
        }
      }),
    );
  });

  it('a larger amount never has a smaller rate, and no rate leaves the published range', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 20_000n * USDT }), fc.bigInt({ min: 0n, max: 1_000n * USDT }), (amount, more) => {
        const [rate, larger] = [rateOf(amount), rateOf(amount + more)];
        expect(rate >= TERM.rateMin && rate <= larger && larger <= TERM.rateMax).toBe(true);
      }),
    );
  });
});
