import { expect, it } from 'vitest';
import { cumulate, depthShares, groupingsOf, groupLevels } from './book-depth';

it('measures both sides against the deeper one', () => {
  expect(
    depthShares(
      [
        ['10', '1'],
        ['9', '1'],
      ],
      [
        ['11', '1'],
        ['12', '3'],
      ],
    ),
  ).toEqual({ bids: [25, 50], asks: [25, 100] });
});
it('draws nothing for an empty book', () => {
  expect(depthShares([], [])).toEqual({ bids: [], asks: [] });
});
it('groups bids downwards and asks upwards, so that no group promises a better price', () => {
  const levels = [
    ['101', '1'],
    ['100.5', '2'],
    ['99.9', '4'],
  ] as const;
  expect(groupLevels(levels, '1', 'down')).toEqual([
    ['101', '1'],
    ['100', '2'],
    ['99', '4'],
  ]);
  expect(groupLevels([...levels].reverse(), '2', 'up')).toEqual([
    ['100', '4'],
    ['102', '3'],
  ]);
  expect(cumulate(levels).map(([, sum]) => sum)).toEqual(['1', '3', '7']);
});
it.each([
  ['67000', '0.01', ['0.01', '20', '50', '200']],
  ['0.5263', '0.0001', ['0.0001', '0.0002', '0.0005', '0.001']],
  ['0.0001', '0.0001', ['0.0001']],
])('offers groups of %s on a grid of %s: %j', (price, tick, groups) => {
  expect(groupingsOf(price, tick)).toEqual(groups);
});
