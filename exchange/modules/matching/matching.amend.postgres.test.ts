import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerpetualWorld } from '../../../tests/helpers/perpetual-world';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../../tests/helpers/postgres';
import { createWorld } from '../../../tests/helpers/spot-world';
import type { Database } from '../../platform/db';
import { createId } from '../../platform/ids';
import { createLogger } from '../../platform/logger';

const log = createLogger('silent');
let server: SharedPostgres;
let spot: Database;
let perpetual: Database;
beforeAll(async () => {
  server = await sharePostgres();
  [spot, perpetual] = [await createDatabase('amend_spot'), await createDatabase('amend_perpetual')];
});
afterAll(() => server.stop());

async function createDatabase(name: string) {
  const db = openPatiently(await server.createDatabase(name), log);
  return db;
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'accepted',
    (error: { code?: string }) => error.code,
  );

/** Races an amendment and a fill of the same order, each of them first in turn. Returns how the amendments ended. */
async function race(round: {
  place(): Promise<{ id: string }>;
  amend(id: string): Promise<unknown>;
  fill(): Promise<unknown>;
  cancel(id: string): Promise<unknown>;
}) {
  const codes: (string | undefined)[] = [];
  for (let count = 0; count < 6; count += 1) {
    const { id } = await round.place();
    const amend = () => codeOf(round.amend(id));
    const fill = () => codeOf(round.fill());
    const [code] = count % 2 === 0 ? await Promise.all([amend(), fill()]) : (await Promise.all([fill(), amend()])).reverse();
    codes.push(code);
    if (code === 'accepted') await round.cancel(id);
  }
  return codes;
}

it('on a PostgreSQL server an amended spot order is filled before it or stands as amended, and nothing stays held', async () => {
  const world = await createWorld(undefined, { db: spot });
  await world.fund('1', { USDT: '10000' });
  await world.fund('2', { ETH: '10' });
  const codes = await race({
    place: () => world.place('1', 'buy 0.5 at 1900'),
    amend: (orderId) =>
      world.spot.amendOrder({ userId: '1', mode: 'real' }, { orderId, price: '1850', quantity: '0.4', requestId: createId() }),
    fill: () => world.place('2', 'sell 0.5 at 1900', { timeInForce: 'IOC' }),
    cancel: (id) => world.cancel('1', id),
  });
  expect(new Set([...codes, 'accepted', 'ORDER_CLOSED'])).toEqual(new Set(['accepted', 'ORDER_CLOSED']));
  const { rows } = await world.db.read.query('SELECT 1 FROM order_amendments');
  expect(rows).toHaveLength(codes.filter((code) => code === 'accepted').length);
  await world.verify();
});

it('on a PostgreSQL server an amended perpetual order is filled before it or stands as amended, and nothing stays held', async () => {
  const world = await createPerpetualWorld({ db: perpetual });
  for (const user of ['1', '2']) await world.fund(user, '10000');
  const codes = await race({
    place: () => world.place('1', 'buy 0.5 at 1900'),
    amend: (id) => world.amend('1', id, { price: '1850', quantity: '0.4' }),
    fill: () => world.place('2', 'sell 0.5 at 1900', { timeInForce: 'IOC' }),
    cancel: (id) => world.cancel('1', id),
  });
  expect(new Set([...codes, 'accepted', 'ORDER_CLOSED'])).toEqual(new Set(['accepted', 'ORDER_CLOSED']));
  await world.verify();
});
