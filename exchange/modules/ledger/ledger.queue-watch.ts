import type { Metrics } from '../../platform/metrics';

/** Why transfers were not done: the queue was full, their time was over, the database refused, or nobody knows whether it committed. */
type QueueRefusal = 'full' | 'late' | 'failed' | 'unknown';

/** Shows a queue of transfers in the metrics. Returns what notes refusals and commits. */
export function watchQueue(metrics: Metrics | undefined, read: () => { waiting: number; lanes: number }) {
  if (metrics === undefined) return { refuse: () => undefined, commit: () => undefined };
  const gauge = (name: string, help: string, value: () => number) =>
    metrics.gauge({
      name,
      help,
      collect() {
        this.set(value());
      },
    });
  gauge('transfers_waiting', 'Transfers that wait for a group', () => read().waiting);
  gauge('transfer_lanes_busy', 'Groups of transfers under way', () => read().lanes);
  const refusals = metrics.counter({ name: 'transfer_refusals_total', help: 'Transfers not done, by reason', labelNames: ['reason'] });
  const groups = metrics.histogram({
    name: 'transfer_group_size',
    help: 'Transfers of a commit',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  });
  const commits = metrics.histogram({ name: 'transfer_commit_seconds', help: 'How long a group of transfers took' });
  return {
    refuse: (reason: QueueRefusal, count: number) => refusals.inc({ reason }, count),
    commit: (size: number, ms: number) => {
      groups.observe(size);
      commits.observe(ms / 1000);
    },
  };
}
