import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { ExchangeEnv } from '../env';
import type { Database } from './db';
import type { Logger } from './logger';
import type { Metrics } from './metrics';
import { migrate } from './migrate';
import { openPglite } from './pglite';
import type { DiskWatch } from './pglite-files';
import { openPostgres } from './postgres';

/**
 * True when there is a database to look at, so that an operator's question does not make an empty one. A PostgreSQL always counts.
 */
export function hasDatabase(env: ExchangeEnv): boolean {
  return env.databaseUrl != null || existsSync(join(env.dataDir, 'database'));
}

/**
 * Opens the configured database, PostgreSQL where DATABASE_URL is set, else the embedded one, and brings it up to date.
 * @throws FolderLocked when another process has the embedded one
 */
export async function openDatabase(env: ExchangeEnv, log: Logger, metrics?: Metrics): Promise<Database> {
  const db =
    env.databaseUrl == null
      ? await openPglite(env.dataDir, metrics && watchDisk(metrics))
      : openPostgres(env.databaseUrl, log, { metrics, replicaUrl: env.databaseReadUrl });
  try {
    const folder = isAbsolute(env.migrationsDir) ? env.migrationsDir : join(process.cwd(), env.migrationsDir);
    await migrate(db, folder, log);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Whoever writes waits for the disk of the embedded database: what an operator can't see otherwise looks like a slow exchange. */
function watchDisk(metrics: Metrics): DiskWatch {
  const seconds = metrics.histogram({ name: 'disk_sync_seconds', help: 'How long the disk took to keep what was written, by file' });
  return {
    synced: (tookMs) => seconds.observe(tookMs / 1000),
    threadMissing: (err) => metrics.alarm('sync_thread_missing', { err }, 'no thread to sync in: a slow disk holds up every request'),
  };
}
