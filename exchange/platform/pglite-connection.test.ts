import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from './db';
import { openMemoryPglite } from './pglite';
import { PgliteConnection } from './pglite-connection';
import { TABLES_LOOK_MS } from './prepared-statements';

const clock = vi.hoisted(() => ({ ahead: 0 }));
vi.mock('./clock', () => ({ monotonicNow: () => performance.now() + clock.ahead }));

/** A database is laid once: that takes most of the time of a test. */
let laid: Blob;
beforeAll(async () => {
  const first = await openMemoryPglite();
  await first.transaction((tx) => tx.script('CREATE TABLE marks (n int8 PRIMARY KEY, text text)'));
  laid = await first.dump();
  await first.close();
});

let db: Database;
beforeEach(async () => {
  db = await openMemoryPglite(laid);
});
afterEach(() => db.close());

/** Statements that the database keeps prepared, this question and that for the sizes of tables apart. */
async function listPrepared(): Promise<{ name: string; text: string }[]> {
  const { rows } = await db.read.query<{ name: string; text: string }>('SELECT name, statement AS text FROM pg_prepared_statements');
  return rows.filter(({ text }) => !/pg_prepared_statements|pg_relation_size/.test(text));
}

it('a statement is prepared once, in a transaction and outside', async () => {
  const sql = 'SELECT text FROM marks WHERE n = $1';
  for (let n = 0; n < 5; n += 1) await db.read.query(sql, [n]);
  await db.transaction((tx) => tx.query(sql, [5n]));
  expect((await listPrepared()).map(({ text }) => text)).toEqual([sql]);
});

it('ever new statements push out the oldest, and what is used again stays', async () => {
  const kept = 'SELECT count(*) AS n FROM marks';
  for (let n = 0; n < 450; n += 1) {
    await db.read.query(`SELECT ${n} AS n`);
    await db.read.query(kept);
  }
  const texts = (await listPrepared()).map(({ text }) => text);
  expect(texts).toHaveLength(399);
  expect(texts).toContain(kept);
  expect(texts).not.toContain('SELECT 0 AS n');
});

it('what columns a statement has may change: it is prepared anew, alone and within a transaction', async () => {
  await db.read.query("INSERT INTO marks VALUES (1, 'a')");
  const sql = 'SELECT * FROM marks';
  expect((await db.read.query(sql)).rows).toEqual([{ n: '1', text: 'a' }]);
  await db.transaction((tx) => tx.script('ALTER TABLE marks ADD COLUMN more int4 NOT NULL DEFAULT 7'));
  expect((await db.read.query(sql)).rows).toEqual([{ n: '1', text: 'a', more: 7 }]);
  await db.transaction((tx) => tx.script('ALTER TABLE marks DROP COLUMN text'));
  const inside = await db.transaction(async (tx) => {
    await tx.query('INSERT INTO marks (n) VALUES (2)');
    return (await tx.query(sql)).rows;
  });
  expect(inside).toEqual([
    { n: '1', more: 7 },
    { n: '2', more: 7 },
  ]);
});

it('what a row holds comes as it was written: nothing, an empty text, every script, many rows and rows without columns', async () => {
  const text = 'Überweisung 💶 出金 السحب\n\u0001';
  await db.read.query("INSERT INTO marks VALUES (1, $1), (2, ''), (3, NULL)", [text]);
  expect((await db.read.query('SELECT text FROM marks ORDER BY n')).rows).toEqual([{ text }, { text: '' }, { text: null }]);
  expect((await db.read.query('SELECT FROM marks')).rows).toEqual([{}, {}, {}]);
  const { rows } = await db.read.query('SELECT n, n * n AS square, ARRAY[n, NULL] AS list FROM generate_series(1::int8, 5000) AS n');
  expect(rows).toHaveLength(5000);
  expect(rows[4999]).toEqual({ n: '5000', square: '25000000', list: ['5000', null] });
  const changed = await db.read.query("WITH gone AS (DELETE FROM marks RETURNING n) INSERT INTO marks SELECT n + 10, 'later' FROM gone");
  expect(changed).toEqual({ rows: [], rowCount: 3 });
});

