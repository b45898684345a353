import { type Database, DeadlineExceeded } from './db';
import type { EventConsumer, StoredEvent } from './event-kinds';
import * as reading from './event-offsets';
import type { Metrics } from './metrics';

const ERROR_TEXT_MAX = 1_000;

type Deps = { db: Database; metrics: Metrics; limits: { triesMax: number; backoffMs: number; backoffMaxMs: number } };
/** What a consumer failed at: from which place, with which events, and how far they reach. */
type Failure = { place: reading.ConsumerOffset; events: readonly StoredEvent[]; end: { xid: string; id: string }; error: unknown };

/** What becomes of events that a consumer failed at: a batch comes again one by one, a single event after a while, and at last it is put aside. */
export class EventFailures {
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
    // What takes too long is not put aside: it may be the load of others.
    if (attempts >= limits.triesMax && !(error instanceof DeadlineExceeded)) {
      if (await this.putAside(consumer, failure, event)) metrics.alarm('event_dead_letter', fields, 'a consumer went past an event');
      return 0;
    }
    const waitMs = Math.ceil(Math.min(limits.backoffMaxMs, limits.backoffMs * 2 ** place.attempts) * (0.5 + Math.random() / 2));
    await note({ singly: Math.max(1, place.singly), attempts, waitMs });
    return waitMs;
  }

  /** Returns false when the consumer was moved meanwhile. */
  private putAside(consumer: EventConsumer, { place, end, error }: Failure, event: StoredEvent): Promise<boolean> {
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_TEXT_MAX);
    return this.deps.db.transaction(
      async (tx) => {
        const now = await reading.lockOffset(tx, consumer);
        if (now === null || now.xid !== place.xid || now.id !== place.id) return false;
        await reading.insertDeadLetter(tx, { consumer: consumer.name, event, error: text, attempts: place.attempts + 1 });
        await reading.commitOffset(tx, consumer.name, end, 1);
        return true;
      },
      { kind: 'work' },
    );
  }
}
