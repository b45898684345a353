import { expect, it } from 'vitest';
import { netOfHouse } from './perpetual.write';

const move = (owner: number, order: number, amount: bigint, code: 'PERPETUAL_HOLD' | 'PERPETUAL_RELEASE' = 'PERPETUAL_HOLD') => ({
  code,
  reference: `order:${order}`,
  postings: [
    { address: `user:${owner}:demo:USDT:available`, amount: -amount },
    { address: `user:${owner}:demo:USDT:locked`, amount },
  ],
});
const HOUSE = new Set([5]);

it('makes one journal of what the orders of an account of the house hold and give back', () => {
  const moved = [move(5, 1, -700n, 'PERPETUAL_RELEASE'), move(5, 2, -300n, 'PERPETUAL_RELEASE'), move(5, 3, 650n), move(5, 4, 380n)];
  expect(netOfHouse(moved, HOUSE)).toEqual([{ ...move(5, 1, 30n), code: 'PERPETUAL_RELEASE' }]);
});

it('writes nothing where they cancel out', () => {
  expect(netOfHouse([move(5, 1, -700n, 'PERPETUAL_RELEASE'), move(5, 2, 700n)], HOUSE)).toEqual([]);
});

it("leaves a member's as they are, each by the order that it is of", () => {
  const moved = [move(7, 1, 700n), move(5, 2, 10n), move(7, 3, -700n, 'PERPETUAL_RELEASE')];
  expect(netOfHouse(moved, HOUSE)).toEqual([moved[0], moved[2], moved[1]]);
});
