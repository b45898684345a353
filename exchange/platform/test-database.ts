import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Database } from './db';
import { createLogger } from './logger';
import { hashMigrations, migrate } from './migrate';
import { openMemoryPglite } from './pglite';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const MIGRATIONS_DIR = join(ROOT, 'exchange/migrations');
/** Goes up when the way the dump is made changes. */
const DUMP_VERSION = 1;

let dump: Promise<Blob> | null = null;

/**
 * Returns a fresh database in memory with all migrations applied, for one test. Close it afterwards.
 * The migrated data folder is made once per state of the migrations and kept in `.cache`, so that a further one costs a fraction of a second.
 */
export async function createTestDatabase(): Promise<Database> {
  dump ??= readOrMakeDump();
  return openMemoryPglite(await dump);
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
