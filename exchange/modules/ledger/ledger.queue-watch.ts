import type { PipelineWatch, Rejection } from '../../platform/command-pipeline';
import type { Metrics } from '../../platform/metrics';

/** Why transfers were not done, as the metrics name it: the queue was full, their time was over, the database refused, or nobody knows. */
const REASONS: Readonly<Record<Rejection, 'full' | 'late' | 'failed' | 'unknown'>> = {
  full: 'full',
  held: 'failed',
  late: 'late',
  stopped: 'late',
  slow: 'failed',
  fault: 'failed',
  unknown: 'unknown',
};

type Length = { waiting: number; lanes: number };
/** All queues of a process: each of its products has one, and what waits is their sum. */
const queuesOf = new WeakMap<Metrics, (() => Length)[]>();

/** Shows a queue of transfers in the metrics. Returns what notes refusals and commits. */
export function watchQueue(metrics: Metrics | undefined, read: () => Length): PipelineWatch<unknown> {
  if (metrics === undefined) return { rejected: () => undefined, committed: () => undefined };
  const queues = queuesOf.get(metrics) ?? [];
  queuesOf.set(metrics, queues);
  queues.push(read);
  const gauge = (name: string, help: string, part: keyof Length) =>
    metrics.gauge({
      name,
      help,
      collect() {
        this.set(queues.reduce((sum, length) => sum + length()[part], 0));
      },
    });
  gauge('transfers_waiting', 'Transfers that wait for a group', 'waiting');
  gauge('transfer_lanes_busy', 'Groups of transfers under way', 'lanes');
  const refusals = metrics.counter({ name: 'transfer_refusals_total', help: 'Transfers not done, by reason', labelNames: ['reason'] });
  const groups = metrics.histogram({
    name: 'transfer_group_size',
    help: 'Transfers of a commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  });
  const commits = metrics.histogram({ name: 'transfer_commit_seconds', help: 'How long a group of transfers took' });
  return {
    rejected: (batch, why) => refusals.inc({ reason: REASONS[why] }, batch.length),
    committed(size, ms) {
      groups.observe(size);
      commits.observe(ms / 1000);
    },
  };
}
