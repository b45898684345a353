import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './db';
import { createLogger } from './logger';
import { migrate } from './migrate';
import { openMemoryPglite } from './pglite';

const log = createLogger('silent');
const folder = mkdtempSync(join(tmpdir(), 'migrate-'));
const write = (name: string, sql: string, check = 'SELECT 1 WHERE false') => {
  writeFileSync(join(folder, `${name}.sql`), sql);
  writeFileSync(join(folder, `${name}.check.sql`), check);
};

let db: Database;
beforeAll(async () => {
  db = await openMemoryPglite();
  write('0001-create-a', 'CREATE TABLE a (n int);\nINSERT INTO a VALUES (1);');
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

it('applies what is new, in order, once', async () => {
  expect(await migrate(db, folder, log)).toEqual(['0001-create-a.sql']);
  write('0002-fill-a', 'INSERT INTO a VALUES (2);');
  expect(await migrate(db, folder, log)).toEqual(['0002-fill-a.sql']);
  expect(await migrate(db, folder, log)).toEqual([]);
  expect((await db.read.query('SELECT n FROM a ORDER BY n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
});

it('does not mind other line ends', async () => {
  write('0001-create-a', 'CREATE TABLE a (n int);\r\nINSERT INTO a VALUES (1);');
  expect(await migrate(db, folder, log)).toEqual([]);
});

it('undoes a migration whose check finds a row', async () => {
  write('0003-spoil-a', 'INSERT INTO a VALUES (-1);', 'SELECT n AS negative FROM a WHERE n < 0');
  await expect(migrate(db, folder, log)).rejects.toThrow('check of migration 0003-spoil-a.sql found: {"negative":-1}');
  expect((await db.read.query('SELECT n FROM a WHERE n < 0')).rowCount).toBe(0);
});

it('refuses a migration that was changed after it had been applied, and one that it does not know', async () => {
  write('0003-spoil-a', 'SELECT 1;');
  await migrate(db, folder, log);
  write('0002-fill-a', 'INSERT INTO a VALUES (3);');
  await expect(migrate(db, folder, log)).rejects.toThrow('0002-fill-a.sql was changed');
  write('0002-fill-a', 'INSERT INTO a VALUES (2);');
  rmSync(join(folder, '0003-spoil-a.sql'));
  await expect(migrate(db, folder, log)).rejects.toThrow('0003-spoil-a.sql, which this version does not know');
});
