import { z } from 'zod';
import type { Clock } from './clock';
import type { Tx } from './db';
import { defineJob, type JobKind } from './job-kinds';
import type { Metrics } from './metrics';

const ROUND_MS = 15 * 60_000;
/** Rows of one transaction: a few milliseconds, so that nobody waits for it. */
export const CHUNK_ROWS = 1_000;
/** Pieces of one rule in one round; what is over goes in the next round. */
const CHUNKS_MAX = 200;

/** What is kept for how long. `remove` takes out at most `limit` rows that ended before `before` (ms) and returns how many. */
export type RetentionRule = {
  /** A short name for the metric. */
  name: string;
  keptMs: number;
  remove(tx: Tx, input: { before: number; limit: number }): Promise<number>;
};

/**
 * Returns the jobs that remove what has outlived its time, a chunk of rows in each transaction. Each rule is a job of its own, so one that
 * fails holds up no other; of several processes one at a time removes.
 */
export function createRetentionJobs({
  clock,
  metrics,
  rules,
}: {
  clock: Clock;
  metrics: Metrics;
  rules: readonly RetentionRule[];
}): JobKind[] {
  const removed = metrics.counter({ name: 'retention_rows_total', help: 'Rows removed for their age', labelNames: ['rule'] });
  return rules.map((rule) =>
    defineJob({
      name: `retention ${rule.name}`,
      payload: z.object({}),
      cursor: z.object({ pieces: z.number() }),
      period: { everyMs: ROUND_MS, missed: 'last' },
      async run(tx, { cursor }) {
        const count = await rule.remove(tx, { before: clock.now() - rule.keptMs, limit: CHUNK_ROWS });
        removed.inc({ rule: rule.name }, count);
        const pieces = (cursor?.pieces ?? 0) + 1;
        return count < CHUNK_ROWS || pieces >= CHUNKS_MAX ? null : { pieces };
      },
    }),
  );
}