it('a table that has grown is planned for anew after a while', async () => {
  const sql = 'SELECT text FROM marks WHERE n = ANY($1::int8[])';
  // Small, so that looking at all of it is the cheapest, often enough for a plan that is kept.
  await db.read.query('INSERT INTO marks VALUES (0)');
  await db.read.query('ANALYZE marks');
  for (let n = 0; n < 20; n += 1) await db.read.query(sql, [[n]]);
  const name = (await listPrepared()).find(({ text }) => text === sql)?.name;
  const explain = async () => {
    const { rows } = await db.read.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE ${name}('{5}')`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  expect(await explain()).toContain('Seq Scan');
  await db.read.query("INSERT INTO marks SELECT n, repeat('x', 50) FROM generate_series(1, 20000) AS n");
  expect(await explain()).toContain('Seq Scan');
  clock.ahead += TABLES_LOOK_MS;
  expect(await explain()).toContain('Index');
});

it('what was planned stays as long as no table has grown', async () => {
  const sql = 'SELECT count(*) AS n FROM marks WHERE n > $1';
  const plans = async () => {
    const counts = 'SELECT generic_plans + custom_plans AS n FROM pg_prepared_statements WHERE statement = $1';
    return Number((await db.read.query<{ n: string }>(counts, [sql])).rows[0]?.n);
  };
  await db.read.query(sql, [0]);
  const script = vi.spyOn(PgliteConnection.prototype, 'script');
  for (let look = 1; look <= 5; look += 1) {
    clock.ahead += TABLES_LOOK_MS;
    await db.read.query('INSERT INTO marks VALUES ($1)', [look]);
    await db.read.query(sql, [0]);
  }
  expect(await plans()).toBe(6);
  expect(script).not.toHaveBeenCalledWith('DISCARD PLANS');
  script.mockRestore();
});

it('a failed statement says why, and leaves the connection as it was', async () => {
  await db.read.query("INSERT INTO marks VALUES (1, 'a')");
  const insert = () => db.read.query("INSERT INTO marks VALUES (1, 'b')");
  await expect(insert()).rejects.toMatchObject({ code: '23505', constraint: 'marks_pkey' });
  await expect(insert()).rejects.toMatchObject({ code: '23505' });
  await expect(db.read.query('SELEKT')).rejects.toMatchObject({ code: '42601' });
  await expect(db.read.query('SELECT n FROM marks WHERE n = $1', ['x'])).rejects.toMatchObject({ code: '22P02' });
  expect((await db.read.query('SELECT n, text FROM marks')).rows).toEqual([{ n: '1', text: 'a' }]);
});

it('counts what was changed, and reads what has no text form of its own', async () => {
  const insert = await db.read.query("INSERT INTO marks VALUES (1, 'a'), (2, NULL)");
  const update = await db.read.query("UPDATE marks SET text = 'b'");
  const nothing = await db.read.query('DELETE FROM marks WHERE n > 5');
  expect([insert.rowCount, update.rowCount, nothing.rowCount]).toEqual([2, 2, 0]);
  const { rows } = await db.read.query(
    "SELECT $1::json AS json, $2::bytea AS bytes, $3::boolean[] AS flags, NULL AS nothing, '2026-01-02T03:04:05Z'::timestamptz AS at, 1.5::float8 AS float",
    ['{"a":[1]}', new Uint8Array([1, 2]), [true, false]],
  );
  expect(rows).toEqual([
    {
      json: { a: [1] },
      bytes: new Uint8Array([1, 2]),
      flags: [true, false],
      nothing: null,
      at: new Date('2026-01-02T03:04:05Z'),
      float: 1.5,
    },
  ]);
});

it('is closed after the transaction under way, and asks nothing afterwards', async () => {
  const other = await openMemoryPglite(laid);
  let goOn = (): void => undefined;
  const waits = new Promise<void>((resolve) => (goOn = resolve));
  let hasBegun = (): void => undefined;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  const under = other.transaction(async (tx) => {
    await tx.query('SELECT 1');
    hasBegun();
    await waits;
    return (await tx.query('SELECT 2 AS two')).rows;
  });
  await begun;
  const closed = other.close();
  setTimeout(goOn, 50);
  expect(await under).toEqual([{ two: 2 }]);
  await closed;
  await expect(other.read.query('SELECT 1')).rejects.toThrow('closed');
  await expect(other.transaction((tx) => tx.query('SELECT 1'))).rejects.toThrow('closed');
});
