import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';

let world: PerpetualWorld;
beforeEach(async () => {
  world = await createPerpetualWorld();
  for (const user of ['1', '2', '3']) await world.fund(user, '1000000');
});
afterEach(() => world.verify());

const reduce = (order: string) => world.place('1', order, { isReduceOnly: true });

it('security: a small position that many orders reduce moves neither the mark nor the book by more than its size', async () => {
  await world.print('2000');
  await world.place('2', 'buy 0.1 at 2000');
  await world.place('1', 'sell 0.1 at 2000');
  await world.place('3', 'sell 6 at 2011');
  for (let order = 0; order < 60; order += 1) await reduce('buy 0.1 at 2010');
  await reduce('buy 0.1 at 1999');
  for (let second = 0; second < 60; second += 1) await world.print('2000');
  expect(await world.bookOf()).toEqual({ bids: ['0.1 at 2010'], asks: ['6 at 2011'] });
  const { rows } = (await world.call('x.marks', { is_cs: '0' }, null)) as { rows: { market: string; mark: string }[] };
  expect(rows.find(({ market }) => market === 'ETH-USDT')?.mark).toBe('2000');
});

it('of what reduces a position the nearest counts first, whatever becomes of position and orders', async () => {
  await world.place('2', 'sell 3 at 2000');
  await world.place('1', 'buy 3 at 2000');
  const far = await reduce('sell 2 at 2020');
  await reduce('sell 2 at 2010');
  expect((await world.bookOf()).asks).toEqual(['2 at 2010', '1 at 2020']);
  await world.place('2', 'buy 1 at 1990');
  await world.place('1', 'sell 1 at 1990');
  expect((await world.bookOf()).asks).toEqual(['2 at 2010']);
  await world.place('3', 'buy 0.5 at 2010');
  expect((await world.bookOf()).asks).toEqual(['1.5 at 2010']);
  await world.place('2', 'sell 1 at 1995');
  await world.place('1', 'buy 1 at 1995');
  expect((await world.bookOf()).asks).toEqual(['1.5 at 2010', '1 at 2020']);
  await world.cancel('1', far.id);
  expect((await world.bookOf()).asks).toEqual(['1.5 at 2010']);
  // A taker meets what is shown, and no more.
  const taken = await world.place('3', 'buy 5 at 2020', { timeInForce: 'IOC' });
  expect(taken.order.filled).toBe('1.5');
});
