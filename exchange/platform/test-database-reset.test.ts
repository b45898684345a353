import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from './db';
import { createTestDatabase } from './test-database';
import { type Pristine, readPristine, resetDatabase } from './test-database-reset';

let db: Database;
let pristine: Pristine;
beforeEach(async () => {
  db = await createTestDatabase();
  pristine = await readPristine(db);
});
afterEach(() => db.close());

const run = (sql: string) => db.transaction((tx) => tx.script(`SET LOCAL session_replication_role = replica; ${sql}`));
const rowsOf = async (table: string) => (await db.read.query(`SELECT t::text AS row FROM ${table} t ORDER BY 1`)).rows;
/** A table that migrations filled. */
const filled = () => pristine.filled[0]?.table ?? '';

it.each([
  ['was emptied', (table: string) => `DELETE FROM ${table}`],
  ['lost a row', (table: string) => `DELETE FROM ${table} WHERE ctid = (SELECT min(ctid) FROM ${table})`],
  [
    'had a row replaced by the same one',
    (table: string) =>
      `CREATE TEMP TABLE kept ON COMMIT DROP AS SELECT * FROM ${table}; DELETE FROM ${table}; INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM kept`,
  ],
])('what migrations wrote into a table that %s is there again, twice', async (_what, change) => {
  const before = await rowsOf(filled());
  for (let time = 1; time <= 2; time += 1) {
    await run(change(filled()));
    expect(await resetDatabase(db, pristine)).toBe(true);
    expect(await rowsOf(filled())).toEqual(before);
  }
});

it('every table that migrations filled is untouched by a reset, or as it was', async () => {
  const before = await Promise.all(pristine.tables.map(rowsOf));
  await run("INSERT INTO users (username, username_key, referral_code) VALUES ('one', 'one', 'ONEAAAAA')");
  expect(await resetDatabase(db, pristine)).toBe(true);
  expect(await Promise.all(pristine.tables.map(rowsOf))).toEqual(before);
});

it('a table that a test made is gone, a trigger that it switched off works, and a number that was drawn is drawn again', async () => {
  await db.transaction((tx) => tx.script('CREATE TABLE of_a_test (n serial)'));
  const { rows } = await db.read.query<{ name: string; trigger: string }>(
    `SELECT tgrelid::regclass::text AS name, quote_ident(tgname) AS trigger FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O' LIMIT 1`,
  );
  await db.read.query(`ALTER TABLE ${rows[0]?.name} DISABLE TRIGGER ${rows[0]?.trigger}`);
  await db.read.query("SELECT setval(pg_get_serial_sequence('users', 'id')::regclass, 5000)");
  expect(await resetDatabase(db, pristine)).toBe(true);
  const again = await readPristine(db);
  expect(again.tables).toEqual(pristine.tables);
  expect(again.sequences).toEqual(pristine.sequences);
});

it('a function or a column of a test is more than can be taken away: that is said', async () => {
  await db.transaction((tx) => tx.script('CREATE FUNCTION of_a_test() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'));
  expect(await resetDatabase(db, pristine)).toBe(false);
});
