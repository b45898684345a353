import { expect, it } from 'vitest';
import { allotTokens, judgePresale, showPresaleState } from './presale';

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
