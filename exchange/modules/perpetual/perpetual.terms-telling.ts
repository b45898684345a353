import { z } from 'zod';
import { MODES } from '../../../lib/protocol/wire';
import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { defineConsumer } from '../../platform/event-kinds';
import { appendEvents } from '../../platform/event-log';
import { defineJob, type JobKind } from '../../platform/job-kinds';
import { scheduleJob } from '../../platform/jobs.repository';
import { perpetualTightened } from '../registry/registry.events';
import { perpetualEvents } from './perpetual.order-events';

/** People of one transaction. */
const CHUNK = 500;

/**
 * Returns what tells of tighter terms everybody whom they may meet: an event of each person, market and mode, in chunks of one market and mode. One
 * who comes later sees the terms on the ticket.
 */
export function createTermsTelling({ clock }: Pick<Platform, 'clock'>) {
  const job = defineJob({
    name: 'perpetual terms telling',
    payload: perpetualTightened.schema,
    cursor: z.object({ part: z.number().int(), after: z.string() }),
    async run(tx, { payload: { markets, takesEffectAt }, cursor }) {
      const { part, after } = cursor ?? { part: 0, after: '0' };
      const terms = markets[Math.floor(part / MODES.length)];
      const mode = MODES[part % MODES.length];
      if (terms === undefined || mode === undefined) return null;
      const people = await listPeople(tx, { market: terms.market, mode, after });
      const at = clock.now();
      await appendEvents(
        tx,
        people.map((userId) => perpetualEvents.termsTold.create({ userId, mode, at, payload: { ...terms, takesEffectAt } })),
      );
      const last = people.at(-1);
      return people.length < CHUNK || last === undefined ? { part: part + 1, after: '0' } : { part, after: last };
    },
  });
  const consumer = defineConsumer({
    name: 'perpetual terms',
    kinds: [perpetualTightened],
    startsAt: 'newest',
    async handle(tx, announced) {
      for (const { payload } of announced) await scheduleJob(tx, job, { key: String(payload.version), dueAt: clock.now(), payload });
    },
  });
  return { job: job as unknown as JobKind, consumer };
}

/** One chunk of those with an open position or a resting order, in the order of their numbers: of orders only what is open is looked at. */
async function listPeople(tx: Tx, { market, mode, after }: { market: string; mode: string; after: string }): Promise<string[]> {
  const { rows } = await tx.query<{ user_id: string }>(
    `SELECT user_id FROM (
       (SELECT user_id FROM perpetual_positions WHERE market = $1 AND mode = $2 AND closed_at IS NULL AND user_id > $3 ORDER BY user_id LIMIT ${CHUNK})
       UNION
       (SELECT DISTINCT user_id FROM perpetual_orders
         WHERE market = $1 AND mode = $2 AND status IN ('open', 'partially_filled') AND user_id > $3 ORDER BY user_id LIMIT ${CHUNK})) p
      ORDER BY user_id LIMIT ${CHUNK}`,
    [market, mode, after],
  );
  return rows.map(({ user_id }) => user_id);
}
