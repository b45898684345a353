import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHostingWorld, type HostingWorld } from '../../../tests/helpers/hosting-world';
import { MIGRATIONS_DIR } from '../../platform/test-database';
import { insertOrders } from './hosting.orders.repository';
import { readBookOrders, readOpenBook, toBookWire } from './hosting.record';
import { toHostedWire } from './hosting.wire';

let world: HostingWorld;
beforeAll(async () => {
  world = await createHostingWorld();
});
afterAll(async () => {
  await world.verify();
  await world.db.close();
});

it('the figures of an open book are of all its days, whatever part of them is shown; a holder reads each day with its sign', async () => {
  const user = await world.join();
  const { id } = await world.subscribe(user, { amount: '10000' });
  await world.pass();
  // The book has 60,000: a tenth up in all, a fifth of the holder's share is the fee.
  world.marks.set('BTC-USDT', { index: '55000', mark: '55000', rate: '0.0001', isFresh: true });
  for (const amount of ['6000', '-3000', '600', '600']) {
    await world.earn(amount);
    await world.pass();
  }
  world.marks.set('BTC-USDT', { index: '100000', mark: '100000', rate: '0.0001', isFresh: true });
  await world.pass();
  const read = async (daysMax: number) => toBookWire(await readOpenBook(world.db.read, { plan: 1, mode: 'real', daysMax }));
  const all = await read(400);
  const part = await read(2);
  expect(all.days).toHaveLength(6);
  expect(part.days).toEqual(all.days.slice(0, 2));
  expect(all.record).toMatchObject({ days: 6, losingDays: '0.166666', btc: '1' });
  expect(Number(all.record.worstDay)).toBeLessThan(-0.04);
  expect(all.fees).toBe('200');
  expect({ record: part.record, fees: part.fees }).toEqual({ record: all.record, fees: all.fees });

  const lines = (await world.service.listDays([id])).get(id) ?? [];
  const wire = toHostedWire(await world.position(user, id), { nextAt: null, days: lines });
  expect(wire.lines.map(({ day }) => day)).toEqual([6, 5, 4, 3, 2]);
  expect(wire.lines.map(({ income }) => Math.sign(Number(income)))).toEqual([0, 1, 1, -1, 1]);
  expect(lines.reduce((sum, { income }) => sum + income, 0n)).toBe((await world.position(user, id)).income);
});

it('what a database had before is given the same figures as valuations write', async () => {
  const read = () => world.db.read.query('SELECT day, losing_days, worst, fall, fees_before FROM hosting_valuations ORDER BY book, day');
  const written = (await read()).rows;
  const migration = readFileSync(join(MIGRATIONS_DIR, '0390-keep-figures-of-hosting-books.sql'), 'utf8');
  await world.db.transaction(async (tx) => {
    await tx.query('UPDATE hosting_valuations SET losing_days = 0, worst = 0, fall = 0, fees_before = 0');
    await tx.query(migration.slice(migration.indexOf('WITH days AS')));
  });
  expect((await read()).rows).toEqual(written);
  const check = readFileSync(join(MIGRATIONS_DIR, '0390-keep-figures-of-hosting-books.check.sql'), 'utf8');
  expect((await world.db.read.query(check)).rows).toEqual([]);
});

it('every order of a book can be read, 50 at a time, whatever is ordered meanwhile; error: of a plan without a book none', async () => {
  const { id } = await world.book();
  const order = {
    leg: 'spot',
    market: 'BTC-USDT',
    side: 'buy',
    quantity: '0.01',
    price: '50000',
    isReducing: false,
    reason: 'enter',
  } as const;
  const add = (count: number) =>
    world.db.transaction((tx) => insertOrders(tx, { book: id, at: world.time.now, orders: Array.from({ length: count }, () => order) }));
  const added = (await add(120)).map((row) => row.id).reverse();
  const read: string[] = [];
  let before: string | null = null;
  do {
    const { orders, next } = await readBookOrders(world.db.read, { plan: 1, mode: 'real', before });
    expect(orders.length).toBeLessThanOrEqual(50);
    read.push(...orders.map((row) => row.id));
    before = next;
    if (read.length === 50) await add(1);
  } while (before !== null);
  expect(read).toEqual(added);
  await expect(readBookOrders(world.db.read, { plan: 99, mode: 'real', before: null })).rejects.toMatchObject({
    code: 'STAKING_TERM_UNKNOWN',
  });
});
