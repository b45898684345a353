import type { Metrics } from '../../platform/metrics';
import type { LaneName } from './matching.lanes';

const SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** What one writer counts of itself; `books` is what it writes. */
export function createWriterMetrics(metrics: Metrics, books: string) {
  const queue = metrics.gauge({ name: 'writer_queue_commands', help: 'Commands that wait, by lane', labelNames: ['books', 'lane'] });
  const sizes = metrics.histogram({
    name: 'writer_batch_commands',
    help: 'Commands of one transaction',
    labelNames: ['books'],
    buckets: SIZE_BUCKETS,
  });
  const times = metrics.histogram({
    name: 'writer_batch_seconds',
    help: 'Transactions of batches, commit included',
    labelNames: ['books'],
  });
  const refusals = metrics.counter({ name: 'writer_refusals_total', help: 'Refused commands, by code', labelNames: ['books', 'code'] });
  const expired = metrics.counter({
    name: 'writer_expired_total',
    help: 'Commands that were not begun before their deadline',
    labelNames: ['books'],
  });
  const failures = metrics.counter({
    name: 'writer_failures_total',
    help: 'Batches that failed, by reason',
    labelNames: ['books', 'reason'],
  });
  return {
    queued: (lane: LaneName, count: number) => queue.set({ books, lane }, count),
    committed(size: number, ms: number): void {
      sizes.observe({ books }, size);
      times.observe({ books }, ms / 1_000);
    },
    refused: (code: string) => refusals.inc({ books, code }),
    expired: (count: number) => expired.inc({ books }, count),
    failed: (reason: 'outage' | 'slow' | 'fault' | 'unknown' | 'lease') => failures.inc({ books, reason }),
    alarm: (kind: string, fields: Record<string, unknown>, text: string) => metrics.alarm(kind, { books, ...fields }, text),
  };
}
