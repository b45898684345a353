import type { BusFailureReason } from './bus';
import type { Metrics } from './metrics';

/** Returns the first word of a subject: topics are few, subjects are not. */
export function topicOf(subject: string): string {
  return subject.split('.', 1)[0] ?? '';
}

/** What a process counts of its talk with the others. */
export function createBusMetrics(metrics: Metrics, isUp: () => boolean) {
  metrics.gauge({
    name: 'bus_up',
    help: '1 while the other processes can be reached',
    collect() {
      this.set(isUp() ? 1 : 0);
    },
  });
  const sent = metrics.counter({ name: 'bus_sent_total', help: 'Messages told to the other processes', labelNames: ['topic'] });
  const dropped = metrics.counter({
    name: 'bus_dropped_total',
    help: 'Messages that could not be sent, or that were none of ours',
    labelNames: ['topic', 'reason'],
  });
  const failed = metrics.counter({
    name: 'bus_requests_failed_total',
    help: 'Requests to other processes without an answer',
    labelNames: ['topic', 'reason'],
  });
  const seconds = metrics.histogram({
    name: 'bus_request_seconds',
    help: 'Time until the answer of another process',
    labelNames: ['topic'],
  });
  return {
    sent: (topic: string) => sent.inc({ topic }),
    dropped: (topic: string, reason: 'unsent' | 'unreadable') => dropped.inc({ topic, reason }),
    failed: (topic: string, reason: BusFailureReason) => failed.inc({ topic, reason }),
    answered: (topic: string, took: number) => seconds.observe({ topic }, took),
  };
}
