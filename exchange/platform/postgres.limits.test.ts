import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../tests/helpers/postgres';
import { monotonicNow } from './clock';
import { type Database, DeadlineExceeded } from './db';
import { createLogger } from './logger';
import { createMetrics } from './metrics';
import { openPostgres } from './postgres';
import { POOL_SIZES } from './work-limits';

const log = createLogger('silent');
const metrics = createMetrics(log);
/** Small ones, so that a test needn't wait for real ones. */
const limits = { write: { statementMs: 300, idleMs: 200 }, batch: { lockMs: 200 } };

/** A wire to the server that can go silent: nothing passes any more and nobody is told. */
async function startWire(target: number): Promise<{ port: number; wire: { isSilent: boolean }; server: Server }> {
  const wire = { isSilent: false };
  const server = createServer((client: Socket) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.on('data', (chunk) => void (wire.isSilent || upstream.write(chunk)));
    upstream.on('data', (chunk) => void (wire.isSilent || client.write(chunk)));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address != null ? address.port : 0, wire, server };
}

let postgres: PostgresServer;
let address: string;
let db: Database;
let far: Database;
let line: Awaited<ReturnType<typeof startWire>>;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(await postgres.createDatabase('limits'));
  address = url.href;
  db = openPostgres(address, log, { limits, metrics });
  line = await startWire(Number(url.port));
  url.port = String(line.port);
  far = openPostgres(url.href, log, { limits });
  await db.read.query('CREATE TABLE marks (n int8 PRIMARY KEY)');
});
afterEach(() => db.read.query('DELETE FROM marks'));
afterAll(async () => {
  await far.close();
  await db.close();
  line.server.close();
  await postgres.stop();
});

const count = async () => Number((await db.read.query<{ n: string }>('SELECT count(*) AS n FROM marks')).rows[0]?.n);
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DeadlineExceeded ? error.reason : String(error)),
  );

it('slow reads, more than there are connections, hold up neither a write nor a lease nor a single statement that writes', async () => {
  let ended = 0;
  const slow = Array.from({ length: 2 * POOL_SIZES.read }, () => db.read.query('SELECT pg_sleep(2)').finally(() => (ended += 1)));
  const all = Promise.allSettled(slow);
  try {
    await db.transaction((tx) => tx.query('INSERT INTO marks VALUES (1)'));
    await db.lease.query('INSERT INTO marks VALUES (2)');
    await db.read.query('INSERT INTO marks VALUES (3)');
    await db.long.query('SELECT 1');
    expect(ended).toBe(0);
    const shown = (await metrics.render()).body;
    expect(shown).toContain(`exchange_database_connections{pool="read",state="waiting"} ${POOL_SIZES.read}`);
    // A connection that a busy machine didn't open in time is waited for once more.
    expect(shown).toMatch(/exchange_database_pool_wait_seconds_count\{pool="write"\} [1-9]/);
    expect(shown).toMatch(/exchange_database_commit_seconds_count\{kind="write"\} [1-9]/);
  } finally {
    await all;
  }
  await Promise.all(slow);
  expect(await count()).toBe(3);
});

it('writes of members and work of the house, more than there are connections, hold up no market', async () => {
  let ended = 0;
  const slow = (['write', 'work'] as const).flatMap((kind) =>
    Array.from({ length: 2 * POOL_SIZES.write }, () =>
      db.transaction((tx) => tx.query('SELECT pg_sleep(0.25)'), { kind }).finally(() => (ended += 1)),
    ),
  );
  await wait(50);
  await db.transaction((tx) => tx.query('INSERT INTO marks VALUES (1)'), { kind: 'batch' });
  expect(ended).toBeLessThan(2 * POOL_SIZES.write);
  await Promise.all(slow);
});

