import { afterEach, beforeEach, expect, it } from 'vitest';
import { createWorld, type World } from '../../../tests/helpers/spot-world';
import type { Database, Tx } from '../../platform/db';
import { spotEvents } from '../spot/spot.events';

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
