import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../platform/db';
import { createTestDatabase } from '../../platform/test-database';
import { createPerpetualWorld, type PerpetualWorld } from '../../../tests/helpers/perpetual-world';

const MAKER = '9';
const TAKER = '7';
const HOUSE_TAKER = '8';
const quote = { isHouse: true, leverage: 1 } as const;

let world: PerpetualWorld;
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
  world = await createPerpetualWorld({ db: failCommits(await createTestDatabase()) });
  await world.fund(MAKER, '10000');
  await world.fund(TAKER, '10000');
  await world.fund(HOUSE_TAKER, '10000');
});
afterEach(async () => {
  // Quotes end with the process.
  for (const userId of [MAKER, HOUSE_TAKER]) for (const { id } of await list(userId)) await world.cancel(userId, id);
  await world.verify();
});

const list = (userId = MAKER) => world.perpetual.listOpenOrders({ userId, mode: 'real' }, 'ETH-USDT');
const book = async () => {
  const { bids, asks } = await world.perpetual.getBook('ETH-USDT', 'real');
  return [...bids.map(([price, num]) => `bid ${num} at ${price}`), ...asks.map(([price, num]) => `ask ${num} at ${price}`)];
};
const orders = async () => {
  const { rows } = await world.db.read.query<Record<'user_id' | 'status' | 'rested' | 'filled', string>>(
    `SELECT user_id, status, (rested / 100000000)::float8::text AS rested, (filled / 100000000)::float8::text AS filled
       FROM perpetual_orders ORDER BY id`,
  );
  return rows.map((row) => `${row.user_id} ${row.status} ${row.filled}/${row.rested}`);
};
/** Rows of what is written for orders and money. */
const written = async () => {
  const tables = ['perpetual_orders', 'perpetual_fills', 'perpetual_positions', 'ledger_journals', 'event_log', 'idempotency_keys'];
  const counts = tables.map((table) => world.db.read.query<{ rows: string }>(`SELECT count(*) AS rows FROM ${table}`));
  return (await Promise.all(counts)).map(({ rows }, index) => `${tables[index]} ${rows[0]?.rows}`);
};

it('a quote rests in its book without a row and a hold, is listed, and is cancelled as quietly', async () => {
  const before = await written();
  const { id, state } = await world.place(MAKER, 'sell 2 at 2010', quote);
  expect(state).toBe('open');
  expect(await book()).toEqual(['ask 2 at 2010']);
  expect(await list()).toMatchObject([{ id, num: '2', state: 'open' }]);
  expect((await world.cancel(MAKER, id)).order).toMatchObject({ id, state: 'cancelled', filled: '0' });
  expect(await book()).toEqual([]);
  expect((await written()).filter((line) => !line.startsWith('idempotency_keys'))).toEqual(before.slice(0, -1));
});

it('what somebody takes of it is an order of that size, filled; the rest stays a quote, and nothing is held', async () => {
  const { id } = await world.place(MAKER, 'sell 2 at 2010', quote);
  await world.place(TAKER, 'buy 0.5 at 2010');
  expect(await orders()).toEqual([`${TAKER} filled 0.5/0`, `${MAKER} filled 0.5/0.5`]);
  expect(await world.show(MAKER)).toBe('short 0.5 for 1005 on 1005');
  await world.place(TAKER, 'buy 0.7 at 2010');
  expect(await world.show(MAKER)).toBe('short 1.2 for 2412 on 2412');
  expect(await list()).toMatchObject([{ id, num: '0.8', filled: '0' }]);
  await world.cancel(MAKER, id);
  expect(await orders()).toHaveLength(4);
});

it('is filled whole by one order and in part by the next, and closes what its account has against it', async () => {
  for (const price of ['1990', '1989', '1988']) await world.place(MAKER, `buy 1 at ${price}`, quote);
  await world.place(TAKER, 'sell 1 at 1990');
  await world.place(TAKER, 'sell 1.5 at 1985', { timeInForce: 'IOC' });
  expect(await book()).toEqual(['bid 0.5 at 1988']);
  expect(await world.show(MAKER)).toBe('long 2.5 for 4973 on 4973');
  await world.fund(MAKER, '10000');
  await world.place(MAKER, 'sell 3 at 2000', quote);
  await world.place(TAKER, 'buy 2.5 at 2000');
  expect(await world.show(MAKER)).toBe('none');
});

