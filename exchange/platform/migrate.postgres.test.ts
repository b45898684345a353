import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPatiently, type PostgresServer, startPostgres } from '../../tests/helpers/postgres';
import { type Database, DeadlineExceeded } from './db';
import { createLogger } from './logger';
import { migrate } from './migrate';

const log = createLogger('silent');
const folder = mkdtempSync(join(tmpdir(), 'migrate-beside-'));
const write = (name: string, sql: string) => {
  writeFileSync(join(folder, `${name}.sql`), sql);
  writeFileSync(join(folder, `${name}.check.sql`), 'SELECT 1 WHERE false');
};

let postgres: PostgresServer;
/** The version that trades, and the one that starts beside it. */
let trading: Database;
let starting: Database;
beforeAll(async () => {
  postgres = await startPostgres();
  const url = await postgres.createDatabase('beside');
  [trading, starting] = [openPatiently(url, log), openPatiently(url, log)];
  write('0001-create-orders', 'CREATE TABLE orders (id int8 PRIMARY KEY);');
  await migrate(starting, folder, log);
});
afterAll(async () => {
  await starting.close();
  await trading.close();
  await postgres.stop();
  rmSync(folder, { recursive: true });
});

/** Reads the table in a transaction that stays open until it is ended. */
async function startReader(): Promise<{ end(): Promise<void> }> {
  let end: () => void = () => undefined;
  const hold = new Promise<void>((resolve) => (end = resolve));
  let begun: () => void = () => undefined;
  const reads = new Promise<void>((resolve) => (begun = resolve));
  const done = trading.transaction(
    async (tx) => {
      await tx.query('SELECT id FROM orders');
      begun();
      await hold;
    },
    { kind: 'long' },
  );
  await reads;
  return {
    end: () => {
      end();
      return done;
    },
  };
}

/** Resolves when a migration queues up for the table. */
async function queuesUp(): Promise<void> {
  for (;;) {
    const { rowCount } = await trading.read.query(
      `SELECT 1 FROM pg_locks WHERE relation = 'orders'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted`,
    );
    if (rowCount > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it('a batch gets through while a migration waits for a table that a long reader has, and the migration is applied when it ends', async () => {
  write('0002-alter-orders', 'ALTER TABLE orders ADD COLUMN note text;');
  const reader = await startReader();
  const migrating = migrate(starting, folder, log, { triesMax: 10_000, pauseMs: 100 });
  for (const id of [1, 2]) {
    await queuesUp();
    // It would give up after a second of waiting for the lock.
    await trading.transaction((tx) => tx.query('INSERT INTO orders (id) VALUES ($1)', [id]), { kind: 'batch' });
  }
  await reader.end();
  expect(await migrating).toEqual(['0002-alter-orders.sql']);
  expect((await trading.read.query('SELECT id, note FROM orders ORDER BY id')).rows).toEqual([
    { id: '1', note: null },
    { id: '2', note: null },
  ]);
});

it('a migration is given up where its table stays in use, and applied by the next start', async () => {
  write('0003-alter-orders', 'ALTER TABLE orders ADD COLUMN more text;');
  const reader = await startReader();
  await expect(migrate(starting, folder, log, { triesMax: 2, pauseMs: 1 })).rejects.toThrow(DeadlineExceeded);
  await reader.end();
  expect(await migrate(starting, folder, log)).toEqual(['0003-alter-orders.sql']);
});
