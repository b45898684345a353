import type { Clock } from './clock';
import type { Database } from './db';
import { readJobFigures } from './jobs.repository';
import type { Metrics } from './metrics';

type Input = { db: Database; metrics: Metrics; clock: Clock };

/** What the metrics say of jobs of these kinds. Returns what the runner counts. */
export function countJobs({ db, metrics, clock }: Input, names: readonly string[]) {
  const labelNames = ['kind'];
  const ask = (name: string, help: string, read: (row: { lag: number; dead: number }) => number) =>
    metrics.gauge({
      name,
      help,
      labelNames,
      async collect() {
        // A database that can't be reached must not keep the other metrics from being read.
        const rows = names.length === 0 ? [] : await readJobFigures(db.read, names, clock.now()).catch(() => []);
        for (const row of rows) this.set({ kind: row.kind }, read(row));
      },
    });
  ask('job_lag_seconds', 'By how much the first job of a kind is late', ({ lag }) => lag);
  ask('job_dead_letters', 'Jobs that were put aside', ({ dead }) => dead);
  return {
    pieces: metrics.counter({ name: 'job_pieces_total', help: 'Pieces of jobs done, by kind', labelNames }),
    failed: metrics.counter({ name: 'job_failures_total', help: 'Failed pieces, by kind', labelNames }),
  };
}
