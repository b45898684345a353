import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import { expectLockedIsExact } from '../../../tests/helpers/expect-locked-exact';

const MAKER = '9';
const TAKER = '7';
const quote = { isHouse: true } as const;

let world: World;
let failing = 0;

/** Every statement is done, and then the commit fails, `failing` times. */
function failCommits(db: Database): Database {
  return {
    ...db,
    transaction: (run, options) =>
      db.transaction(async (tx) => {
        const result = await run(tx);
        if (failing === 0) return result;
        failing -= 1;
        throw new Error('the disk is full');
      }, options),
  };
}

beforeEach(async () => {
  failing = 0;
  world = await createWorld(failCommits);
  await world.fund(MAKER, { USDT: '10000', ETH: '10' });
  await world.fund(TAKER, { USDT: '10000', ETH: '10' });
});
afterEach(async () => {
  // Quotes end with the process.
  for (const { id } of await world.spot.listOpenOrders({ userId: MAKER, mode: 'real' }, 'ETH-USDT')) await world.cancel(MAKER, id);
  await world.verify();
});

const orders = async () => {
  const { rows } = await world.db.read.query<{ user_id: string; status: string; rested: string; filled: string }>(
    'SELECT user_id, status, (rested / 100000000)::float8::text AS rested, (filled / 100000000)::float8::text AS filled FROM spot_orders ORDER BY id',
  );
  return rows.map((row) => `${row.user_id} ${row.status} ${row.filled}/${row.rested}`);
};

it('a quote rests in its book without a row and a hold, is listed, and is cancelled as quietly', async () => {
  const { id, state } = await world.place(MAKER, 'sell 2 at 2010', quote);
  expect(state).toBe('open');
  expect(await world.bookOf()).toEqual({ bids: [], asks: ['2 at 2010'] });
  expect(await world.spot.listOpenOrders({ userId: MAKER, mode: 'real' }, 'ETH-USDT')).toMatchObject([{ id, num: '2', state: 'open' }]);
  expect(await world.balances(MAKER)).toEqual({ USDT: '10000 + 0', ETH: '10 + 0' });
  expect((await world.cancel(MAKER, id)).order).toMatchObject({ id, state: 'cancelled', filled: '0' });
  expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
  expect(await orders()).toEqual([]);
});

it('what somebody takes of it is an order of that size, filled; the rest stays a quote, and nothing is held', async () => {
  const { id } = await world.place(MAKER, 'sell 2 at 2010', quote);
  await world.place(TAKER, 'buy 0.5 at 2010');
  expect(await orders()).toEqual([`${TAKER} filled 0.5/0`, `${MAKER} filled 0.5/0.5`]);
  expect((await world.balances(MAKER)).ETH).toBe('9.5 + 0');
  await expectLockedIsExact(world.db);
  await world.place(TAKER, 'buy 0.7 at 2010');
  expect((await world.balances(MAKER)).ETH).toBe('8.8 + 0');
  expect(await world.spot.listOpenOrders({ userId: MAKER, mode: 'real' }, 'ETH-USDT')).toMatchObject([{ id, num: '0.8', filled: '0' }]);
  await world.cancel(MAKER, id);
  expect(await orders()).toHaveLength(4);
  expect((await world.balances(MAKER)).ETH).toBe('8.8 + 0');
});

it('is filled whole by one order, and several by another', async () => {
  await world.place(MAKER, 'buy 1 at 1990', quote);
  await world.place(MAKER, 'buy 1 at 1989', quote);
  await world.place(MAKER, 'buy 1 at 1988', quote);
  await world.place(TAKER, 'sell 1 at 1990');
  await world.place(TAKER, 'sell 1.5 at 1985', { timeInForce: 'IOC' });
  expect(await world.bookOf()).toEqual({ bids: ['0.5 at 1988'], asks: [] });
  expect((await orders()).filter((row) => row.startsWith(MAKER))).toEqual([
    `${MAKER} filled 1/1`,
    `${MAKER} filled 1/1`,
    `${MAKER} filled 0.5/0.5`,
  ]);
  expect((await world.balances(MAKER)).USDT).toBe('5027 + 0');
});

it('that meets an order on its way is an order for what it took, and a quote for the rest', async () => {
  await world.place(TAKER, 'buy 1 at 2005');
  await world.place(MAKER, 'sell 2 at 2005', quote);
  expect(await orders()).toEqual([`${TAKER} filled 1/1`, `${MAKER} filled 1/0`]);
  expect(await world.bookOf()).toEqual({ bids: [], asks: ['1 at 2005'] });
  expect((await world.balances(MAKER)).ETH).toBe('9 + 0');
  await world.place(TAKER, 'buy 0.4 at 2005');
  expect((await orders()).slice(2)).toEqual([`${TAKER} filled 0.4/0`, `${MAKER} filled 0.4/0.4`]);
});

it('quotes can give no more than there is, though nothing of it is held', async () => {
  await world.place(MAKER, 'sell 6 at 2010', quote);
  await expect(world.place(MAKER, 'sell 5 at 2011', quote)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  await expect(world.place(MAKER, 'sell 5 at 2011')).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  await world.place(MAKER, 'sell 4 at 2011', quote);
  await world.place(TAKER, 'buy 4 at 2011', { timeInForce: 'IOC' });
  expect(await world.bookOf()).toEqual({ bids: [], asks: ['2 at 2010', '4 at 2011'] });
});

it('a batch that is not committed leaves quotes as they were', async () => {
  const { id } = await world.place(MAKER, 'sell 2 at 2010', quote);
  failing = 100;
  await expect(world.place(TAKER, 'buy 1 at 2010')).rejects.toMatchObject({ code: expect.any(String) });
  await expect(world.cancel(MAKER, id)).rejects.toMatchObject({ code: expect.any(String) });
  failing = 0;
  expect(await world.bookOf()).toEqual({ bids: [], asks: ['2 at 2010'] });
  expect(await orders()).toEqual([]);
  await world.place(TAKER, 'buy 1 at 2010');
  expect(await orders()).toEqual([`${TAKER} filled 1/0`, `${MAKER} filled 1/1`]);
});

it('ends with its process: nothing of it is there afterwards, and nothing is held', async () => {
  const { id } = await world.place(MAKER, 'sell 2 at 2010', quote);
  await world.restart();
  expect(await world.bookOf()).toEqual({ bids: [], asks: [] });
  await expect(world.cancel(MAKER, id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
  expect(await world.balances(MAKER)).toEqual({ USDT: '10000 + 0', ETH: '10 + 0' });
});
