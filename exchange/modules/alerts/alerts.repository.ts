import type { Mode } from '../../../lib/protocol/wire';
import type { WatchedKind } from '../../../lib/rules/alerts';
import type { Tx } from '../../platform/db';
import type { Figure } from './alerts.math';

export type Direction = 'up' | 'down';
export type AlertState = 'armed' | 'paused' | 'waiting' | 'parked';
/** Decimals as text, times in ms, `minutes` of a move, `pause` in minutes. */
export type Alert = {
  id: string;
  userId: string;
  mode: Mode;
  kind: WatchedKind;
  subject: string;
  level: string;
  minutes: number | null;
  pause: number | null;
  figure: string;
  direction: Direction;
  threshold: string;
  state: AlertState;
  createdAt: number;
};
export type NewAlert = Omit<Alert, 'id'>;

const COLUMNS = `id, user_id, mode, kind, subject, trim_scale(level)::text AS level, minutes, pause_minutes, figure, direction,
  trim_scale(threshold)::text AS threshold, state, created_at`;
type Row = Record<'id' | 'user_id' | 'subject' | 'level' | 'figure' | 'threshold' | 'created_at', string> & {
  mode: Mode;
  kind: WatchedKind;
  minutes: number | null;
  pause_minutes: number | null;
  direction: Direction;
  state: AlertState;
};

function toAlert({ user_id: userId, pause_minutes: pause, created_at: createdAt, ...row }: Row): Alert {
  return { ...row, userId, pause, createdAt: Number(createdAt) };
}

/** Takes these people's alerts until the end of the transaction. Returns how many each has. */
export async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ user_id: string; kept: number }>(
    'SELECT user_id, kept FROM alert_people WHERE user_id = ANY($1::int8[]) ORDER BY user_id FOR UPDATE',
    [userIds],
  );
  return new Map(rows.map(({ user_id, kept }) => [user_id, kept]));
}

/** Makes room for somebody's first alert. */
export async function addPerson(tx: Tx, userId: string): Promise<void> {
  await tx.query(`INSERT INTO alert_people (user_id) SELECT id FROM users WHERE id = $1 AND kind = 'person' ON CONFLICT DO NOTHING`, [
    userId,
  ]);
}

/** Adds an alert of a person who is locked. Returns its number. */
export async function insertAlert(tx: Tx, alert: NewAlert): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO alerts (user_id, mode, kind, subject, level, minutes, pause_minutes, figure, direction, threshold, state, armed_at, created_at)
     VALUES ($1, $2, $3, $4, $5::numeric, $6, $7, $8, $9, $10::numeric, $11, $12, $12) RETURNING id`,
    [
      alert.userId,
      alert.mode,
      alert.kind,
      alert.subject,
      alert.level,
      alert.minutes,
      alert.pause,
      alert.figure,
      alert.direction,
      alert.threshold,
      alert.state,
      alert.createdAt,
    ],
  );
  await tx.query('UPDATE alert_people SET kept = kept + 1 WHERE user_id = $1', [alert.userId]);
  return rows[0]?.id as string;
}

export async function listAlerts(tx: Tx, userId: string, limit: number): Promise<Alert[]> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM alerts WHERE user_id = $1 AND kind <> 'margin' ORDER BY id DESC LIMIT $2`, [
    userId,
    limit,
  ]);
  return rows.map(toAlert);
}

export type MarginWatch = { userId: string; mode: Mode; market: string; figure: string; direction: Direction; threshold: string };

/** Watches positions of people, each in one row; those of accounts of our own are left out. Times in ms, `pause` in minutes. */
export async function putMargins(tx: Tx, rows: readonly MarginWatch[], { at, pause }: { at: number; pause: number }): Promise<void> {
  if (rows.length === 0) return;
  const userIds = rows.map(({ userId }) => userId);
  await tx.query(
    `INSERT INTO alert_people (user_id) SELECT id FROM users WHERE id = ANY($1::int8[]) AND kind = 'person' ORDER BY id ON CONFLICT DO NOTHING`,
    [userIds],
  );
  await tx.query(
    `INSERT INTO alerts (user_id, mode, kind, subject, level, pause_minutes, figure, direction, threshold, state, armed_at, created_at)
     SELECT m.user_id, m.mode, 'margin', m.market, 80, $7, m.figure, m.direction, m.threshold, 'armed', $8::int8, $8::int8
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[]) AS m(user_id, mode, market, figure, direction, threshold)
       JOIN alert_people p ON p.user_id = m.user_id
     ON CONFLICT (user_id, mode, subject) WHERE kind = 'margin'
       DO UPDATE SET direction = excluded.direction, threshold = excluded.threshold`,
    [
      userIds,
      rows.map(({ mode }) => mode),
      rows.map(({ market }) => market),
      rows.map(({ figure }) => figure),
      rows.map(({ direction }) => direction),
      rows.map(({ threshold }) => threshold),
      pause,
      at,
    ],
  );
}

/** Returns which of these are people. */
export async function listPersons(tx: Tx, userIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ id: string }>(`SELECT id FROM users WHERE id = ANY($1::int8[]) AND kind = 'person'`, [userIds]);
  return new Set(rows.map(({ id }) => id));
}

