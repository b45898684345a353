import { setTimeout as wait } from 'node:timers/promises';
import { onCommitted } from './after-commit';
import { monotonicNow } from './clock';
import { type Database, isOutage } from './db';
import { EventFailures } from './event-failures';
import type { EventConsumer, EventKind, StoredEvent } from './event-kinds';
import { putBehind } from './event-letters';
import { startNotingReads } from './event-readers';
import * as reading from './event-offsets';
import { awaitAll } from './await-all';
import type { Logger } from './logger';
import { countEvents } from './event-metrics';
import type { Metrics } from './metrics';

export const EVENT_TIMING = {
  /** Events of all kinds in one transaction of a consumer. */
  batchMax: 500,
  /** Failed tries of one event before it is put aside. */
  triesMax: 8,
  /** The same where it takes too long: about an hour. */
  slowTriesMax: 64,
  /** The wait after the first failed try; it doubles with each further one. */
  backoffMs: 1_000,
  backoffMaxMs: 60_000,
  /** How often PostgreSQL is asked for what other processes have written. */
  pollMs: 1_000,
  /** From the beginning of one round to that of the next: what happens meanwhile is read together. The first event after a silence waits for nothing. */
  gapMs: 250,
};
/** Transactions of one consumer before the others have their turn. */
const TURN_CHUNKS_MAX = 20;
/** Consumers that run at once: they share the writers' connections. */
const LANES = 2;
/** First wait for a transaction under way, doubled up to the poll. */
const HELD_UP_MS = 25;
const OUTAGE_WAIT_MS = 1_000;

type Input = {
  db: Database;
  log: Logger;
  metrics: Metrics;
  kinds: readonly EventKind[];
  consumers: readonly EventConsumer[];
  timing?: Partial<typeof EVENT_TIMING>;
};

/** Has consumers read the event log, each from a place of its own. Of several processes one at a time reads for a consumer. */
export class EventRunner {
  private readonly limits: typeof EVENT_TIMING;
  private readonly kinds: ReadonlyMap<string, EventKind>;
  private readonly names: readonly string[];
  private readonly counts: ReturnType<typeof countEvents>;
  private readonly failures: EventFailures;
  private readonly timers = new Set<NodeJS.Timeout>();
  private running: Promise<void> | null = null;
  private poll: NodeJS.Timeout | null = null;
  private isAsked = false;
  private isStopped = true;
  private heldUpMs = HELD_UP_MS;
  private roundAt = Number.NEGATIVE_INFINITY;
  private ended = new AbortController();
  private endListening: () => void = () => undefined;
  private endNoting: () => Promise<void> = () => Promise.resolve();
  private isOpen = false;
  /** Consumers that are left to a newer version, as far as it was said. */
  private readonly left = new Set<string>();

  constructor(private readonly input: Input) {
    this.limits = { ...EVENT_TIMING, ...input.timing };
    this.kinds = new Map(input.kinds.map((kind) => [kind.name, kind]));
    this.names = input.consumers.map(({ name }) => name);
    this.counts = countEvents(input.db, input.metrics, this.names);
    this.failures = new EventFailures({ ...input, limits: this.limits });
  }

  /** Gives consumers their places, and has them left alone by processes that know fewer kinds: before anything here writes an event of a kind that is new. */
  async open(): Promise<void> {
    const { db, consumers, metrics } = this.input;
    if (this.isOpen || consumers.length === 0) return;
    if (await db.transaction((tx) => reading.adoptRestored(tx), { kind: 'long' })) {
      metrics.alarm('events_restored', {}, 'the event log comes from another cluster: consumers may see events again');
    }
    for (const consumer of await db.transaction((tx) => reading.openOffsets(tx, consumers), { kind: 'work' })) {
      this.left.add(consumer);
      metrics.alarm('events_of_newer', { consumer }, 'a newer version reads more events for this consumer: this process leaves them to it');
    }
    this.isOpen = true;
  }

  async start(): Promise<void> {
    const { db, consumers } = this.input;
    this.isStopped = false;
    this.ended = new AbortController();
    if (consumers.length === 0) return;
    await this.open();
    this.endListening = onCommitted(db, 'events', () => this.wake());
    this.endNoting = startNotingReads(this.input, consumers);
    // The embedded database has one process, which hears of its own events: an idle one stays silent.
    if (db.kind === 'postgres') this.poll = setInterval(() => this.wake(), this.limits.pollMs);
    // Who waited for a next try when the process ended still does.
    else for (const ms of await reading.listRetries(db.read, this.names)) this.wakeIn(Math.min(ms, this.limits.backoffMaxMs));
    this.poll?.unref();
    this.wake();
  }

