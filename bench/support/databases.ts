import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../exchange/platform/db';
import { createLogger } from '../../exchange/platform/logger';
import { migrate } from '../../exchange/platform/migrate';
import { openPglite } from '../../exchange/platform/pglite';
import { openPostgres } from '../../exchange/platform/postgres';
import { startServer } from './postgres';

const MIGRATIONS = 'exchange/migrations';

/** Runs a measurement on a fresh PostgreSQL and on a fresh embedded database, both with fsync, and removes them. */
export async function onBothDatabases(run: (db: Database) => Promise<void>): Promise<void> {
  const log = createLogger('error');
  const server = await startServer();
  try {
    const db = openPostgres(await server.createDatabase('bench'), log);
    await migrate(db, MIGRATIONS, log);
    await run(db);
    await db.close();
  } finally {
    await server.stop();
  }
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
  try {
    const db = await openPglite(folder);
    await migrate(db, MIGRATIONS, log);
    await run(db);
    await db.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
