import type { Clock } from './clock';
import type { Database, Tx } from './db';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

const ROUND_MS = 15 * 60_000;
/** Rows of one transaction: a few milliseconds, so that nobody waits for it. */
export const PIECE_ROWS = 1_000;
/** Pieces of one rule in one round; what is over goes in the next round. */
const PIECES_MAX = 200;

/** What is kept for how long. `remove` takes out at most `limit` rows that ended before `before` (ms) and returns how many. */
export type RetentionRule = {
  /** A short name for the metric. */
  name: string;
  keptMs: number;
  remove(tx: Tx, input: { before: number; limit: number }): Promise<number>;
};

type Input = { db: Database; clock: Clock; log: Logger; metrics: Metrics; rules: readonly RetentionRule[] };

/**
 * Removes what has outlived its time, in pieces of a transaction each. Every process may run it: rows that another one takes out meanwhile
 * are gone, which is what was wanted.
 */
export function createRetention({ db, clock, log, metrics, rules }: Input) {
  const removed = metrics.counter({ name: 'retention_rows_total', help: 'Rows removed for their age', labelNames: ['rule'] });
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  async function apply(rule: RetentionRule): Promise<void> {
    const before = clock.now() - rule.keptMs;
    for (let piece = 0; piece < PIECES_MAX && !isStopped; piece += 1) {
      const count = await db.transaction((tx) => rule.remove(tx, { before, limit: PIECE_ROWS }), { kind: 'work' });
      removed.inc({ rule: rule.name }, count);
      if (count < PIECE_ROWS) return;
    }
  }

  async function round(): Promise<void> {
    for (const rule of rules) {
      try {
        await apply(rule);
      } catch (error) {
        log.warn({ err: error, rule: rule.name }, 'old rows could not be removed, the next round tries again');
      }
    }
  }

  return {
    round,
    start(): Promise<void> {
      timer = setInterval(() => {
        running = running.then(round);
      }, ROUND_MS);
      timer.unref();
      return Promise.resolve();
    },
    async stop(): Promise<void> {
      isStopped = true;
      if (timer !== null) clearInterval(timer);
      await running;
    },
  };
}
