import { expect, it } from 'vitest';
import { allotTokens, AT_ONCE, countDueParts, countVested, findNextPart, judgePresale, showPresaleState } from './presale';

it.each([
  { tokens: 10n, sold: 100n, supply: 100n, gets: 10n },
  { tokens: 10n, sold: 300n, supply: 100n, gets: 3n },
  { tokens: 1n, sold: 1_000n, supply: 100n, gets: 0n },
  { tokens: 999n, sold: 1_000n, supply: 100n, gets: 99n },
])('$tokens of $sold asked for bring $gets of $supply', ({ gets, ...asked }) => {
  expect(allotTokens(asked)).toBe(gets);
});

it.each([
  [0n, 0n, 'missed'],
  [49n, 50n, 'missed'],
  [50n, 50n, 'sold'],
])('%s sold with a soft cap of %s is %s', (sold, softCap, outcome) => {
  expect(judgePresale({ sold, softCap })).toBe(outcome);
});

it.each([
  ['open', null, 4, 'soon'],
  ['open', null, 5, 'open'],
  ['open', null, 10, 'settling'],
  ['settling', 'sold', 11, 'settling'],
  ['over', 'sold', 11, 'ended'],
  ['over', 'missed', 11, 'refunded'],
  ['over', 'cancelled', 6, 'cancelled'],
] as const)('a sale that is %s, %s at %s is shown as %s', (state, outcome, now, shown) => {
  expect(showPresaleState({ state, outcome, now, startsAt: 5, endsAt: 10 })).toBe(shown);
});

it.each([
  { allotted: 10n, done: 0, has: 2n },
  { allotted: 10n, done: 1, has: 5n },
  { allotted: 10n, done: 2, has: 7n },
  { allotted: 10n, done: 3, has: 10n },
  { allotted: 1n, done: 2, has: 0n },
  { allotted: 1n, done: 3, has: 1n },
])('of $allotted tokens, 25 % at the end and the rest in three parts, $has are there after $done', ({ has, ...of }) => {
  expect(countVested({ ...of, vesting: { first: 25, parts: 3, days: 30 } })).toBe(has);
});

it('without vesting all is there at the end, and nothing is due later', () => {
  expect(countVested({ allotted: 7n, vesting: AT_ONCE, done: 0 })).toBe(7n);
  expect(findNextPart({ vesting: AT_ONCE, endsAt: 5, done: 0 })).toBeNull();
  expect(countDueParts({ vesting: AT_ONCE, endsAt: 5, now: 1e12 })).toBe(0);
});
