import { expect, it } from 'vitest';
import { stakingTerms } from './registry.staking';

const TERM = {
  id: 1,
  kind: 'term',
  coin: 'USDT',
  days: 7,
  dayMs: 86_400_000,
  rateMin: '0.0002',
  rateMax: '0.0004',
  amountMin: '100',
  amountMax: '10000',
  place: null,
  waitDays: 0,
  perDay: null,
  exitDays: 0,
  isSandbox: false,
};
const read = (change: object) => stakingTerms.safeParse({ terms: [{ ...TERM, ...change }], openMax: 20 });

it('takes a term, up to a rate that makes 60 % a year with compounding', () => {
  expect(read({}).success).toBe(true);
  expect(read({ rateMax: '0.00128' }).success).toBe(true);
});

it.each([
  ['a compounded year of more than 60 %', { rateMax: '0.00129' }, 'above 60 %'],
  ['a simple year of more than 60 %', { rateMax: '0.0017' }, 'above 60 %'],
  ['rates that fall with the amount', { rateMin: '0.0005' }, 'the smallest rate'],
  ['amounts the wrong way round', { amountMin: '10001' }, 'the smallest amount'],
  ['a day of a minute outside a sandbox', { dayMs: 60_000 }, '24 hours'],
  ['more than nine digits', { amountMax: '1000000000' }, ''],
  ['a rate of nothing', { rateMin: '0', rateMax: '0' }, ''],
])('error: refuses %s', (_name, change, message) => {
  const parsed = read(change);
  expect(parsed.success).toBe(false);
  expect(parsed.error?.issues[0]?.message).toContain(message);
});

it('error: refuses one number twice', () => {
  expect(stakingTerms.safeParse({ terms: [TERM, TERM], openMax: 20 }).error?.issues[0]?.message).toContain('twice');
});
