import type fs from 'node:fs';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Database, RetryTransaction } from './db';
import { openPglite } from './pglite';

const counts = vi.hoisted(() => ({ syncs: 0, disk: Promise.resolve(), hasThreads: true }));
vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  return {
    ...real,
    default: real,
    fdatasyncSync: (descriptor: number) => {
      counts.syncs += 1;
      real.fdatasyncSync(descriptor);
    },
  };
});

vi.mock('./sync-thread', async () => {
  const { fdatasyncSync } = await vi.importActual<typeof fs>('node:fs');
  return {
    SyncThread: class {
      constructor() {
        if (!counts.hasThreads) throw new Error('ERR_WORKER_INIT_FAILED');
      }
      async sync(descriptor: number) {
        counts.syncs += 1;
        await counts.disk;
        fdatasyncSync(descriptor);
      }
      close = async () => undefined;
    },
  };
});

const WAIT_MS = 60_000;

let root = '';
let db: Database;
/** What the disk took, in ms, as whoever opened the database heard it. */
const heard: number[] = [];
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'pglite-'));
  db = await openPglite(root, { synced: (tookMs) => heard.push(tookMs) });
  await db.read.query('CREATE TABLE marks (n int8)');
});
afterAll(async () => {
  await db.close();
  rmSync(root, { recursive: true });
});

it('keeps its folder to its owner and fsync on', async () => {
  expect(statSync(join(root, 'database')).mode & 0o777).toBe(0o700);
  const { rows } = await db.read.query("SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit");
  expect(rows).toEqual([{ fsync: 'on', commit: 'on' }]);
});

it('waits for the disk with every commit, and says how long', async () => {
  const before = counts.syncs;
  heard.length = 0;
  for (let n = 0; n < 5; n += 1) await db.transaction((tx) => tx.query('INSERT INTO marks VALUES ($1)', [n]));
  expect(counts.syncs - before).toBeGreaterThanOrEqual(5);
  expect(heard).toHaveLength(counts.syncs - before);
  expect(Math.min(...heard)).toBeGreaterThan(0);
});

it('goes on beside a commit that the disk keeps waiting, and nobody hears of it or reads it before', async () => {
  let release = (): void => undefined;
  counts.disk = new Promise((resolve) => (release = resolve));
  const before = counts.syncs;
  const heardOf: string[] = [];
  const commit = db.transaction((tx) => tx.query('INSERT INTO marks VALUES (100)')).then(() => heardOf.push('commit'));
  try {
    // The event loop turns meanwhile: were it held up, this would never see it.
    await vi.waitFor(() => expect(counts.syncs).toBe(before + 1), { timeout: WAIT_MS });
    const read = db.read.query('SELECT n FROM marks WHERE n = 100').then(({ rows }) => heardOf.push(`read ${rows.length}`));
    const single = db.read.query('UPDATE marks SET n = 101 WHERE n = 100').then(() => heardOf.push('single statement'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heardOf).toEqual([]);
    release();
    await Promise.all([commit, read, single]);
    expect(heardOf).toEqual(['commit', 'read 1', 'single statement']);
  } finally {
    release();
  }
});

it('syncs where it runs when no thread can be started, and says so once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pglite-'));
  counts.hasThreads = false;
  const missing: unknown[] = [];
  const alone = await openPglite(folder, { threadMissing: (error) => missing.push(error) });
  try {
    await alone.read.query('CREATE TABLE marks (n int8)');
    const before = counts.syncs;
    for (let n = 0; n < 5; n += 1) await alone.transaction((tx) => tx.query('INSERT INTO marks VALUES ($1)', [n]));
    expect(counts.syncs - before).toBeGreaterThanOrEqual(5);
    expect(missing).toEqual([expect.any(Error)]);
  } finally {
    await alone.close();
    counts.hasThreads = true;
    rmSync(folder, { recursive: true });
  }
});

it('refuses a second process on the same folder', async () => {
  await expect(openPglite(root)).rejects.toThrow('in use by process');
});

it('reads int8 and numeric as text, also in arrays, and takes bigints', async () => {
  const { rows } = await db.read.query('SELECT 9007199254740993::int8 AS a, 1.10::numeric AS b, $1::numeric[] AS c, $2::int8 AS d', [
    [12n, 10n ** 30n],
    5n,
  ]);
  expect(rows).toEqual([{ a: '9007199254740993', b: '1.10', c: ['12', '1000000000000000000000000000000'], d: '5' }]);
});

it('rolls back a transaction that throws between two steps', async () => {
  const fault = db.transaction(async (tx) => {
    await tx.query('INSERT INTO marks VALUES (100)');
    throw new Error('stopped half way');
  });
  await expect(fault).rejects.toThrow('stopped half way');
  expect((await db.read.query('SELECT 1 FROM marks WHERE n = 100')).rowCount).toBe(0);
});

it('reports a commit whose failed statement was swallowed instead of calling it done', async () => {
  const swallowing = db.transaction(async (tx) => {
    await tx.query('INSERT INTO marks VALUES (300)');
    await tx.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('rolled back');
  expect((await db.read.query('SELECT 1 FROM marks WHERE n = 300')).rowCount).toBe(0);
});

it('runs a transaction again when it asks for it, with one effect', async () => {
  let runs = 0;
  await db.transaction(async (tx) => {
    runs += 1;
    await tx.query('INSERT INTO marks VALUES (200)');
    if (runs < 3) throw new RetryTransaction('a test');
  });
  expect(runs).toBe(3);
  expect((await db.read.query('SELECT 1 FROM marks WHERE n = 200')).rowCount).toBe(1);
});

it('lets the market writers go first, and the others at every fourth turn', async () => {
  const order: string[] = [];
  const take = (name: string, kind: 'batch' | 'write') => db.transaction(async () => void order.push(name), { kind });
  const all = await db.transaction(async (tx) => {
    const waiting = [take('a', 'write'), take('b', 'write'), ...[1, 2, 3, 4, 5].map((n) => take(String(n), 'batch'))];
    await tx.query('SELECT 1');
    expect(order).toEqual([]);
    return { waiting };
  });
  await Promise.all(all.waiting);
  expect(order).toEqual(['1', '2', '3', 'a', '4', '5', 'b']);
});

it('transactions one after the other let timers, requests and signals be heard', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  // Some seconds of work, of which some hundredths are needed.
  for (let made = 0; made < 10_000 && turns < 3; made += 1) await db.transaction((tx) => tx.query('SELECT 1'), { kind: 'work' });
  clearInterval(timer);
  expect(turns).toBe(3);
});

it('single statements one after the other do so too, alone and all at once', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  for (let made = 0; made < 10_000 && turns < 3; made += 1) await db.read.query('SELECT 1');
  expect(turns).toBe(3);
  const before = turns;
  await Promise.all(Array.from({ length: 10_000 }, () => db.read.query('SELECT 1')));
  expect(turns - before).toBeGreaterThanOrEqual(3);
  clearInterval(timer);
});
