import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LIMIT_TABLE } from './credit-score';
import { formatScaled, powerOfTen } from './decimal';
import { calculateIncome, calculateUnits, calculateUnitsTaken, calculateWorth, toFraction } from './hosting';
import {
  calculateInterest as calculateLoanInterest,
  calculateLateFee,
  calculateLoanAnnualRate,
  calculateTermInterest,
  calculateYearlyRate,
  MINUTES_A_DAY,
} from './loans';
import {
  calculateApr,
  calculateApy,
  calculateCredit,
  calculateInterest,
  calculateRate,
  formatDailyPercent,
  formatYearlyPercent,
  listExits,
  toRate,
} from './staking';

const SCALE = 8;
const usdt = (whole: number) => BigInt(whole) * powerOfTen(SCALE);
const read = (name: string) => readFileSync(`docs/money/${name}.md`, 'utf8');
/** As the documents write it: `1,527.27272`, with a minus sign. */
const show = (units: bigint) => {
  const [whole = '', rest] = formatScaled(units < 0n ? -units : units, SCALE).split('.');
  return `${units < 0n ? '−' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${rest === undefined ? '' : `.${rest}`}`;
};

it('staking: the worked numbers are what the formulas give', () => {
  const doc = read('staking');
  const principal = usdt(1_000);
  const rate = calculateRate({
    amount: principal,
    amountMin: usdt(100),
    amountMax: usdt(10_000),
    rateMin: toRate('0.0002'),
    rateMax: toRate('0.0004'),
  });
  const days = 7;
  const interest = calculateInterest({ principal, rate, days });
  const last = calculateCredit({ ...interest, day: days, days });
  for (const text of [
    `| ${formatDailyPercent(rate)} % a day |`,
    `| principal × rate | ${show(interest.daily)} USDT |`,
    `| principal × rate × days | ${show(interest.total)} USDT |`,
    `| whole term − (days − 1) × a day | ${show(last)} USDT |`,
    `| rate × 365 | ${formatYearlyPercent(calculateApr(rate))} % |`,
    `if each credit earned the same rate | ${formatYearlyPercent(calculateApy(rate))} % |`,
    `| \`STAKING_INTEREST\` | \`staking:1:7\` | +${show(last)} | | | −${show(last)} |`,
    `| −${show(interest.total)} | +${show(interest.total)} |`,
  ])
    expect(doc).toContain(text);
  const exits = listExits({ ...interest, principal, days });
  const written = [...doc.matchAll(/^\| (\d)(?: \(the end\))? \| ([\d.,]+) \| ([\d.,]+) \|$/gm)].map(([, ...row]) => row);
  expect(written.map(([day]) => day)).toEqual(['0', '1', '3', '6', '7']);
  expect(written[0]).toEqual(['0', '0', show(principal)]);
  for (const [day, paid, returned] of written.slice(1, -1)) {
    const exit = exits.find((row) => row.day === Number(day));
    expect([paid, returned]).toEqual([show(exit?.credited ?? -1n), show(exit?.returned ?? -1n)]);
  }
  expect(written.at(-1)).toEqual(['7', show(interest.total), show(principal)]);
});

it('hosting: the worked example is what the formulas give', () => {
  const rows = [...read('hosting').matchAll(/^\| (\d) \| (−?[\d,]+) \| ([\d,]+) \| (\d+) \| (\d+) \| ([+−]\d+) \| ([\d,]+) \|$/gm)];
  expect(rows.length).toBe(4);
  const number = (text = '') => BigInt(text.replace('−', '-').replace(/[+,]/g, ''));
  const principal = usdt(10_000);
  const book = { value: usdt(60_000), units: calculateUnits(usdt(60_000), { value: 0n, units: 0n }) };
  let units = calculateUnits(principal, book);
  let worth = principal;
  /** What the document leaves out: units that are given up are rounded up. */
  const round = (amount: bigint) => (amount + (amount < 0n ? -5n : 5n)) / powerOfTen(SCALE);
  const shown = rows.map(([, , earned]) => {
    book.value += number(earned) * powerOfTen(SCALE);
    const before = calculateWorth(units, book);
    const { gain, fee, paid } = calculateIncome({ worth: before, principal, feeRate: toFraction('0.2') });
    const taken = calculateUnitsTaken(gain, book);
    const income = before - fee - worth;
    units -= taken;
    book.units -= taken;
    book.value -= gain;
    worth = before - gain;
    return [before, paid, fee, income, worth].map(round);
  });
  expect(shown).toEqual(rows.map(([, , , ...rest]) => rest.map((text) => number(text))));
});

it('loans: the worked numbers are what the formulas give', () => {
  const doc = read('loan').replaceAll('\n', ' ');
  const terms = { amount: usdt(1_000), rate: '0.15', days: 7 };
  const [early, late] = [
    calculateLoanInterest({ amount: usdt(1_000), rate: '0.15', minutes: 2 * MINUTES_A_DAY }),
    calculateLoanInterest({ amount: usdt(400), rate: '0.15', minutes: 4 * MINUTES_A_DAY }),
  ];
  const term = calculateTermInterest({ amount: usdt(5_000), rate: '0.18', days: 3 });
  for (const text of [
    `1,000 × 0.15 ÷ 100 × (7 − 1) = ${show(calculateTermInterest(terms))}.`,
    `Daily rate times 365: ${calculateYearlyRate('0.15')} %.`,
    `1.009^(365 ÷ 7) − 1 = ${calculateLoanAnnualRate(terms)} %.`,
    `1,000 × 0.15 % × 2 = ${show(early)} and stays owed`,
    `400 + 3 + 400 × 0.15 % × 4 = ${show(usdt(400) + early + late)}.`,
    `| −${show(early + late)} |`,
    `5,000 at 0.18 % for 3 days: ${show(calculateLateFee({ principal: usdt(5_000), rate: '0.18' }))} a day, ${show(term)} at most.`,
    LIMIT_TABLE.map(({ score, limit }) => `${score}: ${show(usdt(Number(limit)))}`).join(', '),
  ])
    expect(doc.replaceAll(/ +/g, ' ')).toContain(text);
});
