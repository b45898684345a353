import type { Database } from './db';
import { countDeadLetters } from './event-letters';
import { readLags } from './event-offsets';
import type { Metrics } from './metrics';

/** Shows how far each consumer is behind and what it went past. Returns the counters of what it handles. */
export function countEvents(db: Database, metrics: Metrics, names: readonly string[]) {
  const labelNames = ['consumer'];
  const ask = (name: string, help: string, read: typeof readLags) =>
    metrics.gauge({
      name,
      help,
      labelNames,
      async collect() {
        // A database that can't be reached must not keep the other metrics from being read.
        const rows = names.length === 0 ? [] : await read(db.read, names).catch(() => []);
        for (const row of rows) this.set({ consumer: row.name }, row.value);
      },
    });
  ask('event_lag_seconds', 'Age of the first event that a consumer has not handled', readLags);
  ask('event_dead_letters', 'Events that consumers went past', countDeadLetters);
  return {
    handled: metrics.counter({ name: 'events_handled_total', help: 'Events handled, by consumer', labelNames }),
    failed: metrics.counter({ name: 'event_failures_total', help: 'Failed batches and events, by consumer', labelNames }),
  };
}
