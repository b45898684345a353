import type { Mode } from '../../../lib/protocol/wire';
import type { WatchedKind } from '../../../lib/rules/alerts';
import type { Tx } from '../../platform/db';
import type { NewEvent } from '../../platform/event-kinds';
import { queryWithEvents } from '../../platform/event-log';
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

/** Removes an alert of a person who is locked, where it is still there. */
export async function removeOwn(tx: Tx, { id, userId, at }: { id: string; userId: string; at: number }): Promise<void> {
  const { rows } = await tx.query<{ id: string }>('SELECT id FROM alerts WHERE id = $1 AND user_id = $2', [id, userId]);
  await settleAlerts(tx, { moved: [], silent: [], gone: rows.map((row) => row.id), at });
}

export type DueAlert = { id: string; value: string };
/** What a print makes due: `due` came, `back` may come again, `paused` have been silent for long enough. */
export type Work = { due: DueAlert[]; back: string[]; paused: string[] };

/** What `find_alert_work` returns of each way at most. */
export const CHUNK_MAX = 200;

/** Returns what a print (its time in ms) makes due, `CHUNK_MAX` of each way at most. What came into being after it is left out. */
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

/** Returns those of these alerts that are armed; they and their people are locked until the end of the transaction. */
export async function lockArmed(tx: Tx, ids: readonly string[]): Promise<Alert[]> {
  const { rows } = await tx.query<Row>(`SELECT ${COLUMNS} FROM lock_armed_alerts($1::int8[])`, [ids]);
  return rows.map(toAlert);
}

/** What an alert of a position waits for now; a null threshold parks it until there is a position. */
export type Moved = { id: string; direction: Direction; threshold: string | null };
/** `silent` came and repeat: silent until their pause after `at` (ms) is over. `gone` are removed. */
export type Settled = { moved: readonly Moved[]; silent: readonly string[]; gone: readonly string[]; at: number };

/** Changes alerts of people who are locked, and says what came, in one statement; none when there is nothing. Those that are paused are not moved. */
export async function settleAlerts(tx: Tx, { moved, silent, gone, at }: Settled, events: readonly NewEvent[] = []): Promise<void> {
  if (moved.length + silent.length + gone.length === 0) return;
  const params = [
    moved.map(({ id }) => id),
    moved.map(({ direction }) => direction),
    moved.map(({ threshold }) => threshold),
    silent,
    gone,
    at,
  ];
  const sql = 'SELECT settle_alerts($1::int8[], $2::text[], $3::numeric[], $4::int8[], $5::int8[], $6::int8)';
  await queryWithEvents(tx, sql, params, events);
}

type WatchedPlace = { userId: string; mode: Mode; market: string };

/** Returns which of these positions nobody watches the margin of. */
export async function listUnwatched(tx: Tx, places: readonly WatchedPlace[]): Promise<WatchedPlace[]> {
  const { rows } = await tx.query<WatchedPlace>(
    `SELECT m.user_id AS "userId", m.mode, m.market FROM unnest($1::int8[], $2::text[], $3::text[]) AS m(user_id, mode, market)
       JOIN users u ON u.id = m.user_id AND u.kind = 'person'
      WHERE NOT EXISTS (SELECT 1 FROM alerts a WHERE a.user_id = m.user_id AND a.mode = m.mode AND a.subject = m.market AND a.kind = 'margin')`,
    [places.map(({ userId }) => userId), places.map(({ mode }) => mode), places.map(({ market }) => market)],
  );
  return rows;
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
