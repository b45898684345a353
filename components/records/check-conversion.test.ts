import { expect, it } from 'vitest';
import { isRight } from './check-conversion';

const MADE = {
  amount: '250',
  price: '0.0003996',
  fee: '0.0000999',
  received: '0.0998001',
  fromIndex: '1',
  toIndex: '2500',
  spreadRate: '0.001',
  feeRate: '0.001',
};

it('comes to the figures of a conversion from its index, spread and fee', () => expect(isRight(MADE)).toBe(true));

it.each(['price', 'fee', 'received', 'toIndex', 'spreadRate'] as const)('sees a %s that is another', (name) => {
  expect(isRight({ ...MADE, [name]: '0.0998002' })).toBe(false);
});
