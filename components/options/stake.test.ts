import { expect, it } from 'vitest';
import { findStakeProblem, pickSeconds, profitOf, shareOf } from './stake';

const terms = { symbol: 'BTC-USDT', base: 'BTC', quote: 'USDT', tickSize: '0.01', stakeMin: '10', stakeMax: '5000', durations: [] };

it('takes a share of the balance, cut to two decimals and never above the largest stake', () => {
  expect(shareOf({ available: '133.33333333', percent: 25, max: '5000' })).toBe('33.33');
  expect(shareOf({ available: '100000', percent: 100, max: '5000' })).toBe('5000');
  expect(shareOf({ available: '0', percent: 50, max: '5000' })).toBe('0');
});

it.each([
  { stake: '', problem: 'OPTION_STAKE_OUT_OF_RANGE' },
  { stake: '9.99', problem: 'OPTION_STAKE_OUT_OF_RANGE' },
  { stake: '10', problem: null },
  { stake: '10.', problem: null },
  { stake: '5000.01', problem: 'OPTION_STAKE_OUT_OF_RANGE' },
  { stake: '200.01', problem: 'INSUFFICIENT_BALANCE' },
])('a stake of "$stake" with 200 available: $problem', ({ stake, problem }) => {
  expect(findStakeProblem({ stake, terms, available: '200' })).toBe(problem);
});

it('shows the profit that the posting books', () => {
  expect(profitOf('100', '0.85')).toBe('85');
  expect(profitOf('10.01', '0.82')).toBe('8.2082');
  expect(profitOf('', '0.85')).toBeNull();
});

it.each([
  { offered: [30, 60], chosen: null, seconds: 60 },
  { offered: [30, 120], chosen: null, seconds: 30 },
  { offered: [30, 60, 120], chosen: 120, seconds: 120 },
  { offered: [30, 120], chosen: 60, seconds: 30 },
])('of $offered seconds, with $chosen chosen, a ticket is about $seconds', ({ offered, chosen, seconds }) => {
  expect(pickSeconds({ durations: offered.map((each) => ({ seconds: each, ratio: '0.85' })) }, chosen)).toBe(seconds);
});
