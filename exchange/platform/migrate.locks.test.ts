import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from './db';
import { createLogger } from './logger';
import { migrate } from './migrate';
import { openMemoryPglite } from './pglite';

const MIGRATIONS = join(import.meta.dirname, '../migrations');
const folder = mkdtempSync(join(tmpdir(), 'migrate-locks-'));
const log = createLogger('silent');

let db: Database;
beforeAll(async () => {
  db = await openMemoryPglite();
});
afterAll(async () => {
  await db.close();
  rmSync(folder, { recursive: true });
});

const migrateTo = async (number: string) => {
  const names = readdirSync(MIGRATIONS).filter((name) => name.slice(0, 4) <= number);
  for (const name of names) copyFileSync(join(MIGRATIONS, name), join(folder, name));
  await migrate(db, folder, log);
  return names;
};
const listUnchecked = async () => {
  const { rows } = await db.read.query<{ name: string }>(
    'SELECT conname AS name FROM pg_constraint WHERE NOT convalidated ORDER BY conname',
  );
  return rows.map(({ name }) => name);
};
const explain = async (check: string) => {
  const { rows } = await db.read.query(`EXPLAIN ${check.replaceAll(/--.*$/gm, '')}`);
  return JSON.stringify(rows);
};

// What alters a table of orders keeps everybody from it until its check is done: it looks at no row, and the next migration looks at them all.
it.each([
  ['0420', '0421', ['spot_orders_exits']],
  ['0570', '0571', ['order_amendments_changes', 'order_amendments_stop', 'order_amendments_stop_prices']],
  ['0590', '0591', ['order_amendments_changes', 'order_amendments_exits', 'order_amendments_place']],
])('migration %s alters orders without reading any, and %s looks at them while they trade', async (alters, looks, constraints) => {
  const names = await migrateTo(alters);
  expect(await listUnchecked()).toEqual(constraints);
  const check = names.find((name) => name.startsWith(alters) && name.endsWith('.check.sql')) ?? '';
  expect(await explain(readFileSync(join(MIGRATIONS, check), 'utf8'))).not.toContain('Scan');
  await migrateTo(looks);
  expect(await listUnchecked()).toEqual([]);
  const script = readdirSync(MIGRATIONS).find((name) => name.startsWith(looks) && !name.endsWith('.check.sql')) ?? '';
  expect(readFileSync(join(MIGRATIONS, script), 'utf8')).not.toMatch(/\b(ADD|DROP)\b/);
});
