import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import { COMMAND_COST_MAX } from '../matching/matching';

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.verify());

const MAKERS = ['2', '3', '4'];
/** `count` buys of 0.01 ETH at 1990, side by side. */
const crowd = async (count: number) => {
  for (const user of MAKERS) await world.fund(user, { USDT: '100000' });
  await Promise.all(Array.from({ length: count }, (_, index) => world.place(MAKERS[index % MAKERS.length] as string, 'buy 0.01 at 1990')));
};

it('ends an order that meets more orders than one transaction settles, with a reason, and the next one goes on there', async () => {
  await crowd(COMMAND_COST_MAX + 50);
  await world.fund('1', { ETH: '10' });
  const first = await world.place('1', 'sell 2.5 at 1990');
  expect(first.order).toMatchObject({ state: 'expired', reason: 'ORDER_FILLS_TOO_MANY', filled: String(COMMAND_COST_MAX / 100) });
  expect(await world.place('1', 'sell 0.5 at 1990')).toMatchObject({ state: 'filled' });
  expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
});

it('goes on with a stop that meets more orders than one transaction settles, until all of it is sold', async () => {
  await crowd(2 * COMMAND_COST_MAX + 50);
  await world.fund('1', { ETH: '10' });
  await world.place('1', 'sell 5 at 1980', { kind: 'stop_limit', stop: '1995', timeInForce: 'GTC' });
  await world.print('1994');
  // 4.5 ETH find a buyer; the rest is the limit order that a stop becomes.
  expect(await world.bookOf()).toEqual({ bids: [], asks: ['0.5 at 1980'] });
  expect(await world.balances('1')).toMatchObject({ ETH: '5 + 0.5' });
  const { rows } = await world.db.read.query<{ filled: string; status: string }>(
    `SELECT filled, status FROM spot_orders WHERE user_id = 1 ORDER BY id`,
  );
  expect(rows.map(({ status }) => status)).toEqual(['expired', 'expired', 'partially_filled']);
  expect(rows.reduce((sum, { filled }) => sum + Number(filled), 0)).toBe(4.5 * 10 ** 8);
});

it('is still there after a restart when its process stopped in between', async () => {
  await crowd(COMMAND_COST_MAX + 50);
  await world.fund('1', { ETH: '10' });
  await world.place('1', 'sell 2.5 at 1980', { kind: 'stop_limit', stop: '1995', timeInForce: 'GTC' });
  const { transaction } = world.db;
  let commits = 0;
  world.db.transaction = (run, options) => {
    commits += 1;
    return commits === 1 ? transaction(run, options) : Promise.reject(new Error('the process is gone'));
  };
  await world.print('1994');
  world.db.transaction = transaction;
  expect(await world.balances('1')).toMatchObject({ ETH: '7.5 + 0.5' });
  await world.restart();
  await world.print('1994');
  expect(await world.balances('1')).toMatchObject({ ETH: '7.5 + 0' });
  const { body } = await world.metrics.render();
  expect(body).toContain('exchange_due_refused_total{product="spot",work="trigger",code="MARKET_BUSY"} 1');
});
