import type { Database } from './db';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

/** How often the embedded database is looked after. */
const ROUND_MS = 10_000;
/**
 * Write-ahead log between two checkpoints. It bounds what a start after a crash has to replay (well below a second), and how long the
 * checkpoint itself takes; a smaller one would write each page into the log more often.
 */
export const CHECKPOINT_BYTES = 16 * 1024 * 1024;
/** A table is vacuumed when so many of its rows are dead, and so large a part of it: below that the pages find room by themselves. */
const DEAD_ROWS_MIN = 2_000;
const DEAD_SHARE_MIN = 0.2;
/**
 * A table whose oldest row is from so many transactions ago is frozen: numbers of transactions come again after four thousand million, and old rows must
 * not be taken for new ones. Tables that only grow have no dead rows, and nothing else would ever look at them.
 */
const FREEZE_AGE = 200_000_000;

type Input = { db: Database; log: Logger; metrics: Metrics; deadRowsMin?: number; freezeAge?: number };

/**
 * Does for the embedded database what PostgreSQL has processes of its own for: checkpoints, without which the log grows for ever and a start
 * after a crash replays all of it, and vacuuming, without which the room of changed rows is never used again. One statement at a time, each
 * bounded by what was written since the last one. On PostgreSQL it does nothing.
 */
export function createMaintenance({ db, log, metrics, deadRowsMin = DEAD_ROWS_MIN, freezeAge = FREEZE_AGE }: Input) {
  const durations = metrics.histogram({ name: 'maintenance_seconds', help: 'Upkeep of the embedded database', labelNames: ['work'] });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let checkpointAt: string | null = null;

  async function timed(work: 'checkpoint' | 'vacuum', statement: string): Promise<void> {
    const end = durations.startTimer({ work });
    await db.read.query(statement);
    end();
  }

  async function checkpoint(): Promise<boolean> {
    const { rows } = await db.read.query<{ at: string; written: string }>(
      'SELECT pg_current_wal_insert_lsn()::text AS at, pg_current_wal_insert_lsn() - coalesce($1::pg_lsn, pg_current_wal_insert_lsn()) AS written',
      [checkpointAt],
    );
    const { at, written } = rows[0] as { at: string; written: string };
    const isDue = checkpointAt === null || Number(written) >= CHECKPOINT_BYTES;
    if (!isDue) return false;
    await timed('checkpoint', 'CHECKPOINT');
    checkpointAt = at;
    return true;
  }

  /** Vacuums the table with the most dead rows, when it is worth it, or the one that was frozen longest ago; the next round takes the next one. */
  async function vacuum(): Promise<string | null> {
    const { rows } = await db.read.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, relname) AS name FROM pg_stat_user_tables
        WHERE n_dead_tup >= $1 AND n_dead_tup >= $2::float8 * (n_live_tup + n_dead_tup) ORDER BY n_dead_tup DESC LIMIT 1`,
      [deadRowsMin, DEAD_SHARE_MIN],
    );
    const name = rows[0]?.name ?? null;
    if (name !== null) await timed('vacuum', `VACUUM (ANALYZE) ${name}`);
    return name ?? freeze();
  }

  async function freeze(): Promise<string | null> {
    const { rows } = await db.read.query<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class WHERE relkind IN ('r', 't', 'm') AND age(relfrozenxid) > $1 ORDER BY age(relfrozenxid) DESC LIMIT 1`,
      [freezeAge],
    );
    const name = rows[0]?.name ?? null;
    if (name !== null) await timed('vacuum', `VACUUM (FREEZE, ANALYZE) ${name}`);
    return name;
  }

  async function round(): Promise<{ isCheckpointed: boolean; vacuumed: string | null }> {
    return { vacuumed: await vacuum(), isCheckpointed: await checkpoint() };
  }

  function schedule(): void {
    timer = setTimeout(() => {
      running = round()
        .then(() => undefined)
        .catch((error: unknown) => log.warn({ err: error }, 'the embedded database could not be looked after'))
        .finally(() => timer !== null && schedule());
    }, ROUND_MS);
    timer.unref();
  }

  return {
    /** Returns what was done. */
    round,
    start(): Promise<void> {
      if (db.kind === 'pglite') schedule();
      return Promise.resolve();
    },
    async stop(): Promise<void> {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
}