it('long work waits in line for its connections as long as they are in use: that is no outage', async () => {
  const ended: string[] = [];
  // Longer than an outage is waited out.
  const slow = Array.from({ length: POOL_SIZES.long }, () => db.long.query('SELECT pg_sleep(6)').then(() => ended.push('slow')));
  const query = db.long.query('SELECT 1').then(() => ended.push('query'));
  const work = db.transaction((tx) => tx.query('SELECT 1'), { kind: 'long' }).then(() => ended.push('work'));
  expect((await metrics.render()).body).toContain('exchange_database_connections{pool="long",state="waiting"} 2');
  await Promise.all([...slow, query, work]);
  expect(ended.filter((which) => which !== 'slow').sort()).toEqual(['query', 'work']);
});

it('an outage is waited out until the deadline, and the work is never begun', async () => {
  const nowhere = openPostgres('postgres://candor@127.0.0.1:1/none', log);
  let runs = 0;
  const work = nowhere.transaction(
    () => {
      runs += 1;
      return Promise.resolve();
    },
    { deadline: monotonicNow() + 300 },
  );
  expect(await reasonOf(work)).toBe('outage');
  expect(runs).toBe(0);
  await nowhere.close();
});

it('a line that went silent counts as an outage, and what was under way on it is not committed', async () => {
  let runs = 0;
  // The line is open before the time of the transaction begins.
  await far.transaction((tx) => tx.query('SELECT 1'));
  const work = far.transaction(
    async (tx) => {
      runs += 1;
      await tx.query('INSERT INTO marks VALUES (10)');
      line.wire.isSilent = true;
      await tx.query('SELECT 1');
    },
    { deadline: monotonicNow() + 2_000 },
  );
  expect(await reasonOf(work)).toBe('outage');
  line.wire.isSilent = false;
  expect(runs).toBe(1);
  await expect
    .poll(() => db.read.query(`SELECT 1 FROM pg_stat_activity WHERE state = 'idle in transaction'`).then(({ rows }) => rows))
    .toEqual([]);
  expect(await count()).toBe(0);
});

it('does not commit after the deadline, and begins no statement', async () => {
  const work = db.transaction(
    async (tx) => {
      await tx.query('INSERT INTO marks VALUES (20)');
      await wait(150);
    },
    { deadline: monotonicNow() + 100 },
  );
  expect(await reasonOf(work)).toBe('slow');
  const late = db.transaction((tx) => tx.query('INSERT INTO marks VALUES (21)'), { deadline: monotonicNow() - 1 });
  expect(await reasonOf(late)).toBe('slow');
  expect(await count()).toBe(0);
});

it('a statement beyond its limit, and a lock that does not come free, end the transaction at once and for good', async () => {
  let runs = 0;
  const sleep = db.transaction((tx) => {
    runs += 1;
    return tx.query('SELECT pg_sleep(3)');
  });
  expect(await reasonOf(sleep)).toBe('slow');
  expect(runs).toBe(1);
  await db.read.query('INSERT INTO marks VALUES (30)');
  const lock = (kind: 'work' | 'batch', then: () => Promise<unknown>) =>
    db.transaction(
      async (tx) => {
        await tx.query('SELECT n FROM marks WHERE n = 30 FOR UPDATE');
        await then();
      },
      { kind },
    );
  let second = '';
  await lock('work', async () => {
    second = await reasonOf(lock('batch', () => Promise.resolve()));
  });
  expect(second).toBe('slow');
});

it('standing still between two statements is forgiven once', async () => {
  let runs = 0;
  const work = db.transaction(async (tx) => {
    runs += 1;
    await tx.query('INSERT INTO marks VALUES (40)');
    await wait(500);
    await tx.query('SELECT 1');
  });
  expect(await reasonOf(work)).toBe('slow');
  expect(runs).toBe(2);
  expect(await count()).toBe(0);
});

it('one that is patient, as for tests, gives everything longer: statements, standing still, and the whole', async () => {
  const patient = openPostgres(address, log, { limits, patienceMs: 60_000 });
  let runs = 0;
  const work = patient.transaction(
    async (tx) => {
      runs += 1;
      await tx.query('SELECT pg_sleep(0.4)');
      await wait(300);
      await tx.query('INSERT INTO marks VALUES (50)');
    },
    { deadline: monotonicNow() - 1 },
  );
  expect(await reasonOf(work)).toBe('done');
  expect([runs, await count()]).toEqual([1, 1]);
  await patient.close();
});
