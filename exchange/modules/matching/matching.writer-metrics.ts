import type { Metrics } from '../../platform/metrics';
import { LANES, type LaneName } from './matching.lanes';

const SIZE_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

type CountWaiting = (lane: LaneName) => number;
/** All writers of a process. */
const queuesOf = new WeakMap<Metrics, Map<string, CountWaiting>>();

/** Read when the metrics are asked for: set with each command, it took 1 % of a busy market's time. */
function showQueue(metrics: Metrics, books: string, count: CountWaiting): void {
  const queues = queuesOf.get(metrics) ?? new Map<string, CountWaiting>();
  queuesOf.set(metrics, queues.set(books, count));
  metrics.gauge({
    name: 'writer_queue_commands',
    help: 'Commands that wait, by lane',
    labelNames: ['books', 'lane'],
    collect() {
      for (const [name, countOf] of queues) for (const lane of LANES) this.set({ books: name, lane }, countOf(lane));
    },
  });
}

/** What one writer counts of itself; `books` is what it writes, `count` says how many commands wait. */
export function createWriterMetrics(metrics: Metrics, books: string, count: CountWaiting) {
  showQueue(metrics, books, count);
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
