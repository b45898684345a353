import { compareDecimals } from '../../../lib/rules/decimal';
import type { Database, Tx } from '../../platform/db';
import { alertCame } from './alerts.events';
import type { Figure } from './alerts.math';
import * as repository from './alerts.repository';
import type { Alert, DueAlert, Moved } from './alerts.repository';
import { type AlertSubjects, findWaits, isLookedAt, type Wait } from './alerts.subjects';

type Input = { figures: readonly Figure[]; at: number };

/**
 * Judges alerts by a print (its time in ms): what reached its threshold is told once, whichever processes judge the same print at the same
 * time. A print costs one look at the end of each figure's order, and the alerts that it makes due.
 */
export function createJudge({ db, subjects }: { db: Database; subjects: AlertSubjects }) {
  return async ({ figures, at }: Input): Promise<void> => {
    for (let isMore = true; isMore; ) {
      const { due, back, paused } = await repository.findWork(db.read, { figures, at });
      if (paused.length > 0) await repository.endPauses(db.read, paused);
      if (back.length > 0) await repository.armAlerts(db.read, back, at);
      if (due.length > 0) await db.transaction((tx) => claim(tx, subjects, due, at), { kind: 'work' });
      // What was silent for long enough may be back already, and a full chunk may have left some.
      isMore = paused.length > 0 || Math.max(due.length, back.length) >= repository.CHUNK_MAX;
    }
  };
}

/** Two statements and one for each kind that is looked at again, however many are due. What another process told meanwhile isn't armed any more. */
async function claim(tx: Tx, subjects: AlertSubjects, due: readonly DueAlert[], at: number): Promise<void> {
  const values = new Map(due.map(({ id, value }) => [id, value]));
  const came: Alert[] = [];
  const gone: string[] = [];
  const moved: Moved[] = [];
  const armed = await repository.lockArmed(tx, [...values.keys()]);
  const waits = await findWaits(tx, subjects, armed);
  for (const [n, alert] of armed.entries()) {
    const wait = isLookedAt(alert.kind) ? (waits[n] ?? null) : alert;
    if (wait !== null && isReached(wait, values.get(alert.id) as string)) came.push(alert);
    else if (wait === null && alert.kind !== 'liquidation') gone.push(alert.id);
    else moved.push({ id: alert.id, direction: wait?.direction ?? alert.direction, threshold: wait?.threshold ?? null });
  }
  const idsOf = (isOnce: boolean) => came.filter(({ pause }) => (pause === null) === isOnce).map(({ id }) => id);
  await repository.settleAlerts(
    tx,
    { moved, silent: idsOf(false), gone: [...idsOf(true), ...gone], at },
    came.map((alert) => toEvent(alert, values.get(alert.id) as string, at)),
  );
}

function isReached({ direction, threshold }: Wait, value: string): boolean {
  const order = compareDecimals(value, threshold);
  return direction === 'up' ? order >= 0 : order <= 0;
}

function toEvent({ id, userId, mode, kind, subject, direction, level, minutes }: Alert, value: string, at: number) {
  return alertCame.create({ userId, mode, at, payload: { alert: id, kind, subject, direction, level, minutes, value } });
}
