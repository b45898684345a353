import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type PostgresServer, startPostgres } from '../../tests/helpers/postgres';
import type { Database } from './db';
import { createLogger } from './logger';

let postgres: PostgresServer;
let db: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  db = openPatiently(await postgres.createDatabase('widened'), createLogger('silent'));
});
afterAll(async () => {
  await db.close();
  await postgres.stop();
});

const ABOVE_INT4 = '3000000000';
const prepare = async (sql: string, param: unknown) => {
  for (let n = 1; n <= 5; n += 1) await db.transaction((tx) => tx.query(sql, [param]));
};

it.each([
  { what: 'what is written', sql: 'INSERT INTO amounts (n) VALUES ($1)', rowCount: 1 },
  { what: 'what is compared', sql: 'SELECT n FROM amounts WHERE n = $1', rowCount: 0 },
])('a statement that was prepared before a column was widened takes what the column takes: $what', async ({ sql, rowCount }) => {
  await db.transaction((tx) => tx.script('DROP TABLE IF EXISTS amounts; CREATE TABLE amounts (n int4)'));
  await prepare(sql, 1);
  await db.transaction((tx) => tx.script('ALTER TABLE amounts ALTER COLUMN n TYPE int8'));
  let runs = 0;
  const ask = () =>
    db.transaction((tx) => {
      runs += 1;
      return tx.query(sql, [ABOVE_INT4]);
    });
  expect((await ask()).rowCount).toBe(rowCount);
  expect(runs).toBe(2);
  // It is prepared anew, and costs nothing more.
  await prepare(sql, ABOVE_INT4);
  runs = 0;
  await ask();
  expect(runs).toBe(1);
});

it('error: what the column doesn’t take is refused, after one more look', async () => {
  const sql = 'SELECT n FROM small WHERE n = $1';
  await db.transaction((tx) => tx.script('CREATE TABLE small (n int4)'));
  await prepare(sql, 1);
  for (const param of [ABOVE_INT4, 'x']) {
    let runs = 0;
    const asked = db.transaction((tx) => {
      runs += 1;
      return tx.query(sql, [param]);
    });
    await expect(asked).rejects.toMatchObject({ code: param === 'x' ? '22P02' : '22003' });
    expect(runs).toBe(2);
  }
});

it('a session’s statement goes on after a migration has widened or added columns', async () => {
  await db.transaction((tx) => tx.script('CREATE TABLE tokens (token int4); INSERT INTO tokens VALUES (1)'));
  const ask = (token: string) => db.session.query('SELECT * FROM tokens WHERE token = $1', [token]);
  // Often enough to be prepared.
  const askOften = () => Promise.all(Array.from({ length: 12 }, () => ask('1')));
  await askOften();
  const counts = [1, 2].map(() =>
    db.session.query<{ n: string }>('SELECT pg_sleep(0.05), (SELECT count(*) FROM pg_prepared_statements) AS n'),
  );
  expect((await Promise.all(counts)).map(({ rows }) => rows[0]?.n)).toContain('1');
  await db.transaction((tx) => tx.script("ALTER TABLE tokens ADD COLUMN more text DEFAULT 'new'"));
  for (const { rows } of await askOften()) expect(rows).toEqual([{ token: 1, more: 'new' }]);
  await db.transaction((tx) => tx.script('ALTER TABLE tokens ALTER COLUMN token TYPE int8; INSERT INTO tokens VALUES (3000000000)'));
  expect((await ask(ABOVE_INT4)).rows).toEqual([{ token: ABOVE_INT4, more: 'new' }]);
  await expect(ask('x')).rejects.toMatchObject({ code: '22P02' });
});

it('what markets and sessions ask finds its rows by key, however small a table was when it was planned', async () => {
  await db.transaction((tx) => tx.script('CREATE TABLE keyed (id int8 PRIMARY KEY); ANALYZE keyed'));
  const sql = 'EXPLAIN SELECT * FROM unnest($1::int8[]) AS n(id) JOIN keyed USING (id)';
  const plans = [await db.transaction((tx) => tx.query(sql, [[1]]), { kind: 'batch' }), await db.session.query(sql, [[1]])];
  for (const { rows } of plans) expect(JSON.stringify(rows)).toMatch(/Nested Loop.*Index (Only )?Scan/);
});
