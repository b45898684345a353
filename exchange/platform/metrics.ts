import {
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';
import type { Logger } from './logger';

/** Every name begins with it, so that an operator's dashboards find them. */
const PREFIX = 'exchange_';
/** Upper bounds in seconds: from one statement to an outage. */
const DURATION_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/**
 * What a process counts of itself, for `/metrics`. Asking for a name twice returns the same metric, so that modules which share code share
 * its metrics too; they tell each other apart by a label. Labels have few values: never an id, an address or a user.
 */
export type Metrics = {
  counter<L extends string>(input: Pick<CounterConfiguration<L>, 'name' | 'help' | 'labelNames'>): Counter<L>;
  gauge<L extends string>(input: Pick<GaugeConfiguration<L>, 'name' | 'help' | 'labelNames' | 'collect'>): Gauge<L>;
  /** Durations in seconds unless `buckets` says otherwise. */
  histogram<L extends string>(input: Pick<HistogramConfiguration<L>, 'name' | 'help' | 'labelNames' | 'buckets'>): Histogram<L>;
  /**
   * Says that something which moves money or risk was refused or failed: counted in `exchange_alarms_total` by `kind` (a few fixed words)
   * and logged as an error. It does not throw.
   */
  alarm(kind: string, fields: Record<string, unknown>, text: string): void;
  /** Returns how many alarms of each kind there were since the process began. */
  countAlarms(): ReadonlyMap<string, number>;
  /** Returns when the last alarm of each kind was, in ms by the clock of the machine. */
  lastAlarms(): ReadonlyMap<string, number>;
  /** Returns all metrics in the text format of Prometheus. */
  render(): Promise<{ contentType: string; body: string }>;
};

/** Returns the metrics of one process. */
export function createMetrics(log: Logger): Metrics {
  const registry = new Registry();
  const known = new Map<string, unknown>();
  const once = <M>(name: string, create: (name: string) => M): M => {
    const full = `${PREFIX}${name}`;
    const metric = (known.get(full) as M | undefined) ?? create(full);
    known.set(full, metric);
    return metric;
  };
  const alarms = once(
    'alarms_total',
    (name) => new Counter({ name, help: 'Alarms, by kind', labelNames: ['kind'], registers: [registry] }),
  );
  const alarmCounts = new Map<string, number>();
  const alarmTimes = new Map<string, number>();
  addProcessMetrics(registry);
  return {
    counter: (input) => once(input.name, (name) => new Counter({ ...input, name, registers: [registry] })),
    gauge: (input) => once(input.name, (name) => new Gauge({ ...input, name, registers: [registry] })),
    histogram: (input) =>
      once(input.name, (name) => new Histogram({ ...input, buckets: input.buckets ?? DURATION_BUCKETS, name, registers: [registry] })),
    alarm(kind, fields, text) {
      alarms.inc({ kind });
      alarmCounts.set(kind, (alarmCounts.get(kind) ?? 0) + 1);
      alarmTimes.set(kind, Date.now());
      log.error({ alarm: kind, ...fields }, text);
    },
    countAlarms: () => new Map(alarmCounts),
    lastAlarms: () => new Map(alarmTimes),
    render: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** Read when they are asked for: an idle process stays silent. */
function addProcessMetrics(registry: Registry): void {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name: `${PREFIX}${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('process_resident_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  add('process_heap_bytes', 'Heap in use', () => process.memoryUsage().heapUsed);
  add('process_cpu_seconds', 'Processor time used since the start', () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6);
  add('process_uptime_seconds', 'Seconds since the start', () => process.uptime());
}
