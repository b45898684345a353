import { onCommitted } from './after-commit';
import { monotonicNow } from './clock';
import { CommitOutcomeUnknown, type Database, NotDoneInTime } from './db';
import type { EventConsumer, EventKind, StoredEvent } from './event-kinds';
import * as reading from './event-reading';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

export const EVENT_TIMING = {
  /** Events of all kinds in one transaction of a consumer. */
  batchMax: 500,
  /** Failed tries of one event before it is put aside. */
  triesMax: 8,
  /** The wait after the first failed try; it doubles with each further one. */
  backoffMs: 1_000,
  backoffMaxMs: 60_000,
  /** How often PostgreSQL is asked for what other processes have written. */
  pollMs: 1_000,
};
/** Transactions of one consumer before the others have their turn. */
const TURN_PIECES_MAX = 20;
/** Consumers that run at once: they share the writers' connections. */
const LANES = 2;
/** First wait for a transaction under way, doubled up to the poll. */
const HELD_UP_MS = 25;
const OUTAGE_WAIT_MS = 1_000;
const ERROR_TEXT_MAX = 1_000;

type Input = {
  db: Database;
  log: Logger;
  metrics: Metrics;
  kinds: readonly EventKind[];
  consumers: readonly EventConsumer[];
  timing?: Partial<typeof EVENT_TIMING>;
};