it('that meets an order on its way is an order for what it took, and a quote for the rest', async () => {
  await world.place(TAKER, 'buy 1 at 2005');
  await world.place(MAKER, 'sell 2 at 2005', quote);
  expect(await orders()).toEqual([`${TAKER} filled 1/1`, `${MAKER} filled 1/0`]);
  expect(await book()).toEqual(['ask 1 at 2005']);
  await world.place(TAKER, 'buy 0.4 at 2005');
  expect((await orders()).slice(2)).toEqual([`${TAKER} filled 0.4/0`, `${MAKER} filled 0.4/0.4`]);
});

it('quotes can need no more margin than there is, though nothing of it is held', async () => {
  await world.place(MAKER, 'sell 3 at 2010', quote);
  await expect(world.place(MAKER, 'buy 3 at 1990', quote)).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  await expect(world.place(MAKER, 'sell 3 at 2011', { leverage: 1 })).rejects.toMatchObject({ code: 'INSUFFICIENT_BALANCE' });
  await world.place(MAKER, 'buy 1 at 1990', quote);
  expect(await book()).toEqual(['bid 1 at 1990', 'ask 3 at 2010']);
});

it('a quote that its account can no longer pay is gone, and the taker meets the next one', async () => {
  await world.place(MAKER, 'sell 3 at 2010', quote);
  await world.place(HOUSE_TAKER, 'sell 1 at 2011', quote);
  // Nobody else spends what stands behind quotes; were it gone all the same, no transaction may fail for it.
  await world.post([
    { address: `user:${MAKER}:real:USDT:available`, amount: -6_000n * 10n ** 8n },
    { address: 'outside:real:issuance:USDT', amount: 6_000n * 10n ** 8n },
  ]);
  const { order } = await world.place(TAKER, 'buy 3 at 2011', { timeInForce: 'IOC' });
  expect(order).toMatchObject({ filled: '1' });
  expect(await book()).toEqual([]);
  expect(await world.show(MAKER)).toBe('none');
});

it('what the house trades with itself is a line of the tape: no order, no journal, no position; what it meets of others is written', async () => {
  await world.place(MAKER, 'sell 2 at 2010', quote);
  const before = await written();
  const { order } = await world.place(HOUSE_TAKER, 'buy 0.5 at 2010', { ...quote, timeInForce: 'IOC' });
  expect(order).toMatchObject({ state: 'filled', filled: '0.5' });
  const changed = (await written()).filter((line) => !before.includes(line) && !line.startsWith('idempotency_keys'));
  expect(changed).toEqual(['perpetual_fills 1']);
  expect(world.events.filter(({ kind }) => kind === 'trades')).toHaveLength(1);
  expect(await book()).toEqual(['ask 1.5 at 2010']);
  await world.place(TAKER, 'sell 0.2 at 2009');
  await world.place(HOUSE_TAKER, 'buy 0.5 at 2010', { ...quote, timeInForce: 'IOC' });
  expect(await orders()).toEqual([`${TAKER} filled 0.2/0.2`, `${HOUSE_TAKER} filled 0.2/0`]);
  expect(await book()).toEqual(['ask 1.2 at 2010']);
  expect(await world.show(HOUSE_TAKER)).toBe('long 0.2 for 401.8 on 403.6');
});

it('a batch that is not committed leaves quotes as they were', async () => {
  const { id } = await world.place(MAKER, 'sell 2 at 2010', quote);
  failing = 100;
  await expect(world.place(TAKER, 'buy 1 at 2010')).rejects.toMatchObject({ code: expect.any(String) });
  await expect(world.cancel(MAKER, id)).rejects.toMatchObject({ code: expect.any(String) });
  failing = 0;
  expect(await book()).toEqual(['ask 2 at 2010']);
  expect(await orders()).toEqual([]);
  await world.place(TAKER, 'buy 1 at 2010');
  expect(await orders()).toEqual([`${TAKER} filled 1/0`, `${MAKER} filled 1/1`]);
  world.faults.length = 0;
});

it('a liquidation meets quotes as it meets orders', async () => {
  await world.place(MAKER, 'sell 1 at 2000', quote);
  await world.place(TAKER, 'buy 1 at 2000', { leverage: 50 });
  await world.place(MAKER, 'buy 2 at 1965', quote);
  await world.print('1966');
  expect(await world.show(TAKER)).toBe('none');
  expect(await world.show(MAKER)).toBe('none');
  expect(await book()).toEqual(['bid 1 at 1965']);
});

it('ends with its process: nothing of it is there afterwards, and nothing is held', async () => {
  const { id } = await world.place(MAKER, 'sell 2 at 2010', quote);
  await world.restart();
  expect(await book()).toEqual([]);
  await expect(world.cancel(MAKER, id)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' });
});
