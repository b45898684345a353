import { describe, expect, it } from 'vitest';
import { depthPath, restingTo, toDepth } from './depth-steps';

const book = {
  bids: [
    ['99', '1'],
    ['98', '2'],
    ['90', '4'],
  ],
  asks: [
    ['101', '0.5'],
    ['104', '1.5'],
  ],
} as const;
const depth = toDepth(book as never);

describe('depth of a book', () => {
  it('reaches as far below the middle as above it, and leaves out what lies further away', () => {
    expect(depth).toMatchObject({ mid: 100, low: 96, high: 104, deepest: 3 });
    expect(depth?.bids).toEqual([
      { price: 99, sum: 1 },
      { price: 98, sum: 3 },
    ]);
    expect(depth?.asks.at(-1)).toEqual({ price: 104, sum: 2 });
  });

  it('is null while a side is empty', () => expect(toDepth({ bids: [], asks: [['1', '1']] } as never)).toBeNull());

  it('draws steps from the spread outwards and closes at the edge', () => {
    if (depth === null) throw new Error('no depth');
    const box = { width: 80, height: 30 };
    expect(depthPath(depth.bids, depth, box)).toBe('M30.0,30H30.0V20.0H20.0V0.0H0V30Z');
    expect(depthPath(depth.asks, depth, box)).toBe('M50.0,30H50.0V25.0H80.0V10.0H80V30Z');
  });

  it.each([
    [99.5, 0],
    [99, 1],
    [98.5, 1],
    [97, 3],
  ])('says that down to %s rest %s', (price, sum) => expect(restingTo(depth?.bids ?? [], price)).toBe(sum));
});
