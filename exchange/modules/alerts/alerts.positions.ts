import { z } from 'zod';
import { MODES, type Mode } from '../../../lib/protocol/wire';
import type { Clock } from '../../platform/clock';
import type { Tx } from '../../platform/db';
import { defineConsumer } from '../../platform/event-kinds';
import { defineJob } from '../../platform/job-kinds';
import { perpetualEvents } from '../perpetual/perpetual.order-events';
import { markFigure } from './alerts.math';
import * as repository from './alerts.repository';
import { type AlertSubjects, findWaits, type Place } from './alerts.subjects';

/** Alerts of one chunk. */
const CHUNK_MAX = 100;
/** Open positions of one chunk that are looked through for those that nobody watches. */
const OPEN_MAX = 1_000;
/** Margin and funding move a liquidation price without a fill: alerts of positions are looked at again this often. */
const EVERY_MS = 5 * 60_000;
/** Minutes in which one position is warned of once. */
const WARNING_PAUSE = 60;

async function lookAgain(tx: Tx, subjects: AlertSubjects, alerts: readonly repository.Alert[], at: number): Promise<void> {
  const moved: repository.Moved[] = [];
  const gone: string[] = [];
  const waits = await findWaits(tx, subjects, alerts);
  for (const [n, alert] of alerts.entries()) {
    const wait = waits[n] ?? null;
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
  if (moved.length + gone.length === 0) return;
  await repository.lockPeopleOf(tx, [...moved.map(({ id }) => id), ...gone]);
  await repository.settleAlerts(tx, { moved, silent: [], gone, at });
}

type Filled = { userId: string | null; mode: Mode | null; at: number; payload: { market: string } };

/** Watches the margin of positions from `at` (ms) on; those that no price endangers are left. */
async function watchMargins(tx: Tx, subjects: AlertSubjects, places: readonly Place[], at: number): Promise<void> {
  if (places.length === 0) return;
  const warnings = await subjects.findWarnings(tx, places);
  const watched = places.flatMap(({ userId, mode, market }, n): repository.MarginWatch[] => {
    const found = warnings[n] ?? null;
    if (found === null) return [];
    const direction = found.side === 'long' ? 'down' : 'up';
    return [{ userId, mode, market, figure: markFigure(market, mode), direction, threshold: found.price }];
  });
  await repository.putMargins(tx, watched, { at, pause: WARNING_PAUSE });
}

/** Returns where positions were filled, each once. */
function listPlaces(fills: readonly Filled[], people: ReadonlySet<string>): Place[] {
  const places = fills.flatMap(({ userId, mode, payload: { market } }): [string, Place][] =>
    userId === null || mode === null || !people.has(userId) ? [] : [[`${userId} ${mode} ${market}`, { userId, mode, market }]],
  );
  return [...new Map(places).values()];
}

const cursorSchema = z.object({
  after: z.string(),
  /** Alerts are through: the last open position that was looked at. */
  open: z.object({ userId: z.string(), mode: z.enum(MODES), market: z.string() }).nullish(),
  isOpen: z.boolean().optional(),
});

/**
 * Keeps alerts of positions at the liquidation prices as they are: after each fill, and every few minutes for what else moves them. Then open
 * positions are looked through for those that nobody watches: opened before margins were watched, or endangered only since.
 */
export function createPositionWatch({ subjects, clock }: { subjects: AlertSubjects; clock: Clock }) {
  const job = defineJob({
    name: 'alerts of positions',
    payload: z.object({}),
    cursor: cursorSchema,
    period: { everyMs: EVERY_MS, missed: 'last' },
    async run(tx, { cursor }) {
      const { after, open = null, isOpen = false } = cursor ?? { after: '0' };
      if (isOpen) {
        const places = await subjects.listOpen(tx, { after: open, limit: OPEN_MAX });
        await watchMargins(tx, subjects, await repository.listUnwatched(tx, places), clock.now());
        return places.length === OPEN_MAX ? { after, open: places.at(-1) ?? null, isOpen } : null;
      }
      const alerts = await repository.listPositionAlerts(tx, { after, limit: CHUNK_MAX });
      await lookAgain(tx, subjects, alerts, clock.now());
      const last = alerts.at(-1);
      return alerts.length === CHUNK_MAX && last !== undefined ? { after: last.id } : { after: '0', isOpen: true };
    },
  });
  const consumer = defineConsumer({
    name: 'alerts of positions',
    kinds: [perpetualEvents.filled],
    startsAt: 'newest',
    async handle(tx, happened) {
      const asked = [...new Set(happened.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
      const people = await repository.listPersons(tx, asked);
      const at = happened.at(-1)?.at ?? clock.now();
      await watchMargins(tx, subjects, listPlaces(happened, people), at);
      await lookAgain(tx, subjects, await repository.listPositionAlertsOf(tx, [...people]), at);
    },
  });
  return { job, consumer };
}
