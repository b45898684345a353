import { expect, it } from 'vitest';
import { createWorld } from '../../../tests/helpers/spot-world';

it('a fill costs what is in force when it is made: what was charged before a change stays, and an order that rests pays the new fee from then on', async () => {
  const fees = { makerFeeRate: '0.0008', takerFeeRate: '0.001' };
  const world = await createWorld(undefined, { readFees: () => fees });
  await world.fund('1', { USDT: '10000' });
  await world.fund('2', { ETH: '10' });
  const { id } = await world.place('2', 'sell 2 at 2000');
  await world.place('1', 'buy 1 at 2000');
  Object.assign(fees, { makerFeeRate: '0.002', takerFeeRate: '0.003' });
  const taken = await world.place('1', 'buy 1 at 2000');
  expect(taken.order).toMatchObject({ fee: '0.003' });
  const maker = (await world.call('/x/order', { id }, '2')) as { order: { fee: string; state: string } };
  expect(maker.order).toMatchObject({ state: 'filled', fee: '5.6' });
  expect([await world.houseFee('ETH'), await world.houseFee('USDT')]).toEqual(['0.004', '5.6']);
  expect(await world.call('/trade/tradeinfo', { market: 'ETH-USDT', type: 'spot' }, null)).toMatchObject({
    maker: '0.002',
    taker: '0.003',
  });
  await world.verify();
});
