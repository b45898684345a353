import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import type { Database, Tx } from '../../platform/db';
import { spotEvents } from '../spot/spot.events';
import { listOrderEvents, noteHouse } from './matching.events';
import { NO_CHANGE } from './matching.rows';

let world: World;
const texts: string[] = [];

/** Notes every statement of a transaction. */
const listen = (db: Database): Database => ({
  ...db,
  transaction: (run, options) =>
    db.transaction((tx) => {
      const query: Tx['query'] = (text, params) => {
        texts.push(text);
        return tx.query(text, params);
      };
      return run({ ...tx, query });
    }, options),
});

beforeEach(async () => {
  world = await createWorld(listen);
});
afterEach(() => world.verify());

/** `kind user order quantity for value`, in the order of the log. */
async function readEvents(): Promise<string[]> {
  const { rows } = await world.db.read.query<{ kind: string; user_id: string; payload: Record<string, string> }>(
    "SELECT kind, user_id, payload FROM event_log WHERE kind LIKE 'spot.%' ORDER BY xid, id",
  );
  const kinds = Object.values(spotEvents);
  return rows.map(({ kind, user_id: userId, payload }) => {
    kinds.find(({ name }) => name === kind)?.schema.parse(payload);
    const what = payload.reason ?? (payload.quantity === undefined ? '' : `${payload.quantity} for ${payload.value}, ${payload.state}`);
    return `${kind} ${userId} ${payload.side} ${what}`.trim();
  });
}

it('an order that met several others is one event, and each of them one', async () => {
  await world.fund('1', { ETH: '10' });
  await world.fund('2', { USDT: '10000' });
  await world.place('1', 'sell 1 at 2000');
  await world.place('1', 'sell 1 at 2001');
  expect(await readEvents()).toEqual([]);
  await world.place('2', 'buy 1.5 at 2001');
  expect(await readEvents()).toEqual([
    'spot.order-filled 1 sell 1 for 2000, filled',
    'spot.order-filled 1 sell 0.5 for 1000.5, partially_filled',
    'spot.order-filled 2 buy 1.5 for 3000.5, filled',
  ]);
});

it('what an order met in a later batch is told alone, not with what was before', async () => {
  await world.fund('1', { ETH: '10' });
  await world.fund('2', { USDT: '10000' });
  await world.place('1', 'sell 3 at 2000');
  await world.place('2', 'buy 1 at 2000');
  await world.place('2', 'buy 2 at 2000');
  expect((await readEvents()).filter((line) => line.includes('sell'))).toEqual([
    'spot.order-filled 1 sell 1 for 2000, partially_filled',
    'spot.order-filled 1 sell 2 for 4000, filled',
  ]);
});

it('events go along with the statement that writes the fills, and without fills there are none', async () => {
  await world.fund('1', { ETH: '10' });
  await world.fund('2', { USDT: '10000' });
  texts.length = 0;
  await world.place('1', 'sell 1 at 2000');
  expect(texts.filter((text) => text.includes('event_log'))).toEqual([]);
  await world.place('2', 'buy 1 at 2000');
  const [text, ...more] = texts.filter((one) => one.includes('event_log'));
  expect(text).toContain('INSERT INTO spot_fills');
  expect(more).toEqual([]);
});

/** An order of 3 ETH, of which 1 was filled for 2,000 USDT. */
const ROW = {
  id: 5,
  owner: 1,
  mode: 'demo',
  market: 'ETH-USDT',
  side: 'sell',
  kind: 'limit',
  timeInForce: 'IOC',
  price: '2000',
  quantity: 300_000_000n,
  rested: 0n,
  filled: 100_000_000n,
  filledValue: 200_000_000_000n,
  fee: 0n,
  status: 'expired',
  reason: 'ORDER_NOT_FILLABLE',
  takingLimit: null,
  createdAt: 0,
  updatedAt: 0,
} as const;

it('an order that ends in the batch it came with, filled in part, is told as filled so far and as ended', () => {
  const events = listOrderEvents(spotEvents, { at: 1, placed: [ROW], changes: new Map(), updated: [], house: new Set() });
  expect(events.map(({ kind }) => kind)).toEqual(['spot.order-filled', 'spot.order-ended']);
  expect(events[1]?.payload).toEqual({
    order: '5',
    market: 'ETH-USDT',
    side: 'sell',
    reason: 'ORDER_NOT_FILLABLE',
    quantity: '3',
    filled: '1',
  });
});

it('an order that went on and now rests reached no stop; one with a stop did', () => {
  const change = { ...NO_CHANGE, id: 5, owner: 1, mode: 'demo', rank: 9, status: 'open' } as const;
  const changes = new Map([[5, change]]);
  const row = { ...ROW, status: 'open', reason: null } as const;
  const listed = (updated: (typeof row & { stop?: string })[]) =>
    listOrderEvents(spotEvents, { at: 1, placed: [], changes, updated, house: new Set() });
  expect(listed([row])).toEqual([]);
  expect(listed([{ ...row, stop: '2100' }]).map(({ kind, payload }) => [kind, payload])).toEqual([
    ['spot.order-triggered', { order: '5', market: 'ETH-USDT', side: 'sell', quantity: '3', stop: '2100' }],
  ]);
});

it('nothing is told of the orders of the house, which are placed under no request number', () => {
  const house = new Set<number>();
  noteHouse(house, { kind: 'place', owner: 1, requestId: '' });
  noteHouse(house, { kind: 'place', owner: 2, requestId: 'a'.repeat(16) });
  noteHouse(house, { kind: 'cancel', owner: 3, requestId: '' });
  expect([...house]).toEqual([1]);
  const change = { ...NO_CHANGE, id: 5, owner: 1, mode: 'demo', filled: 1n, status: 'filled' } as const;
  const common = { at: 1, changes: new Map([[5, change]]), updated: [ROW], house };
  expect(listOrderEvents(spotEvents, { ...common, placed: [ROW] })).toEqual([]);
  expect(listOrderEvents(spotEvents, { ...common, placed: [ROW], house: new Set() })).toHaveLength(3);
});
