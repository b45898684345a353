import { expect, test } from 'vitest';
import type { Order } from '@/lib/dto/spot';
import { releasedBy } from './released-by';

const resting = {
  id: '7',
  symbol: 'BTC-USDT',
  side: 'buy',
  kind: 'limit',
  status: 'partially_filled',
  price: '100',
  quantity: '3',
  filledQuantity: '1',
  partnerId: null,
} as unknown as Order;

test('a cancelled purchase of 2 at 100 gives back 200 of the quote', () => {
  expect(releasedBy(resting, { ...resting, status: 'cancelled' })).toBe('200');
});

test('a cancelled sale gives back what was not sold', () => {
  const sale = { ...resting, side: 'sell' } as Order;
  expect(releasedBy(sale, { ...sale, status: 'cancelled' })).toBe('2');
});

test('nothing is said of an order that lives, of one of a pair, and where a fill came in between', () => {
  expect(releasedBy(resting, { ...resting, price: '90' })).toBeNull();
  expect(releasedBy({ ...resting, partnerId: '8' }, { ...resting, status: 'cancelled' })).toBeNull();
  expect(releasedBy(resting, { ...resting, status: 'cancelled', filledQuantity: '2' })).toBeNull();
});
