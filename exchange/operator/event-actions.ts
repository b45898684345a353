import { z } from 'zod';
import { ActionRefused, defineAction } from '../modules/operators/operators';
import type { Tx } from '../platform/db';
import { deleteDeadLetters, type Letter, listLettersOf, lockDeadLetter } from '../platform/event-letters';
import { lockConsumer } from '../platform/event-offsets';
import { planEventRetry } from '../platform/event-retries';

const schema = z.strictObject({
  consumer: z.string().min(1).max(60),
  event: z.string().regex(/^[1-9][0-9]{0,17}$/, 'the number of an event'),
});
type Input = z.infer<typeof schema>;

async function requireLetter(tx: Tx, { consumer, event }: Input) {
  const letter = await lockDeadLetter(tx, { consumer, id: event });
  if (letter === null) throw new ActionRefused('INPUT_INVALID', `${consumer} did not go past an event ${event}.`);
  return letter;
}

/** Returns the first that was put aside of the event's user, for an ordered consumer. */
async function findFirst(tx: Tx, consumer: string, userId: string | null): Promise<Letter | null> {
  return userId === null ? null : ((await listLettersOf(tx, { consumer, userId, limit: 1 }))[0] ?? null);
}

/** Has a consumer do what it would have done anyway. */
export const retryEventAction = defineAction({
  name: 'events.retry',
  schema,
  describe: ({ consumer, event }) => [`${consumer} handles event ${event} after all, and what waits behind it`],
  async run(tx, { input, at }) {
    const { consumer, event } = input;
    const { kind, attempts, userId } = await requireLetter(tx, input);
    const first = attempts > 0 ? null : await findFirst(tx, consumer, userId);
    if (first !== null && first.id !== event)
      throw new ActionRefused(
        'INPUT_INVALID',
        `It waits behind event ${first.id}: have ${consumer} handle that one, and this one follows.`,
      );
    await planEventRetry(tx, { consumer, id: event, at });
    return `${consumer} handles event ${event} (${kind}) after all`;
  },
});

/** What is left undone for good is agreed on by two. */
export const skipEventAction = defineAction({
  name: 'events.skip',
  schema,
  describe: ({ consumer, event }) => [`event ${event} is never handled by ${consumer}, and leaves the list`],
  async run(tx, { input, at }) {
    const { consumer, event } = input;
    // What the consumer puts behind it meanwhile would wait for nothing.
    await lockConsumer(tx, consumer);
    const { kind, userId } = await requireLetter(tx, input);
    await deleteDeadLetters(tx, consumer, [event]);
    const next = await findFirst(tx, consumer, userId);
    const goesOn = next !== null && next.attempts === 0;
    if (goesOn) await planEventRetry(tx, { consumer, id: next.id, at });
    return `event ${event} (${kind}) is never handled by ${consumer}${goesOn ? `, and event ${next.id} follows` : ''}`;
  },
});