/** Has consumers read the event log, each from a place of its own. Of several processes one at a time reads for a consumer. */
export function createEventRunner({ db, log, metrics, kinds, consumers, timing }: Input) {
  const limits = { ...EVENT_TIMING, ...timing };
  const schemas = new Map(kinds.map(({ name, schema }) => [name, schema]));
  const names = consumers.map(({ name }) => name);
  const counts = countEvents(db, metrics, names);
  const timers = new Set<NodeJS.Timeout>();
  let running: Promise<void> | null = null;
  let isAsked = false;
  let isStopped = true;
  let heldUpMs = HELD_UP_MS;
  let endListening: () => void = () => undefined;

  const parse = (event: StoredEvent): StoredEvent => {
    const schema = schemas.get(event.kind);
    if (schema === undefined) throw new Error(`no module brings events of kind ${event.kind}`);
    return { ...event, payload: schema.parse(event.payload) };
  };

  /** Handles one batch. Returns whether there is more to do now. */
  async function runPiece(consumer: EventConsumer): Promise<boolean> {
    const wanted = consumer.kinds.map(({ name }) => name);
    const seen: { place: reading.Place | null; page: reading.Page | null } = { place: null, page: null };
    try {
      const isFull = await db.transaction(
        async (tx) => {
          const place = await reading.lockPlace(tx, consumer.name);
          Object.assign(seen, { place, page: null });
          if (place === null) return false;
          const page = await reading.readPage(tx, place, wanted, limits.batchMax);
          seen.page = page;
          if (page.end === null) return false;
          if (page.events.length > 0) await consumer.handle(tx, page.events.map(parse));
          await reading.movePlace(tx, consumer.name, page.end, page.events.length);
          counts.handled.inc({ consumer: consumer.name }, page.events.length);
          return page.isFull;
        },
        { kind: 'work' },
      );
      if (seen.page !== null && seen.page.events.length > 0) consumer.onHandled?.(seen.page.events);
      return isFull;
    } catch (error) {
      const { place, page } = seen;
      const isOutage = error instanceof NotDoneInTime || error instanceof CommitOutcomeUnknown;
      if (isOutage || isStopped || place === null || page === null || page.end === null) throw error;
      counts.failed.inc({ consumer: consumer.name });
      await settleFailure(consumer, { place, events: page.events, end: page.end, error });
      return true;
    }
  }

  type Failure = { place: reading.Place; events: readonly StoredEvent[]; end: { xid: string; id: string }; error: unknown };

  async function settleFailure({ name: consumer }: EventConsumer, { place, events, end, error }: Failure): Promise<void> {
    const [event] = events;
    if (events.length > 1 || event === undefined) {
      const next = { singly: events.length, attempts: 0, waitMs: 0 };
      await db.transaction((tx) => reading.noteFailure(tx, consumer, place, next), { kind: 'work' });
      return;
    }
    const attempts = place.attempts + 1;
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_TEXT_MAX);
    if (attempts === 1)
      metrics.alarm('event_failed', { consumer, event: event.id, kind: event.kind, err: error }, 'a consumer failed at an event');
    if (attempts < limits.triesMax) {
      const waitMs = Math.ceil(Math.min(limits.backoffMaxMs, limits.backoffMs * 2 ** place.attempts) * (0.5 + Math.random() / 2));
      await db.transaction((tx) => reading.noteFailure(tx, consumer, place, { singly: Math.max(1, place.singly), attempts, waitMs }), {
        kind: 'work',
      });
      wakeIn(waitMs + 1);
      return;
    }
    const isPutAside = await db.transaction(
      async (tx) => {
        const now = await reading.lockPlace(tx, consumer);
        if (now === null || now.xid !== place.xid || now.id !== place.id) return false;
        await reading.insertDeadLetter(tx, { consumer, event, error: text, attempts });
        await reading.movePlace(tx, consumer, end, 1);
        return true;
      },
      { kind: 'work' },
    );
    if (isPutAside) metrics.alarm('event_dead_letter', { consumer, event: event.id, kind: event.kind }, 'a consumer went past an event');
  }

  async function runTurn(consumer: EventConsumer): Promise<void> {
    for (let piece = 0; piece < TURN_PIECES_MAX && !isStopped; piece += 1) if (!(await runPiece(consumer))) return;
    isAsked = true;
  }

  /** Gives every consumer that has something to read a turn. */
  async function round(): Promise<void> {
    const { due, isHeldUp } = await reading.lookForEvents(db.read, names);
    const queue = consumers.filter(({ name }) => due.includes(name));
    const runLane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await runTurn(next);
    };
    await Promise.all(Array.from({ length: LANES }, runLane));
    heldUpMs = isHeldUp ? Math.min(limits.pollMs, heldUpMs * 2) : HELD_UP_MS;
    if (isHeldUp) wakeIn(heldUpMs);
  }

  function wake(): void {
    isAsked = true;
    running ??= (async () => {
      while (isAsked && !isStopped) {
        isAsked = false;
        const from = monotonicNow();
        try {
          await round();
        } catch (error) {
          log.warn({ err: error, tookMs: monotonicNow() - from }, 'events could not be read, the next look tries again');
          wakeIn(OUTAGE_WAIT_MS);
        }
      }
      running = null;
    })();
  }

  function wakeIn(ms: number): void {
    if (isStopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      wake();
    }, ms);
    timer.unref();
    timers.add(timer);
  }

  let poll: NodeJS.Timeout | null = null;
  return {
    /** For tests: one round, as a wake would run it. */
    round,
    async start(): Promise<void> {
      isStopped = false;
      if (consumers.length === 0) return;
      await db.transaction((tx) => reading.openPlaces(tx, consumers), { kind: 'work' });
      endListening = onCommitted(db, 'events', wake);
      // The embedded database has one process, which hears of its own events: an idle one stays silent.
      if (db.kind === 'postgres') poll = setInterval(wake, limits.pollMs);
      poll?.unref();
      wake();
    },
    async stop(): Promise<void> {
      isStopped = true;
      endListening();
      if (poll !== null) clearInterval(poll);
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await running;
    },
  };
}

function countEvents(db: Database, metrics: Metrics, names: readonly string[]) {
  const labelNames = ['consumer'];
  const ask = (name: string, help: string, read: typeof reading.readLags) =>
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
  ask('event_lag_seconds', 'Age of the first event that a consumer has not handled', reading.readLags);
  ask('event_dead_letters', 'Events that consumers went past', reading.countDeadLetters);
  return {
    handled: metrics.counter({ name: 'events_handled_total', help: 'Events handled, by consumer', labelNames }),
    failed: metrics.counter({ name: 'event_failures_total', help: 'Failed batches and events, by consumer', labelNames }),
  };
}
