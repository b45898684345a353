import { uptime } from 'node:os';
import { type Clock, monotonicNow } from './clock';
import type { Database } from './db';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

/** How often the database is asked. */
const MEASURE_MS = 5_000;
/** A smaller difference is noise of the way there and back. */
const OFFSET_MIN_MS = 250;
/** A measurement that took longer says too little. */
const ROUND_TRIP_MAX_MS = 1_000;
/** From here on the clock of the machine is wrong, and somebody should know. */
const OFFSET_ALARM_MS = 1_000;
/** A machine whose clock is so far ahead of what has been counted slept, or its clock was set. */
const LEAP_MS = 1_000;

/** Counters of the machine in ms, which nobody sets: `running` stands still while it sleeps, `sinceBoot` doesn't and costs a system call. */
type Counters = { running(): number; sinceBoot(): number };
const machineCounters: Counters = { running: monotonicNow, sinceBoot: () => uptime() * 1_000 };

/**
 * The time of the database, as several processes on one PostgreSQL need it: what it said last, and what the machine has counted since. The clock of the
 * machine may be wrong or be set: it would have everything done that is due until then. A machine that slept finds the time of waking by its other
 * counter. `start` measures once before anybody asks for the time.
 */
export function createDatabaseClock(deps: { db: Database; log: Logger; metrics: Metrics; local: Clock; counters?: Counters }) {
  const { db, log, metrics, local, counters = machineCounters } = deps;
  const mark = (time: number) => ({ time, running: counters.running(), sinceBoot: counters.sinceBoot(), local: local.now() });
  let origin = mark(local.now());
  let offsetMs = 0;
  let timer: NodeJS.Timeout | null = null;
  let isWrong = false;
  metrics.gauge({
    name: 'clock_offset_seconds',
    help: 'Time of the database less that of this machine',
    collect() {
      this.set(offsetMs / 1_000);
    },
  });

  function now(): number {
    const counted = counters.running() - origin.running;
    const isLeap = local.now() - origin.local - counted > LEAP_MS;
    const slept = isLeap ? counters.sinceBoot() - origin.sinceBoot - counted : 0;
    return Math.round(origin.time + counted + (slept > LEAP_MS ? slept : 0));
  }

  async function measure(): Promise<void> {
    const from = now();
    const { rows } = await db.read.query<{ now: string }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now');
    const counted = now();
    if (counted - from > ROUND_TRIP_MAX_MS) return;
    const said = Number(rows[0]?.now) + Math.round((counted - from) / 2);
    origin = mark(Math.abs(said - counted) > OFFSET_MIN_MS ? said : counted);
    const measured = said - local.now();
    if (Math.abs(measured - offsetMs) > OFFSET_MIN_MS) offsetMs = measured;
    const isOff = Math.abs(measured) > OFFSET_ALARM_MS;
    if (isOff && !isWrong) {
      metrics.alarm('clock_wrong', { offsetMs: measured }, 'the clock of this machine is wrong, the time of the database is used');
    }
    isWrong = isOff;
  }

  return {
    clock: { now } satisfies Clock,
    measure,
    async start(): Promise<void> {
      await measure();
      timer = setInterval(() => {
        measure().catch((error: unknown) => log.warn({ err: error }, 'the time of the database could not be read'));
      }, MEASURE_MS);
      timer.unref();
    },
    stop(): void {
      if (timer !== null) clearInterval(timer);
    },
  };
}