  /** Ends after the batches under way. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.ended.abort();
    this.endListening();
    await this.endNoting();
    if (this.poll !== null) clearInterval(this.poll);
    for (const timer of this.timers) clearTimeout(timer);
    this.timers.clear();
    await this.running;
  }

  private wake(): void {
    if (this.isStopped) return;
    this.isAsked = true;
    this.running ??= this.runRounds();
  }

  private wakeIn(ms: number): void {
    if (this.isStopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      this.wake();
    }, ms);
    timer.unref();
    this.timers.add(timer);
  }

  private async runRounds(): Promise<void> {
    for (;;) {
      if (this.isAsked) await this.waitForGap();
      if (!this.isAsked || this.isStopped) break;
      this.isAsked = false;
      this.roundAt = monotonicNow();
      try {
        await this.round();
      } catch (error) {
        this.input.log.warn({ err: error }, 'events could not be read, the next look tries again');
        this.wakeIn(OUTAGE_WAIT_MS);
      }
    }
    // At once, in the same step as the last look at what is asked: a wake in between would be lost.
    this.running = null;
  }

  private async waitForGap(): Promise<void> {
    const left = this.roundAt + this.limits.gapMs - monotonicNow();
    if (left > 0) await wait(left, undefined, { signal: this.ended.signal, ref: false }).catch(() => undefined);
  }

  /** Gives every consumer that has something to read a turn. */
  async round(): Promise<void> {
    const { due, isMore, isHeldUp, left } = await reading.pollEvents(this.input.db.read, this.input.consumers, this.limits.batchMax);
    if (isMore) this.goOn();
    this.notifyAfterCommit(left);
    const queue = this.input.consumers.filter(({ name }) => due.includes(name));
    // What they write may be for others.
    if (queue.length > 0) this.isAsked = true;
    const runLane = async () => {
      for (let next = queue.shift(); next !== undefined; next = queue.shift()) await this.runTurn(next);
    };
    await awaitAll(Array.from({ length: LANES }, runLane));
    this.heldUpMs = isHeldUp ? Math.min(this.limits.pollMs, this.heldUpMs * 2) : HELD_UP_MS;
    if (isHeldUp) this.wakeIn(this.heldUpMs);
  }

  private notifyAfterCommit(left: readonly string[]): void {
    for (const consumer of left)
      if (!this.left.has(consumer)) this.input.log.warn({ consumer }, 'a newer version reads for this consumer from now on');
    this.left.clear();
    for (const consumer of left) this.left.add(consumer);
  }

  private async runTurn(consumer: EventConsumer): Promise<void> {
    for (let piece = 0; piece < TURN_CHUNKS_MAX && !this.isStopped; piece += 1) if (!(await this.runChunk(consumer))) return;
    this.goOn();
  }

  /** There is more to read than a round took: the next one waits for nothing. */
  private goOn(): void {
    this.isAsked = true;
    this.roundAt = Number.NEGATIVE_INFINITY;
  }

  private parse(event: StoredEvent): StoredEvent {
    const kind = this.kinds.get(event.kind);
    if (kind === undefined) throw new Error(`no module brings events of kind ${event.kind}`);
    return { ...event, payload: kind.schema.parse(event.payload) };
  }

  /** Handles one batch. Returns whether there is more to do now. */
  private async runChunk(consumer: EventConsumer): Promise<boolean> {
    const seen: { place: reading.ConsumerOffset | null; page: reading.Page | null } = { place: null, page: null };
    let isFull: boolean;
    try {
      isFull = await this.input.db.transaction(
        async (tx) => {
          const place = await reading.lockOffset(tx, consumer);
          Object.assign(seen, { place, page: null });
          if (place === null) return false;
          const page = await reading.readPage(tx, place, consumer, this.limits.batchMax);
          seen.page = page;
          if (page.end === null) return false;
          if (page.events.length > 0) {
            await consumer.handle(
              tx,
              page.events.map((event) => this.parse(event)),
            );
          }
          if (page.behind.length > 0) await putBehind(tx, consumer.name, page.behind);
          await reading.commitOffset(tx, consumer.name, page.end, page.events.length + page.behind.length);
          this.counts.handled.inc({ consumer: consumer.name }, page.events.length);
          return page.isFull;
        },
        { kind: 'work' },
      );
    } catch (error) {
      const { place, page } = seen;
      if (isOutage(error) || this.isStopped || place === null || page === null || page.end === null) throw error;
      this.counts.failed.inc({ consumer: consumer.name });
      const waitMs = await this.failures.settle(consumer, { place, events: [...page.events, ...page.behind], end: page.end, error });
      if (waitMs > 0) this.wakeIn(waitMs + 1);
      return true;
    }
    this.tell(consumer, seen.page?.events ?? []);
    this.failures.tellBehind(consumer, seen.page?.behind ?? []);
    return isFull;
  }

  /** What goes wrong here comes after the commit: the events are handled. */
  private tell(consumer: EventConsumer, events: readonly StoredEvent[]): void {
    try {
      if (events.length > 0) consumer.onHandled?.(events);
    } catch (error) {
      this.input.log.error({ err: error, consumer: consumer.name }, 'a consumer failed after its commit');
    }
  }
}
