import { expect, it } from 'vitest';
import type { StakingTerm } from '@/lib/dto/staking';
import { findMost, findProblem, previewStaking } from './preview';
import { yearlyOf } from '@/lib/rules/staking';

const TERM: StakingTerm = {
  id: '1',
  kind: 'term',
  asset: 'USDT',
  days: 7,
  dayMs: 86_400_000,
  rateMin: '0.0002',
  rateMax: '0.0004',
  amountMin: '100',
  amountMax: '10000',
  place: null,
  left: '5000',
  waitMs: 0,
  exitMs: 0,
  isSandbox: false,
  coveredUntil: null,
};
const PLACES: StakingTerm = { ...TERM, asset: 'ETH', amountMin: '32', amountMax: '320', place: '32' };

it('shows what docs/money/staking.md works out for 1,000 USDT in 7 days', () => {
  const { exits, ...shown } = previewStaking(TERM, '1000');
  expect(shown).toEqual({
    rate: '0.000218181818',
    daily: '0.21818181',
    total: '1.52727272',
    apr: '0.0796',
    apy: '0.0828',
    places: null,
  });
  expect(exits.map(({ returned }) => returned).slice(-2)).toEqual([99_869_090_914n, 100_000_000_000n]);
  expect(yearlyOf('0.0002')).toEqual({ apr: '0.073', apy: '0.0757' });
  expect(yearlyOf('0.000218181818999999')).toEqual({ apr: shown.apr, apy: shown.apy });
});

it.each([
  [TERM, '99.99', '1000', 'STAKING_AMOUNT_TOO_SMALL'],
  [TERM, '10000.01', '20000', 'STAKING_AMOUNT_TOO_LARGE'],
  [TERM, '1000.01', '1000', 'INSUFFICIENT_BALANCE'],
  [TERM, '5000.01', '20000', 'STAKING_POOL_EXHAUSTED'],
  [PLACES, '33', '100', 'STAKING_PLACES'],
])('error: %o of an amount of %s with %s is %s', (term, amount, available, code) => {
  expect(findProblem(term, amount, available)?.code).toBe(code);
});

it('finds nothing wrong with an amount within all bounds, or while the balance is not known', () => {
  expect(findProblem(TERM, '1000', '1000')).toBeNull();
  expect(findProblem(TERM, '1000', null)).toBeNull();
  expect(findProblem(PLACES, '64', '64')).toBeNull();
});

it.each([
  ['what the pool covers', TERM, '20000', '5000'],
  ['what is available', TERM, '250.5', '250.5'],
  ['the largest amount of the term', { ...TERM, left: '50000' }, '20000', '10000'],
  ['the largest amount while nothing is known of the account', { ...TERM, left: '50000' }, null, '10000'],
  ['whole validator places', { ...PLACES, left: '500' }, '100', '96'],
  ['the smallest amount, which says what is missing', TERM, '20', '100'],
])('the most that can be put in is %s', (_what, term, available, most) => {
  expect(findMost(term, available)).toBe(most);
});

it('counts the validator places that an amount takes', () => {
  expect(previewStaking(PLACES, '96').places).toBe('3');
});
