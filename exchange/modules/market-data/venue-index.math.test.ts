import { describe, expect, it } from 'vitest';
import { calculateMedian, findAgreeing, quorumOf } from './venue-index.math';

describe('calculateMedian', () => {
  it.each([
    { name: 'one', ticks: [7], median: 7 },
    { name: 'three in any order', ticks: [9, 1, 4], median: 4 },
    { name: 'the mean of the middle two', ticks: [1, 4, 6, 100], median: 5 },
    { name: 'half a tick rounded up', ticks: [1, 2], median: 2 },
  ])('$name', ({ ticks, median }) => expect(calculateMedian(ticks)).toBe(median));
});

describe('quorumOf', () => {
  it.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 3],
    [5, 3],
    [10, 6],
  ])('of %i venues is %i', (venues, quorum) => expect(quorumOf(venues)).toBe(quorum));
});

describe('findAgreeing', () => {
  it.each([
    { name: 'all within 1 % of the others', ticks: [10_000, 10_040, 9_960, 10_090], kept: [10_000, 10_040, 9_960, 10_090] },
    { name: 'one a tick beyond 1 %', ticks: [10_000, 10_000, 10_101], kept: [10_000, 10_000] },
    { name: 'one at half the price', ticks: [10_000, 5_000, 10_010, 9_990], kept: [10_000, 10_010, 9_990] },
    { name: 'two wild ones of five', ticks: [10_000, 5_000, 10_010, 9_990, 30_000], kept: [10_000, 10_010, 9_990] },
    { name: 'two that differ', ticks: [10_000, 5_000], kept: [] },
    { name: 'one alone', ticks: [5_000], kept: [5_000] },
    { name: 'none', ticks: [], kept: [] },
  ])('$name', ({ ticks, kept }) => {
    expect(findAgreeing(ticks.map((priceTicks) => ({ priceTicks }))).map(({ priceTicks }) => priceTicks)).toEqual(kept);
  });

  it('leaves no quorum when two stand against two', () => {
    expect(findAgreeing([10_000, 10_001, 5_000, 5_001].map((priceTicks) => ({ priceTicks }))).length).toBeLessThan(quorumOf(4));
  });
});
