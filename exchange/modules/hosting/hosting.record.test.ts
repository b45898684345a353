import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHostingWorld, type HostingWorld } from '../../../tests/helpers/hosting-world';
import { BOOK_DAYS_MAX } from '../../../lib/protocol/hosting';
import { toUnits } from '../../platform/decimal';
import { MIGRATIONS_DIR } from '../../platform/test-database';
import { insertOrders } from './hosting.orders.repository';
import { auditHosting } from './hosting.audit';
import { listValuations } from './hosting.books.repository';
import { readBookDays, readBookEntries, readBookOrders, readOpenBook, toBookWire } from './hosting.record';
import { toHostedWire } from './hosting.wire';

const noFills = { spot: () => Promise.resolve([]), perpetual: () => Promise.resolve([]) };
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
  world.marks.set('BTC-USDT', { index: '55000', mark: '55000', isFresh: true });
  for (const amount of ['6000', '-3000', '600', '600']) {
    await world.earn(amount);
    await world.pass();
  }
  world.marks.set('BTC-USDT', { index: '100000', mark: '100000', isFresh: true });
  await world.pass();
  const read = async (pointsMax: number) => toBookWire(await readOpenBook(world.db.read, { plan: 1, mode: 'real', pointsMax }));
  const all = await read(400);
  const part = await read(2);
  expect(all.line).toHaveLength(6);
  // Every third one: of days 6 and 3.
  expect(part.line).toEqual([all.line[0], all.line[3]]);
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

it('every day of a book can be read back to its first one, with its parts and what it made of the day before', async () => {
  const { id } = await world.book();
  const { day: newest } = await world.newest();
  // More days than one answer has.
  for (let day = newest; day < BOOK_DAYS_MAX * 2 + 5; day += 1) await world.pass();
  const days: { day: number; unit: string; change: string; cash: string }[] = [];
  let before: number | null = null;
  do {
    const page = await readBookDays(world.db.read, { plan: 1, mode: 'real', before });
    expect(page.days.length).toBeLessThanOrEqual(BOOK_DAYS_MAX);
    days.push(...page.days);
    before = page.next === null ? null : Number(page.next);
  } while (before !== null);
  const all = await listValuations(world.db.read, { book: id, limit: 1_000 });
  expect(days.map(({ day }) => day)).toEqual(all.map(({ day }) => day));
  expect(days.at(-1)).toMatchObject({ day: 1, unit: '1', change: '0' });
  expect(days.at(-2)?.change).toBe('0.1');
  for (const [index, { cash }] of days.entries()) expect(cash).toBe(all[index]?.parts.cash);
});

it('the entries of a day lead from the parts of the day before to its own, each entry of the account in exactly one day', async () => {
  const book = await world.book();
  const read = async (day: number | null) => {
    const rows: Awaited<ReturnType<typeof readBookEntries>>['rows'] = [];
    let before: string | null = null;
    do {
      const page = await readBookEntries(world.db.read, { plan: 1, mode: 'real', order: null, day, before }, noFills);
      rows.push(...page.rows);
      before = page.next;
    } while (before !== null);
    return rows;
  };
  const valuations = (await listValuations(world.db.read, { book: book.id, limit: 1_000 })).reverse();
  const seen: string[] = [];
  let cash = 0n;
  for (const { day, parts } of valuations) {
    const rows = (await read(day)).reverse();
    seen.push(...rows.map(({ journal }) => journal));
    for (const { amount } of rows.flatMap(({ lines }) => lines))
      cash += (amount.startsWith('-') ? -1n : 1n) * toUnits(amount.replace('-', ''), 8);
    expect(toUnits(parts.cash, 8)).toBe(cash);
  }
  const all = (await read(null)).map(({ journal }) => journal).reverse();
  expect(seen).toEqual(all.slice(0, seen.length));
  // The lines are the book's alone: whoever joined isn't named.
  expect(JSON.stringify(await read(2))).not.toContain('hosting:');
});

it('what a database had before is given the entries of its days', async () => {
  const read = () => world.db.read.query('SELECT day, entries_to FROM hosting_valuations ORDER BY book, day');
  const written = (await read()).rows;
  const migration = readFileSync(join(MIGRATIONS_DIR, '0460-name-entries-of-valuations.sql'), 'utf8');
  await world.db.transaction(async (tx) => {
    await tx.query('UPDATE hosting_valuations SET entries_to = NULL');
    await tx.query(migration.slice(migration.indexOf('WITH moments AS')));
  });
  expect((await read()).rows).toEqual(written);
  const check = readFileSync(join(MIGRATIONS_DIR, '0460-name-entries-of-valuations.check.sql'), 'utf8');
  expect((await world.db.read.query(check)).rows).toEqual([]);
});

it('error: the audit names a book whose parts are not what its entries come to', async () => {
  const { id } = await world.book();
  const { day, entriesTo } = await world.newest();
  const write = (to: string | null) =>
    world.db.read.query('UPDATE hosting_valuations SET entries_to = $1 WHERE book = $2 AND day = $3', [to, id, day]);
  await write('1');
  expect((await auditHosting(world.db, world.time.now, world.sumTakerFees)).faults.join()).toContain('not what its entries come to');
  await write(entriesTo);
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
