import { z } from 'zod';
import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { defineConsumer } from '../../platform/event-kinds';
import { defineJob } from '../../platform/job-kinds';
import { perpetualEvents } from '../perpetual/perpetual.order-events';
import { markFigure } from './alerts.math';
import * as repository from './alerts.repository';
import { type AlertSubjects, findWait } from './alerts.subjects';

/** Alerts of one piece. */
const PIECE_MAX = 100;
/** Margin and funding move a liquidation price without a fill: alerts of positions are looked at again this often. */
const EVERY_MS = 5 * 60_000;
/** Minutes in which one position is warned of once. */
const WARNING_PAUSE = 60;

async function lookAgain(tx: Tx, subjects: AlertSubjects, alerts: readonly repository.Alert[]): Promise<void> {
  const moved: repository.Moved[] = [];
  const gone: string[] = [];
  for (const alert of alerts) {
    const wait = await findWait(tx, subjects, alert);
    if (wait === null && alert.kind === 'margin') {
      gone.push(alert.id);
      continue;
    }
    const isAsBefore =
      wait === null
        ? alert.state === 'parked'
        : alert.state !== 'parked' && wait.threshold === alert.threshold && wait.direction === alert.direction;
    if (!isAsBefore) moved.push({ id: alert.id, direction: wait?.direction ?? alert.direction, threshold: wait?.threshold ?? null });
  }
  await repository.lockPeopleOf(tx, [...moved.map(({ id }) => id), ...gone]);
  await repository.moveAlerts(tx, moved);
  await repository.removeAlerts(tx, gone);
}

type Filled = { userId: string | null; mode: Mode | null; at: number; payload: { market: string } };

/** Watches the margin of every position that was filled, from its fill on. */
async function watchMargins(tx: Tx, subjects: AlertSubjects, fills: readonly Filled[]): Promise<void> {
  const places = new Map(fills.map(({ userId, mode, payload: { market } }) => [`${userId} ${mode} ${market}`, { userId, mode, market }]));
  const watched: repository.MarginWatch[] = [];
  for (const { userId, mode, market } of places.values()) {
    if (userId === null || mode === null) continue;
    const found = await subjects.findWarning(tx, { userId, mode, market });
    if (found === null) continue;
    const direction = found.side === 'long' ? 'down' : 'up';
    watched.push({ userId, mode, market, figure: markFigure(market, mode), direction, threshold: found.price });
  }
  await repository.putMargins(tx, watched, { at: fills.at(-1)?.at ?? 0, pause: WARNING_PAUSE });
}

/** Keeps alerts of positions at the liquidation prices as they are: after each fill, and every minute for what else moves them. */
export function createPositionWatch(subjects: AlertSubjects) {
  const job = defineJob({
    name: 'alerts of positions',
    payload: z.object({}),
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
      const asked = [...new Set(happened.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
      const people = await repository.listPersons(tx, asked);
      await watchMargins(
        tx,
        subjects,
        happened.filter(({ userId }) => userId !== null && people.has(userId)),
      );
      await lookAgain(tx, subjects, await repository.listPositionAlertsOf(tx, [...people]));
    },
  });
  return { job, consumer };
}
