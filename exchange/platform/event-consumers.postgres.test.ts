import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { openPatiently, type SharedPostgres, sharePostgres } from '../../tests/helpers/postgres';
import { watchCommits } from './after-commit';
import type { Database, Tx } from './db';
import { EventRunner } from './event-consumers';
import { defineConsumer, defineEvent } from './event-kinds';
import { insertDeadLetter } from './event-letters';
import { appendEvents } from './event-log';
import { lockOffset, pollEvents } from './event-offsets';
import { createEventRetryJob } from './event-retries';
import { createLogger } from './logger';
import { createMetrics } from './metrics';

const log = createLogger('silent');
const given = defineEvent('gift.given', z.object({ name: z.string() }));
let server: SharedPostgres;
let url: string;
const open: Database[] = [];

beforeAll(async () => {
  server = await sharePostgres();
  url = await server.createDatabase('events');
  const db = connect();
  await db.transaction((tx) => tx.script('CREATE TABLE kept (n serial, reader text, name text)'));
});
afterAll(async () => {
  for (const db of open) await db.close();
  await server.stop();
});

function connect(): Database {
  const db = watchCommits(openPatiently(url, log));
  open.push(db);
  return db;
}

function startReader(db: Database, reader: string) {
  const consumer = defineConsumer({
    name: 'keeper',
    kinds: [given],
    startsAt: 'newest',
    async handle(tx, events) {
      for (const { payload } of events) await tx.query('INSERT INTO kept (reader, name) VALUES ($1, $2)', [reader, payload.name]);
    },
  });
  const runner = new EventRunner({
    db,
    log,
    metrics: createMetrics(log),
    kinds: [given],
    consumers: [consumer],
    timing: { pollMs: 50, gapMs: 1 },
  });
  return runner;
}

const make = (name: string) => given.create({ userId: null, mode: null, at: 0, payload: { name } });
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The reader that everybody writes first: it remembers the highest number it saw. */
function createNaiveReader(db: Database) {
  let last = '0';
  const seen: string[] = [];
  return {
    seen,
    async read() {
      const { rows } = await db.read.query<{ id: string; name: string }>(
        "SELECT id, payload->>'name' AS name FROM event_log WHERE id > $1::int8 ORDER BY id",
        [last],
      );
      for (const { id, name } of rows) {
        last = id;
        seen.push(name);
      }
    },
  };
}

it('an event whose transaction commits later than one with a higher number is not lost, and comes in its place', async () => {
  const db = connect();
  const runner = startReader(db, 'one');
  await runner.start();
  const naive = createNaiveReader(db);
  const kept = async () => (await db.read.query<{ name: string }>('SELECT name FROM kept ORDER BY n')).rows.map(({ name }) => name);
  await db.transaction(async (slow) => {
    await appendEvents(slow, [make('slow')]);
    await db.transaction((fast) => appendEvents(fast, [make('fast')]));
    await naive.read();
    // Time for a reader that doesn't know better to go past the slow one.
    await wait(400);
    expect(await kept()).toEqual([]);
  });
  await expect.poll(kept).toEqual(['slow', 'fast']);
  await naive.read();
  expect(naive.seen).toEqual(['fast']);
  await runner.stop();
});

it('of two processes one at a time reads for a consumer, and every event is handled once', async () => {
  const [first, second] = [connect(), connect()];
  await first.read.query('DELETE FROM kept');
  const runners = [startReader(first, 'one'), startReader(second, 'two')];
  await Promise.all(runners.map((runner) => runner.start()));
  const names = Array.from({ length: 60 }, (_, index) => String(index));
  await Promise.all(names.map((name, index) => (index % 2 === 0 ? first : second).transaction((tx) => appendEvents(tx, [make(name)]))));
  const count = async () => Number((await first.read.query<{ n: string }>('SELECT count(*) AS n FROM kept')).rows[0]?.n);
  await expect.poll(count).toBe(names.length);
  await wait(200);
  expect(await count()).toBe(names.length);
  const { rows } = await first.read.query<{ name: string }>('SELECT DISTINCT name FROM kept');
  expect(rows).toHaveLength(names.length);
  await Promise.all(runners.map((runner) => runner.stop()));
});

it('a consumer that another process has at work is neither waited for nor moved', async () => {
  const db = connect();
  await db.read.query(`INSERT INTO event_consumers (name, xid, id) VALUES ('elsewhere', '0', 0)`);
  await db.transaction((tx) => appendEvents(tx, [make('unwanted')]));
  const wanting = { name: 'elsewhere', kinds: [defineEvent('gift.seen', z.object({}))] };
  const readPlace = async () =>
    (await db.read.query<{ id: string }>(`SELECT id FROM event_consumers WHERE name = 'elsewhere'`)).rows[0]?.id;
  await db.transaction(async (tx) => {
    expect(await lockOffset(tx, wanting)).not.toBeNull();
    await pollEvents(db.read, [wanting], 500);
    expect(await readPlace()).toBe('0');
  });
  await pollEvents(db.read, [wanting], 500);
  expect(await readPlace()).not.toBe('0');
});

it('a retry waits for the batch that its consumer has at work, and finds what that one put behind', async () => {
  const db = connect();
  const handled: string[] = [];
  const ordered = defineConsumer({
    ...{ name: 'ordered', kinds: [given], startsAt: 'oldest' as const, isOrdered: true },
    async handle(_tx, events) {
      handled.push(...events.map(({ payload }) => payload.name));
    },
  });
  await db.read.query(`INSERT INTO event_consumers (name, xid, id) VALUES ('ordered', '0', 0)`);
  const letter = (id: number) => ({ id: String(id), kind: 'gift.given', userId: '7', mode: null, at: 0, payload: { name: String(id) } });
  const insert = (tx: Tx, id: number) =>
    insertDeadLetter(tx, { consumer: 'ordered', event: letter(id), error: 'x', attempts: id === 1 ? 8 : 0 });
  await db.transaction((tx) => insert(tx, 1));
  const job = createEventRetryJob([ordered]);
  const run = (cursor: unknown) =>
    db.transaction((tx) => job.run(tx, { payload: { consumer: 'ordered', id: '1' }, cursor, attempts: 0 } as never));
  let retried: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    expect(await lockOffset(tx, ordered)).not.toBeNull();
    // Its last event is handled while another one is put behind it.
    retried = run({ userId: '7' });
    await wait(200);
    expect(handled).toEqual([]);
    await insert(tx, 2);
  });
  await retried;
  expect(handled).toEqual(['1', '2']);
});
