import { z } from 'zod';
import type { Tx } from './db';
import type { EventConsumer } from './event-kinds';
import { deleteDeadLetters, type LetterName, type Letter, listLettersOf, lockDeadLetter } from './event-letters';
import { lockConsumer } from './event-offsets';
import { defineJob, type JobKind } from './job-kinds';
import { scheduleJob } from './jobs.repository';

const TRIES_MAX = 3;
/** Events of one chunk, of those that waited behind the first. */
const CHUNK_MAX = 100;
const payload = z.object({ consumer: z.string(), id: z.string() });

/**
 * Returns the job that has a consumer handle an event which it went past, once, out of its order: the event leaves the list in the transaction of
 * its effect. For an ordered consumer it handles all that was put aside of the event's user, from the first on. What fails three times stays in the list,
 * with all behind it, and the job is put aside.
 */
export function createEventRetryJob(consumers: readonly EventConsumer[]): JobKind {
  return defineJob({
    name: RETRY,
    payload,
    cursor: z.object({ userId: z.string() }),
    tries: { triesMax: TRIES_MAX },
    async run(tx, { payload: { consumer: name, id }, cursor, attempts }) {
      // One at a time, as the consumer itself: it reads and writes the same rows, and what it puts aside meanwhile would be left behind.
      await lockConsumer(tx, name);
      const consumer = consumers.find((one) => one.name === name);
      const asked = cursor === null ? await lockDeadLetter(tx, { consumer: name, id }) : null;
      const userId = cursor?.userId ?? asked?.userId ?? null;
      if (cursor === null && asked === null) return null;
      if (consumer === undefined) throw new Error(`there is no consumer ${name} any more`);
      const isSingle = consumer.isOrdered !== true || userId === null;
      if (isSingle) {
        if (asked !== null) await handleLetters(tx, consumer, [asked]);
        return null;
      }
      // A chunk that fails comes again with its first event alone.
      const limit = cursor === null || attempts > 0 ? 1 : CHUNK_MAX;
      const letters = await listLettersOf(tx, { consumer: name, userId, limit });
      if (letters.length > 0) await handleLetters(tx, consumer, letters);
      return letters.length === limit ? { userId } : null;
    },
  }) as JobKind;
}

async function handleLetters(tx: Tx, consumer: EventConsumer, letters: readonly Letter[]): Promise<void> {
  const events = letters.map(({ attempts: _, ...event }) => {
    const kind = consumer.kinds.find((one) => one.name === event.kind);
    if (kind === undefined) throw new Error(`${consumer.name} wants no events of kind ${event.kind} any more`);
    return { ...event, payload: kind.schema.parse(event.payload) };
  });
  await deleteDeadLetters(
    tx,
    consumer.name,
    letters.map(({ id }) => id),
  );
  await consumer.handle(tx, events);
}

const RETRY = 'event retry';

/** Plans that an event which a consumer went past is handled after all. `at` in ms. */
export async function planEventRetry(tx: Tx, { consumer, id, at }: LetterName & { at: number }): Promise<void> {
  await scheduleJob(tx, { name: RETRY, payload }, { key: `${consumer} ${id} ${at}`, dueAt: at, payload: { consumer, id } });
}
