import { z } from 'zod';
import type { Tx } from './db';
import type { EventConsumer } from './event-kinds';
import { deleteDeadLetter, lockDeadLetter } from './event-offsets';
import { defineJob, type JobKind } from './job-kinds';
import { scheduleJob } from './jobs.repository';

const TRIES_MAX = 3;
const payload = z.object({ consumer: z.string(), id: z.string() });

/**
 * Returns the job that has a consumer handle an event which it went past, once, out of its order: the event leaves the list in the transaction of
 * its effect. What fails three times stays in the list, and the job is put aside.
 */
export function createEventRetryJob(consumers: readonly EventConsumer[]): JobKind {
  return defineJob({
    name: RETRY,
    payload,
    cursor: z.null(),
    tries: { triesMax: TRIES_MAX },
    async run(tx, { payload: { consumer: name, id } }) {
      const consumer = consumers.find((one) => one.name === name);
      const event = await lockDeadLetter(tx, { consumer: name, id });
      if (event === null) return null;
      if (consumer === undefined) throw new Error(`there is no consumer ${name} any more`);
      const kind = consumer.kinds.find((one) => one.name === event.kind);
      if (kind === undefined) throw new Error(`${name} wants no events of kind ${event.kind} any more`);
      await deleteDeadLetter(tx, { consumer: name, id });
      await consumer.handle(tx, [{ ...event, payload: kind.schema.parse(event.payload) }]);
      return null;
    },
  }) as JobKind;
}

const RETRY = 'event retry';

/** Plans that an event which a consumer went past is handled after all. `at` in ms. */
export async function planEventRetry(tx: Tx, { consumer, id, at }: { consumer: string; id: string; at: number }): Promise<void> {
  await scheduleJob(tx, { name: RETRY, payload }, { key: `${consumer} ${id} ${at}`, dueAt: at, payload: { consumer, id } });
}
