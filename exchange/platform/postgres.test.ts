import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type PostgresServer, startPostgres } from '../../tests/helpers/postgres';
import type { Database } from './db';
import { createLogger } from './logger';
import { migrate } from './migrate';
import { openPostgres } from './postgres';
import { MIGRATIONS_DIR } from './test-database';

const log = createLogger('silent');
type Cut = 'none' | 'before-commit' | 'after-commit';

/** A wire to the server that can be cut once, just before or just after it carries a COMMIT to it. */
async function startProxy(target: number): Promise<{ port: number; cut: { mode: Cut; cuts: number }; server: Server }> {
  const cut: { mode: Cut; cuts: number } = { mode: 'none', cuts: 0 };
  const server = createServer((client: Socket) => {
    const upstream = connect(target, '127.0.0.1');
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy());
    client.on('data', (chunk) => {
      if (cut.mode === 'none' || !chunk.includes('COMMIT')) return void upstream.write(chunk);
      const isSent = cut.mode === 'after-commit';
      cut.mode = 'none';
      cut.cuts += 1;
      client.destroy();
      // Given a moment to be done before the server sees the line go down.
      if (isSent) upstream.write(chunk, () => setTimeout(() => upstream.destroy(), 100));
      else upstream.destroy();
    });
    upstream.on('data', (chunk) => client.destroyed || client.write(chunk));
    client.on('close', () => cut.cuts === 0 && upstream.destroy());
    upstream.on('close', () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { port: typeof address === 'object' && address != null ? address.port : 0, cut, server };
}

let postgres: PostgresServer;
let db: Database;
let proxied: Database;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = new URL(await postgres.createDatabase('platform'));
  db = openPostgres(url.href, log);
  proxy = await startProxy(Number(url.port));
  url.port = String(proxy.port);
  proxied = openPostgres(url.href, log);
  await db.read.query('CREATE TABLE marks (n int8 PRIMARY KEY, value numeric)');
});
afterEach(() => db.read.query('DELETE FROM marks'));
afterAll(async () => {
  await proxied.close();
  await db.close();
  proxy.server.close();
  await postgres.stop();
});

const count = async () => Number((await db.read.query<{ n: string }>('SELECT count(*) AS n FROM marks')).rows[0]?.n);

it('reads int8 and numeric as text, also in arrays, and takes bigints', async () => {
  const { rows } = await db.read.query('SELECT 9007199254740993::int8 AS a, 1.10::numeric AS b, $1::numeric[] AS c, $2::int8 AS d', [
    [12n, 10n ** 30n],
    5n,
  ]);
  expect(rows).toEqual([{ a: '9007199254740993', b: '1.10', c: ['12', '1000000000000000000000000000000'], d: '5' }]);
});

it('two starts at once apply each migration once', async () => {
  const url = await postgres.createDatabase('migrations');
  const [a, b] = [openPostgres(url, log), openPostgres(url, log)];
  const applied = await Promise.all([migrate(a, MIGRATIONS_DIR, log), migrate(b, MIGRATIONS_DIR, log)]);
  expect(new Set(applied.flat()).size).toBe(applied.flat().length);
  expect(applied.flat()).toContain('0002-create-ledger.sql');
  await Promise.all([a.close(), b.close()]);
});

