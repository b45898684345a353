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

/** The longest that the embedded database's disk took to keep a file, in ms, since whoever reads it has set it to 0. */
export type Disk = { longestMs: number };

/** Runs a measurement on a fresh PostgreSQL and on a fresh embedded database, both with fsync, and removes them. */
export async function onBothDatabases(run: (db: Database, disk: Disk) => Promise<void>): Promise<void> {
  const log = createLogger('error');
  const server = await startServer();
  try {
    const db = openPostgres(await server.createDatabase('bench'), log);
    await migrate(db, MIGRATIONS, log);
    await run(db, { longestMs: 0 });
    await db.close();
  } finally {
    await server.stop();
  }
  const folder = mkdtempSync(join(tmpdir(), 'candor-bench-'));
  try {
    const disk: Disk = { longestMs: 0 };
    const db = await openPglite(folder, {
      synced(tookMs) {
        disk.longestMs = Math.max(disk.longestMs, tookMs);
      },
    });
    await migrate(db, MIGRATIONS, log);
    await run(db, disk);
    await db.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
