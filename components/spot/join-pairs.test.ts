import { expect, it } from 'vitest';
import type { Order } from '@/lib/dto/spot';
import { joinPairs, joinPastPairs } from './join-pairs';

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

it('makes one of a pair that is over: the leg that was filled stands for both, the limit order where none was', () => {
  const joined = (orders: readonly Order[]) => joinPastPairs(orders).map(({ order, partner }) => [order.id, partner?.id ?? null]);
  const limit = (filledQuantity: string) => order('1', { partnerId: '2', stop: null, filledQuantity, status: 'cancelled' });
  const stop = (filledQuantity: string) => order('2', { partnerId: '1', stop: '90', filledQuantity, status: 'cancelled' });
  const other = order('3', { filledQuantity: '0' });
  expect(joined([stop('5'), limit('0'), other])).toEqual([
    ['2', '1'],
    ['3', null],
  ]);
  expect(joined([other, stop('0'), limit('5')])).toEqual([
    ['3', null],
    ['1', '2'],
  ]);
  expect(joined([limit('0'), stop('0')])).toEqual([['1', '2']]);
  expect(joined([stop('0')])).toEqual([['2', null]]);
});