it('runs deadlocked transactions again until both are done', async () => {
  await db.read.query('INSERT INTO marks VALUES (1, 0), (2, 0)');
  const add = (first: number, second: number) =>
    db.transaction(async (tx) => {
      await tx.query('UPDATE marks SET value = value + 1 WHERE n = $1', [first]);
      await new Promise((resolve) => setTimeout(resolve, 50));
      await tx.query('UPDATE marks SET value = value + 1 WHERE n = $1', [second]);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  expect((await db.read.query('SELECT value FROM marks ORDER BY n')).rows).toEqual([{ value: '2' }, { value: '2' }]);
});

it.each<Cut>(['before-commit', 'after-commit'])('has one effect when the line is cut %s', async (mode) => {
  proxy.cut.mode = mode;
  const before = proxy.cut.cuts;
  let runs = 0;
  const answer = await proxied.transaction(async (tx) => {
    runs += 1;
    await tx.query('INSERT INTO marks VALUES ($1, 1)', [runs]);
    return runs;
  });
  expect(proxy.cut.cuts - before).toBe(1);
  expect(await count()).toBe(1);
  // A commit that arrived is not run again: its own answer is the one told.
  expect(answer).toBe(mode === 'after-commit' ? 1 : 2);
});

it('runs again when the server ends the connection in the middle', async () => {
  let runs = 0;
  await db.transaction(async (tx) => {
    runs += 1;
    await tx.query('INSERT INTO marks VALUES (7, 1)');
    if (runs > 1) return;
    const { rows } = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await db.read.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await tx.query('SELECT 1');
  });
  expect({ runs, rows: await count() }).toEqual({ runs: 2, rows: 1 });
});

it('what a transaction asks at once is done in its order and answered each by its own', async () => {
  const sums = await db.transaction((tx) => {
    const insert = (n: number) => tx.query('INSERT INTO marks VALUES ($1, 1)', [n]);
    const sum = () => tx.query<{ n: string }>('SELECT count(*) AS n FROM marks');
    return Promise.all([insert(1), sum(), insert(2), sum(), insert(3), sum()]);
  });
  expect([sums[1], sums[3], sums[5]].map(({ rows }) => (rows[0] as { n: string }).n)).toEqual(['1', '2', '3']);
});

it('of what a transaction asks at once the first failure is the one that is told, and nothing is kept', async () => {
  const failing = db.transaction((tx) =>
    Promise.all([
      tx.query('INSERT INTO marks VALUES (1, 1)'),
      tx.query('INSERT INTO marks VALUES (1, 2)'),
      tx.query('SELECT 1 / 0'),
      tx.query('INSERT INTO marks VALUES (2, 1)'),
    ]),
  );
  await expect(failing).rejects.toMatchObject({ code: '23505' });
  expect(await count()).toBe(0);
  await db.transaction((tx) => tx.query('INSERT INTO marks VALUES (1, 1)'));
  expect(await count()).toBe(1);
});

it('what goes on beside a failure is not done: neither in the transaction nor after it', async () => {
  let ended: Promise<unknown> = Promise.resolve();
  const failing = db.transaction((tx) => {
    const goesOn = async () => {
      await tx.query('SELECT pg_sleep(0.2)');
      await tx.query('INSERT INTO marks VALUES (1, 1)');
    };
    const fails = async () => {
      await tx.query('SELECT 1');
      throw new Error('not as expected');
    };
    const both = [fails(), goesOn()];
    ended = Promise.allSettled(both);
    return Promise.all(both);
  });
  await expect(failing).rejects.toThrow('not as expected');
  await ended;
  expect(await count()).toBe(0);
  // Neither does it sit in a transaction that somebody opens later on the same connection.
  await db.transaction((tx) => tx.query('SELECT 1'));
  expect(await count()).toBe(0);
});

it('a statement that comes often stays prepared, and what columns it has may change', async () => {
  const sql = 'SELECT * FROM marks ORDER BY n';
  const read = () => db.transaction(async (tx) => (await tx.query(sql)).rows);
  await db.read.query('INSERT INTO marks VALUES (1, 2)');
  for (let n = 0; n < 8; n += 1) expect(await read()).toEqual([{ n: '1', value: '2' }]);
  const prepared = await db.transaction((tx) => tx.query('SELECT 1 FROM pg_prepared_statements WHERE statement = $1', [sql]));
  expect(prepared.rowCount).toBe(1);
  await db.read.query('ALTER TABLE marks ADD COLUMN more int4 NOT NULL DEFAULT 7');
  try {
    expect(await read()).toEqual([{ n: '1', value: '2', more: 7 }]);
  } finally {
    await db.read.query('ALTER TABLE marks DROP COLUMN more');
  }
  expect(await read()).toEqual([{ n: '1', value: '2' }]);
});

it('reports a commit whose failed statement was swallowed instead of calling it done', async () => {
  const swallowing = db.transaction(async (tx) => {
    await tx.query('INSERT INTO marks VALUES (8, 1)');
    await tx.query('SELECT 1 / 0').catch(() => undefined);
  });
  await expect(swallowing).rejects.toThrow('rolled back');
  expect(await count()).toBe(0);
});

it('a process that stands still within a transaction loses its locks, and begins anew when it goes on', async () => {
  const standing = openPostgres(await postgres.createDatabase('standing'), log, { limits: { write: { idleMs: 300 } } });
  try {
    await standing.read.query('CREATE TABLE marks (value int8)');
    await standing.read.query('INSERT INTO marks VALUES (0)');
    let goOn = (): void => undefined;
    const still = new Promise<void>((resolve) => (goOn = resolve));
    let hasLock = (): void => undefined;
    const locked = new Promise<void>((resolve) => (hasLock = resolve));
    let attempts = 0;
    const work = standing.transaction(async (tx) => {
      attempts += 1;
      await tx.query('UPDATE marks SET value = value + 1');
      hasLock();
      await still;
      await tx.query('SELECT 1');
    });
    await locked;
    await standing.read.query('UPDATE marks SET value = value + 10');
    goOn();
    await work;
    expect(attempts).toBe(2);
    expect((await standing.read.query<{ value: string }>('SELECT value FROM marks')).rows).toEqual([{ value: '11' }]);
  } finally {
    await standing.close();
  }
});
