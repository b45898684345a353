import { expect, it } from 'vitest';
import type { Order } from '@/lib/dto/spot';
import { joinPairs } from './join-pairs';

const order = (id: string, more: Partial<Order> = {}) => ({ id, partnerId: null, status: 'open', ...more }) as Order;
const idsOf = (orders: readonly Order[]) => joinPairs(orders).map(({ order, partner }) => [order.id, partner?.id ?? null]);

it('makes one of a pair in whatever order its two stand, and leaves the others as they are', () => {
  const limit = order('1', { partnerId: '2' });
  const stop = order('2', { partnerId: '1', status: 'waiting' });
  expect(idsOf([limit, stop, order('3')])).toEqual([
    ['1', '2'],
    ['3', null],
  ]);
  expect(idsOf([stop, order('3'), limit])).toEqual([
    ['3', null],
    ['1', '2'],
  ]);
});

it('shows the leg that is left, and a stop of its own, alone', () => {
  expect(idsOf([order('2', { partnerId: '1' })])).toEqual([['2', null]]);
  expect(idsOf([order('2', { partnerId: '1', status: 'waiting' })])).toEqual([['2', null]]);
  expect(idsOf([order('4', { status: 'waiting' })])).toEqual([['4', null]]);
});
