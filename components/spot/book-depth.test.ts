import { expect, it } from 'vitest';
import { depthShares } from './book-depth';

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