/** Removes alerts of people who are locked, where they are still there. */
export async function removeAlerts(tx: Tx, ids: readonly string[], userId: string | null = null): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `WITH gone AS (DELETE FROM alerts WHERE id = ANY($1::int8[]) AND ($2::int8 IS NULL OR user_id = $2::int8) RETURNING user_id, kind),
          counts AS (SELECT user_id, count(*) AS gone FROM gone WHERE kind <> 'margin' GROUP BY user_id)
     UPDATE alert_people p SET kept = p.kept - c.gone FROM counts c WHERE p.user_id = c.user_id`,
    [ids, userId],
  );
}

export type DueAlert = { id: string; value: string };
/** What a print makes due: `due` came, `back` may come again, `paused` have been silent for long enough. */
export type Work = { due: DueAlert[]; back: string[]; paused: string[] };

/** What `find_alert_work` returns of each way at most. */
export const PIECE_MAX = 200;

/** Returns what a print (its time in ms) makes due, `PIECE_MAX` of each way at most. What came into being after it is left out. */
export async function findWork(tx: Tx, { figures, at }: { figures: readonly Figure[]; at: number }): Promise<Work> {
  const { rows } = await tx.query<DueAlert & { what: AlertState }>(
    `SELECT what, alert AS id, trim_scale(value)::text AS value FROM find_alert_work($1::text[], $2::numeric[], $3::boolean[], $4::int8)`,
    [figures.map(({ figure }) => figure), figures.map(({ value }) => value), figures.map(({ falls }) => falls), at],
  );
  const of = (what: AlertState) => rows.filter((row) => row.what === what);
  const idsOf = (what: AlertState) => of(what).map(({ id }) => id);
  return { due: of('armed').map(({ id, value }) => ({ id, value })), back: idsOf('waiting'), paused: idsOf('paused') };
}

/** Ends pauses: the figure has to go back now. */
export async function endPauses(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(`UPDATE alerts SET state = 'waiting', paused_until = NULL WHERE id = ANY($1::int8[]) AND state = 'paused'`, [ids]);
}

/** Arms waiting alerts from the print at `at` (ms) on. */
export async function armAlerts(tx: Tx, ids: readonly string[], at: number): Promise<void> {
  await tx.query(`UPDATE alerts SET state = 'armed', armed_at = $2 WHERE id = ANY($1::int8[]) AND state = 'waiting'`, [ids, at]);
}

/** Takes the people whose alerts these are until the end of the transaction. */
export async function lockPeopleOf(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.query(
    `SELECT 1 FROM alert_people WHERE user_id IN (SELECT user_id FROM alerts WHERE id = ANY($1::int8[])) ORDER BY user_id FOR UPDATE`,
    [ids],
  );
}

/** Returns those of these alerts that are armed, locked until the end of the transaction. */
export async function lockArmed(tx: Tx, ids: readonly string[]): Promise<Alert[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM alerts WHERE id = ANY($1::int8[]) AND state = 'armed' ORDER BY id FOR UPDATE`,
    [ids],
  );
  return rows.map(toAlert);
}

/** Silences alerts that came until their pause is over. */
export async function pauseAlerts(tx: Tx, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.query(
    `UPDATE alerts SET state = 'paused', paused_until = $2::int8 + pause_minutes * 60000::int8, armed_at = $2 WHERE id = ANY($1::int8[])`,
    [ids, at],
  );
}

export type Moved = { id: string; direction: Direction; threshold: string | null };

/** Sets what alerts of positions wait for now; a null threshold parks them until there is a position. Those that are paused stay so. */
export async function moveAlerts(tx: Tx, rows: readonly Moved[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `UPDATE alerts a SET direction = m.direction, threshold = coalesce(m.threshold, a.threshold),
            state = CASE WHEN m.threshold IS NULL THEN 'parked' WHEN a.state = 'parked' THEN 'armed' ELSE a.state END
       FROM unnest($1::int8[], $2::text[], $3::numeric[]) AS m(id, direction, threshold)
      WHERE a.id = m.id AND a.state <> 'paused'`,
    [rows.map(({ id }) => id), rows.map(({ direction }) => direction), rows.map(({ threshold }) => threshold)],
  );
}

/** Returns alerts of positions above `after`, in their order. */
export async function listPositionAlerts(tx: Tx, input: { after: string; limit: number }): Promise<Alert[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM alerts WHERE kind IN ('liquidation', 'margin') AND id > $1 ORDER BY id LIMIT $2`,
    [input.after, input.limit],
  );
  return rows.map(toAlert);
}

/** Returns the alerts of positions that these people have. */
export async function listPositionAlertsOf(tx: Tx, userIds: readonly string[]): Promise<Alert[]> {
  const { rows } = await tx.query<Row>(
    `SELECT ${COLUMNS} FROM alerts WHERE user_id = ANY($1::int8[]) AND kind IN ('liquidation', 'margin') ORDER BY id`,
    [userIds],
  );
  return rows.map(toAlert);
}

export async function readPlace(tx: Tx): Promise<number> {
  return Number((await tx.query<{ seq: string }>('SELECT seq FROM alert_place')).rows[0]?.seq ?? '0');
}

/** Moves the place on; never back, whichever process is ahead. */
export async function movePlace(tx: Tx, seq: number): Promise<void> {
  await tx.query('UPDATE alert_place SET seq = $1 WHERE seq < $1', [seq]);
}
