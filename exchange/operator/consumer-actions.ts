import { z } from 'zod';
import { ActionRefused, defineAction } from '../modules/operators/operators';
import { lockConsumer } from '../platform/event-offsets';
import { giveUpConsumer, LEFT_MS, listReadings } from '../platform/event-readers';

const DAYS = LEFT_MS / 86_400_000;

/** What only a version that is gone has read of the events is kept no longer, and never handled: agreed on by two. */
export const giveUpEventsAction = defineAction({
  name: 'events.give-up',
  schema: z.strictObject({ consumer: z.string().min(1).max(60) }),
  describe: ({ consumer }) => [
    `events that only a version which is gone reads for ${consumer} are never handled, and kept for it no longer`,
  ],
  async run(tx, { input: { consumer }, at }) {
    await lockConsumer(tx, consumer);
    const [found] = await listReadings(tx, { now: at, name: consumer });
    if (found === undefined) throw new ActionRefused('INPUT_INVALID', `There is no consumer ${consumer}.`);
    if (found.givenUpAt !== null) throw new ActionRefused('INPUT_INVALID', `What ${consumer} has not read was given up already.`);
    if (!found.isLeft)
      throw new ActionRefused('INPUT_INVALID', `${consumer} was read within the last ${DAYS} days: an exchange reads for it.`);
    await giveUpConsumer(tx, { name: consumer, at });
    return `events that only a version which is gone reads for ${consumer} are kept for it no longer`;
  },
});
