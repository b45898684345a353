import { expect, it } from 'vitest';
import { createPerpetualWorld } from '../../../tests/helpers/perpetual-world';

const create = async () => {
  const fees = { makerFeeRate: '0.0002', takerFeeRate: '0.0005' };
  const world = await createPerpetualWorld({ readFees: () => fees });
  await world.fund('1', '10000');
  await world.fund('2', '10000');
  return { fees, world };
};

it('a fill costs what is in force when it is made, and what an order held beyond its fee is free again', async () => {
  const { fees, world } = await create();
  await world.place('2', 'sell 2 at 2000');
  expect(await world.money('2')).toBe('9599.2 + 400.8 + 0');
  await world.place('1', 'buy 1 at 2000');
  Object.assign(fees, { makerFeeRate: '0.0001', takerFeeRate: '0.0004' });
  const { order } = await world.place('1', 'buy 1 at 2000');
  expect(order.fee).toBe('0.8');
  expect([await world.money('1'), await world.money('2')]).toEqual(['9598.2 + 0 + 400', '9599.4 + 0 + 400']);
  expect(await world.house('fees')).toBe('2.4');
  await world.verify();
});

it('no position is nearer to its liquidation by it, and the terms say the most that a fee may be', async () => {
  const { fees, world } = await create();
  await world.place('2', 'sell 1 at 2000');
  await world.place('1', 'buy 1 at 2000');
  const before = await world.position('1');
  Object.assign(fees, { makerFeeRate: '0', takerFeeRate: '0.0001' });
  expect(await world.position('1')).toEqual(before);
  const terms = (await world.call('markets.rules', { market: 'ETH-USDT', type: 'perpetual' }, null)) as object;
  expect(terms).toMatchObject({ maker: '0', taker: '0.0001', maker_max: '0.0002', taker_max: '0.0005' });
  await world.verify();
});

it('security: a rate above what is held and reckoned with counts as that', async () => {
  const { fees, world } = await create();
  Object.assign(fees, { makerFeeRate: '0.01', takerFeeRate: '0.01' });
  await world.place('2', 'sell 2 at 2000');
  const { order } = await world.place('1', 'buy 2 at 2000');
  expect(order.fee).toBe('2');
  expect(await world.house('fees')).toBe('2.8');
  await world.verify();
});
