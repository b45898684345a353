import { monotonicNow } from './clock';
import { type Database, DeadlineExceeded } from './db';
import type { EventConsumer, StoredEvent } from './event-kinds';
import { insertDeadLetter } from './event-letters';
import * as reading from './event-offsets';
import type { Metrics } from './metrics';

const ERROR_TEXT_MAX = 1_000;
/** How often it is said of a consumer that events wait behind one that was put aside: a user may trade every second. */
const WAITS_ALARM_MS = 15 * 60_000;

type Deps = { db: Database; metrics: Metrics; limits: { triesMax: number; slowTriesMax: number; backoffMs: number; backoffMaxMs: number } };
/** What a consumer failed at: from which place, with which events, and how far they reach. */
type Failure = { place: reading.ConsumerOffset; events: readonly StoredEvent[]; end: { xid: string; id: string }; error: unknown };

/** What becomes of events that a consumer failed at: a batch comes again one by one, a single event after a while, and at last it is put aside. */
export class EventFailures {
  private readonly waitsToldAt = new Map<string, number>();

  constructor(private readonly deps: Deps) {}

  /** Returns in how many ms the next try is due, 0: now. */
  async settle(consumer: EventConsumer, failure: Failure): Promise<number> {
    const { place, events, error } = failure;
    const { db, metrics, limits } = this.deps;
    const note = (next: { singly: number; attempts: number; waitMs: number }) =>
      db.transaction((tx) => reading.noteFailure(tx, consumer.name, place, next), { kind: 'work' });
    const [event] = events;
    if (events.length > 1 || event === undefined) {
      await note({ singly: events.length, attempts: 0, waitMs: 0 });
      return 0;
    }
    const attempts = place.attempts + 1;
    const fields = { consumer: consumer.name, event: event.id, kind: event.kind, err: error };
    if (attempts === 1) metrics.alarm('event_failed', fields, 'a consumer failed at an event');
    // What takes too long may be the load of others: it is tried for longer, and who could help hears of it again.
    const isSlow = error instanceof DeadlineExceeded;
    if (isSlow && attempts % limits.triesMax === 0)
      metrics.alarm('event_slow', fields, 'an event takes a consumer too long again and again');
    if (attempts >= (isSlow ? limits.slowTriesMax : limits.triesMax)) {
      if (await this.putAside(consumer, failure, event)) metrics.alarm('event_dead_letter', fields, 'a consumer went past an event');
      return 0;
    }
    const waitMs = Math.ceil(Math.min(limits.backoffMaxMs, limits.backoffMs * 2 ** place.attempts) * (0.5 + Math.random() / 2));
    await note({ singly: Math.max(1, place.singly), attempts, waitMs });
    return waitMs;
  }

  /** Says after the commit that events were put behind earlier ones of their users, now and then. */
  tellBehind({ name }: EventConsumer, [event]: readonly StoredEvent[]): void {
    const now = monotonicNow();
    if (event === undefined || now - (this.waitsToldAt.get(name) ?? Number.NEGATIVE_INFINITY) < WAITS_ALARM_MS) return;
    this.waitsToldAt.set(name, now);
    const fields = { consumer: name, event: event.id, kind: event.kind };
    this.deps.metrics.alarm('event_waits', fields, 'events wait behind one that was put aside');
  }

  /** Returns false when the consumer was moved meanwhile. */
  private putAside(consumer: EventConsumer, { place, end, error }: Failure, event: StoredEvent): Promise<boolean> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_TEXT_MAX);
    return this.deps.db.transaction(
      async (tx) => {
        const now = await reading.lockOffset(tx, consumer);
        if (now === null || now.xid !== place.xid || now.id !== place.id) return false;
        await insertDeadLetter(tx, { consumer: consumer.name, event, error: text, attempts: place.attempts + 1 });
        await reading.commitOffset(tx, consumer.name, end, 1);
        return true;
      },
      { kind: 'work' },
    );
  }
}
