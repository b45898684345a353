import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database, Tx } from './db';
import { createLogger } from './logger';
import { hashMigrations, migrate } from './migrate';
import { openMemoryPglite } from './pglite';
import { type Pristine, readPristine, resetDatabase } from './test-database-reset';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const MIGRATIONS_DIR = join(ROOT, 'exchange/migrations');
/** Goes up when the way the dump is made changes. */
const DUMP_VERSION = 1;

/** Databases that tests gave back. None outside the test runner: it ends its processes, a program would wait for what is open. */
const IDLE_MAX = process.env.VITEST === undefined ? 0 : 3;

/** Deadlines say what users wait for, not how fast a machine is that runs tests: in a test everything may take this much longer. */
export const BUSY_MACHINE_MS = 180_000;

/** Databases that tests have, and what must hold in them after each test and before they are given back. */
const lent = new Set<Database>();
let prove: ((db: Database) => Promise<void>) | null = null;

/** Returns what looks at every database that a test has; before one is given back it is looked at as well. Null: nothing is looked at. */
export function watchTestDatabases(by: typeof prove): () => Promise<void> {
  prove = by;
  return async () => {
    for (const db of lent) await by?.(db);
  };
}

/** Returns how many databases tests have not given back, and forgets them. */
export function forgetLentDatabases(): number {
  const left = lent.size;
  lent.clear();
  return left;
}

let dump: Promise<Blob> | null = null;
let pristine: Promise<Pristine> | null = null;
const idle: Database[] = [];

/**
 * Returns a fresh database in memory with all migrations applied, for one test. Close it afterwards.
 * Opening one costs a second of processor time, so one that was closed is emptied and used again within its process; the migrated data folder is
 * made once per state of the migrations and kept in `.cache`.
 */
export async function createTestDatabase(): Promise<Database> {
  return lend((await reuse()) ?? (await open()));
}

async function open(): Promise<Database> {
  dump ??= readOrMakeDump();
  const db = await openMemoryPglite(await dump);
  pristine ??= readPristine(db);
  await pristine;
  return db;
}

async function reuse(): Promise<Database | null> {
  const db = idle.pop();
  if (db === undefined || pristine === null) return null;
  if (await resetDatabase(db, await pristine)) return db;
  await db.close();
  return null;
}

/** Closed for the test that had it; what it still does in the background fails as on a closed database. */
function lend(db: Database): Database {
  let isClosed = false;
  const check = () => {
    if (isClosed) throw new Error('the database of this test is closed');
  };
  const watch = (tx: Tx): Tx => ({
    query(text, params) {
      check();
      return tx.query(text, params);
    },
  });
  const own: Database = {
    kind: db.kind,
    patienceMs: BUSY_MACHINE_MS,
    read: watch(db.read),
    past: watch(db.past),
    long: watch(db.long),
    session: watch(db.session),
    lease: watch(db.lease),
    async transaction(run, options) {
      check();
      const deadline = options?.deadline === undefined ? undefined : options.deadline + BUSY_MACHINE_MS;
      return db.transaction(run, { ...options, deadline });
    },
    async close() {
      if (isClosed) return;
      if (lent.delete(own)) await prove?.(own);
      isClosed = true;
      if (idle.length < IDLE_MAX) idle.push(db);
      else await db.close();
    },
  };
  lent.add(own);
  return own;
}

async function readOrMakeDump(): Promise<Blob> {
  const folder = join(ROOT, '.cache/test-database');
  const path = join(folder, `${DUMP_VERSION}-${(await hashMigrations(MIGRATIONS_DIR)).slice(0, 16)}.tar`);
  try {
    return new Blob([await readFile(path)], { type: 'application/x-tar' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const db = await openMemoryPglite();
  await migrate(db, MIGRATIONS_DIR, createLogger('silent'));
  const made = await db.dump();
  await db.close();
  await mkdir(folder, { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, Buffer.from(await made.arrayBuffer()));
  await rename(draft, path);
  return made;
}
