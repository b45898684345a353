import type { Clock } from './clock';
import type { Database } from './db';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

/** How often the offset is measured: a clock that jumps is followed within this time. */
const MEASURE_MS = 5_000;
/** A smaller difference is noise of the way there and back. */
const OFFSET_MIN_MS = 250;
/** A measurement that took longer says too little. */
const ROUND_TRIP_MAX_MS = 1_000;
/** From here on the clock of the machine is wrong, and somebody should know. */
const OFFSET_ALARM_MS = 1_000;

/**
 * The time of the database, as several processes on one PostgreSQL need it: the clock of this machine, corrected by the offset that was last
 * measured. A process whose clock is wrong goes by the right time and says so. `start` measures once before anybody asks for the time.
 */
export function createDatabaseClock(deps: { db: Database; log: Logger; metrics: Metrics; local: Clock }) {
  const { db, log, metrics, local } = deps;
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

  async function measure(): Promise<void> {
    const from = local.now();
    const { rows } = await db.read.query<{ now: string }>('SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now');
    const to = local.now();
    if (to < from || to - from > ROUND_TRIP_MAX_MS) return;
    const measured = Number(rows[0]?.now) - Math.round((from + to) / 2);
    if (Math.abs(measured - offsetMs) > OFFSET_MIN_MS) offsetMs = measured;
    const isOff = Math.abs(measured) > OFFSET_ALARM_MS;
    if (isOff && !isWrong) {
      metrics.alarm('clock_wrong', { offsetMs: measured }, 'the clock of this machine is wrong, the time of the database is used');
    }
    isWrong = isOff;
  }

  const clock: Clock = { now: () => local.now() + offsetMs };
  return {
    clock,
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
