import { z } from 'zod';
import type { Tx } from '../../platform/db';
import { defineConsumer } from '../../platform/event-kinds';
import { defineJob } from '../../platform/job-kinds';
import { perpetualEvents } from '../perpetual/perpetual.order-events';
import * as repository from './alerts.repository';
import { type AlertSubjects, findWait } from './alerts.subjects';

/** Alerts of one piece. */
const PIECE_MAX = 100;
/** Margin and funding move a liquidation price without a fill: alerts of positions are looked at again this often. */
const EVERY_MS = 60_000;

async function lookAgain(tx: Tx, subjects: AlertSubjects, alerts: readonly repository.Alert[]): Promise<void> {
  const moved: repository.Moved[] = [];
  for (const alert of alerts) {
    const wait = await findWait(tx, subjects, alert);
    const isAsBefore =
      wait === null
        ? alert.state === 'parked'
        : alert.state !== 'parked' && wait.threshold === alert.threshold && wait.direction === alert.direction;
    if (!isAsBefore) moved.push({ id: alert.id, direction: wait?.direction ?? alert.direction, threshold: wait?.threshold ?? null });
  }
  await repository.lockPeopleOf(
    tx,
    moved.map(({ id }) => id),
  );
  await repository.moveAlerts(tx, moved);
}

/** Keeps alerts of positions at the liquidation prices as they are: after each fill, and every minute for what else moves them. */
export function createPositionWatch(subjects: AlertSubjects) {
  const job = defineJob({
    name: 'alerts of positions',
    payload: z.null(),
    cursor: z.object({ after: z.string() }),
    period: { everyMs: EVERY_MS, missed: 'last' },
    async run(tx, { cursor }) {
      const alerts = await repository.listPositionAlerts(tx, { after: cursor?.after ?? '0', limit: PIECE_MAX });
      await lookAgain(tx, subjects, alerts);
      const last = alerts.at(-1);
      return alerts.length === PIECE_MAX && last !== undefined ? { after: last.id } : null;
    },
  });
  const consumer = defineConsumer({
    name: 'alerts of positions',
    kinds: [perpetualEvents.filled],
    startsAt: 'newest',
    async handle(tx, happened) {
      const people = [...new Set(happened.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
      await lookAgain(tx, subjects, await repository.listPositionAlertsOf(tx, people));
    },
  });
  return { job, consumer };
}
