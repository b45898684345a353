import { expect, it } from 'vitest';
import { orderAddress, readOrderTitle, readPurpose, readShown } from './activity-text';

const order = {
  kind: 'spot' as const,
  ids: ['17'],
  symbol: 'BTC-USDT',
  side: 'buy' as const,
  quantity: '0.5',
  filled: '0.3',
  isOpen: false,
};

it.each([
  [{}, 'bought'],
  [{ isOpen: true }, 'boughtPart'],
  [{ filled: '0' }, 'orderToBuy'],
  [{ filled: '0.00', side: 'sell' as const, isOpen: true }, 'orderToSell'],
  [{ side: 'sell' as const }, 'sold'],
] as const)('an order with %o is titled %s', (over, title) => expect(readOrderTitle({ ...order, ...over })).toBe(title));

it.each([
  ['HOLD_PLACE', 'withdrawal:3', 'codes.WITHDRAWAL'],
  ['HOLD_RELEASE', 'staking:3', 'types.staking'],
  ['HOLD_EXPIRE', 'other:3', null],
  ['LOAN_REPAYMENT', 'loan:3:1', null],
])('%s of %s is named by %s', (type, reference, key) => expect(readPurpose({ type, reference })).toBe(key));

it('a row of a spot order shows what was paid, that of a perpetual order what it earned or cost, and leads to the order', () => {
  const changes = [
    { asset: 'BTC', amount: '0.3' },
    { asset: 'USDT', amount: '-20000' },
  ];
  expect(readShown({ order, changes })).toEqual([changes[1]]);
  expect(readShown({ order: null, changes })).toEqual(changes);
  const perpetual = { ...order, kind: 'perpetual' as const };
  expect(readShown({ order: perpetual, changes: [{ asset: 'USDT', amount: '-3' }] })).toHaveLength(1);
  expect([orderAddress({ order }), orderAddress({ order: perpetual }), orderAddress({ order: null })]).toEqual([
    '/orderdetails?id=17',
    '/orderdetails?id=17&type=perpetual',
    null,
  ]);
});
