import { z } from 'zod';
import { ActionRefused, defineAction } from '../modules/operators/operators';
import type { Tx } from '../platform/db';
import { deleteDeadLetter, lockDeadLetter } from '../platform/event-offsets';
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

/** Has a consumer do what it would have done anyway. */
export const retryEventAction = defineAction({
  name: 'events.retry',
  schema,
  describe: ({ consumer, event }) => [`${consumer} handles event ${event} after all`],
  async run(tx, { input, at }) {
    const { kind } = await requireLetter(tx, input);
    await planEventRetry(tx, { consumer: input.consumer, id: input.event, at });
    return `${input.consumer} handles event ${input.event} (${kind}) after all`;
  },
});

/** What is left undone for good is agreed on by two. */
export const skipEventAction = defineAction({
  name: 'events.skip',
  schema,
  describe: ({ consumer, event }) => [`event ${event} is never handled by ${consumer}, and leaves the list`],
  async run(tx, { input }) {
    const { kind } = await requireLetter(tx, input);
    await deleteDeadLetter(tx, { consumer: input.consumer, id: input.event });
    return `event ${input.event} (${kind}) is never handled by ${input.consumer}`;
  },
});
