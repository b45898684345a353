import type { Mode } from '../../../lib/protocol/wire';
import type { NotificationGroup, NotificationKind, NotificationValues } from '../../../lib/rules/notifications';
import type { QuietHours } from '../../../lib/rules/quiet-hours';
import type { Tx } from '../../platform/db';

export type NotificationRow = {
  /** The number of its event. */
  id: string;
  userId: string;
  mode: Mode | null;
  kind: NotificationKind;
  group: NotificationGroup;
  values: NotificationValues;
  at: number;
  isRead: boolean;
};
export type NewNotification = Omit<NotificationRow, 'isRead'>;

/** Notifications of one person; the oldest go first. */
export const KEPT_MAX = 1_000;

type Counts = { userId: string; kept: number; unread: number; silent: string[] };

/** Takes these people's counts until the end of the transaction; those that are no persons are left out. */
async function lockPeople(tx: Tx, userIds: readonly string[]): Promise<Map<string, Counts>> {
  await tx.query(
    `INSERT INTO notification_people (user_id) SELECT id FROM users WHERE id = ANY($1::int8[]) AND kind = 'person'
       AND id NOT IN (SELECT user_id FROM notification_people WHERE user_id = ANY($1::int8[])) ORDER BY id ON CONFLICT (user_id) DO NOTHING`,
    [userIds],
  );
  const { rows } = await tx.query<Counts>(
    `SELECT user_id AS "userId", kept, unread, silent FROM notification_people WHERE user_id = ANY($1::int8[]) ORDER BY user_id FOR UPDATE`,
    [userIds],
  );
  return new Map(rows.map((row) => [row.userId, row]));
}

async function writeCounts(tx: Tx, counts: readonly Counts[]): Promise<void> {
  await tx.query(
    `UPDATE notification_people p SET kept = c.kept, unread = c.unread
       FROM unnest($1::int8[], $2::int4[], $3::int4[]) AS c(user_id, kept, unread) WHERE p.user_id = c.user_id`,
    [counts.map(({ userId }) => userId), counts.map(({ kept }) => kept), counts.map(({ unread }) => unread)],
  );
}

/** Takes rows out of the counts. */
function uncount(people: ReadonlyMap<string, Counts>, gone: readonly { userId: string; isUnread: boolean }[]): void {
  for (const { userId, isUnread } of gone) {
    const counts = people.get(userId);
    if (counts === undefined) continue;
    counts.kept -= 1;
    if (isUnread) counts.unread -= 1;
  }
}

/**
 * Adds notifications to people's lists, those that are there already excepted, and drops each one's oldest beyond KEPT_MAX: as many rows at
 * most as are added. Of a topic that a person has silenced they come as read.
 */
export async function addNotifications(tx: Tx, rows: readonly NewNotification[]): Promise<void> {
  const people = await lockPeople(tx, [...new Set(rows.map(({ userId }) => userId))]);
  const wanted = rows.filter(({ userId }) => people.has(userId));
  if (wanted.length === 0) return;
  const added = await tx.query<{ userId: string; isUnread: boolean }>(
    `INSERT INTO notifications (id, user_id, mode, kind, topic, facts, at, read_at, came_read)
     SELECT n.id, n.user_id, nullif(n.mode, ''), n.kind, n.topic, n.facts::json, to_timestamp(n.at / 1000.0),
            CASE WHEN n.is_silent THEN to_timestamp(n.at / 1000.0) END, n.is_silent
       FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int8[], $8::boolean[])
         AS n(id, user_id, mode, kind, topic, facts, at, is_silent)
     ON CONFLICT (id) DO NOTHING RETURNING user_id AS "userId", read_at IS NULL AS "isUnread"`,
    [
      wanted.map(({ id }) => id),
      wanted.map(({ userId }) => userId),
      wanted.map(({ mode }) => mode ?? ''),
      wanted.map(({ kind }) => kind),
      wanted.map(({ group }) => group),
      wanted.map(({ values }) => JSON.stringify(values)),
      wanted.map(({ at }) => String(at)),
      wanted.map(({ userId, group }) => people.get(userId)?.silent.includes(group) === true),
    ],
  );
  for (const { userId, isUnread } of added.rows) {
    const counts = people.get(userId) as Counts;
    counts.kept += 1;
    if (isUnread) counts.unread += 1;
  }
  const full = [...people.values()].filter(({ kept }) => kept > KEPT_MAX);
  const dropped = await tx.query<{ userId: string; isUnread: boolean }>(
    `DELETE FROM notifications WHERE id IN (
       SELECT n.id FROM unnest($1::int8[], $2::int4[]) AS f(user_id, surplus)
         CROSS JOIN LATERAL (SELECT id FROM notifications WHERE user_id = f.user_id ORDER BY id LIMIT f.surplus) n)
     RETURNING user_id AS "userId", read_at IS NULL AS "isUnread"`,
    [full.map(({ userId }) => userId), full.map(({ kept }) => kept - KEPT_MAX)],
  );
  uncount(people, dropped.rows);
  await writeCounts(tx, [...people.values()]);
}

/** Removes notifications from before `before` (ms), the lowest numbers first: those of the oldest events, so that no index by time is kept. Returns how many. */
export async function removeOld(tx: Tx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const old = await tx.query<{ id: string; userId: string }>(
    `SELECT id, user_id AS "userId" FROM (SELECT id, user_id, at FROM notifications ORDER BY id LIMIT $2) oldest
      WHERE at < to_timestamp($1::int8 / 1000.0)`,
    [before, limit],
  );
  if (old.rows.length === 0) return 0;
  const people = await lockPeople(tx, [...new Set(old.rows.map(({ userId }) => userId))]);
  const gone = await tx.query<{ userId: string; isUnread: boolean }>(
    'DELETE FROM notifications WHERE id = ANY($1::int8[]) RETURNING user_id AS "userId", read_at IS NULL AS "isUnread"',
    [old.rows.map(({ id }) => id)],
  );
  uncount(people, gone.rows);
  await writeCounts(tx, [...people.values()]);
  return gone.rows.length;
}

/** Of a row that nobody has read: it is unread, or came in as read of a group that isn't counted. A row from before that was stated says it by equal times. */
export const READ_BY_NOBODY = '(read_at IS NULL OR coalesce(came_read, read_at = at))';
/** Sets that a row was read by somebody at a time (ms, $3). */
const SET_READ = 'read_at = to_timestamp($3::int8 / 1000.0), came_read = false';

/** Marks one notification of a person as read, or all that there are. Returns whether the one is theirs; of all always true. */
export async function markRead(tx: Tx, { userId, id, at }: { userId: string; id: string | 'all'; at: number }): Promise<boolean> {
  const counts = (await lockPeople(tx, [userId])).get(userId);
  if (counts === undefined) return id === 'all';
  const one = id === 'all' ? null : id;
  const { rowCount } = await tx.query(
    `UPDATE notifications SET ${SET_READ}
      WHERE user_id = $1 AND read_at IS NULL AND ($2::int8 IS NULL OR id = $2::int8)`,
    [userId, one, at],
  );
  await writeCounts(tx, [{ ...counts, unread: counts.unread - rowCount }]);
  if (one === null || rowCount > 0) return true;
  return (await findNotification(tx, { userId, id: one })) !== null;
}

/** Marks what tells of answers of support as read, up to one of them: its person has it in view. */
export async function markAnswersRead(tx: Tx, { userId, line, at }: { userId: string; line: string; at: number }): Promise<void> {
  const counts = (await lockPeople(tx, [userId])).get(userId);
  if (counts === undefined) return;
  const { rowCount } = await tx.query(
    `UPDATE notifications SET ${SET_READ}
      WHERE user_id = $1 AND read_at IS NULL AND kind = 'support-answered' AND (facts->>'line')::int8 <= $2::int8`,
    [userId, line, at],
  );
  await writeCounts(tx, [{ ...counts, unread: counts.unread - rowCount }]);
}

type Record = {
  id: string;
  user_id: string;
  mode: Mode | null;
  kind: NotificationKind;
  topic: NotificationGroup;
  facts: NotificationValues;
  at: Date;
  is_read: boolean;
};
const COLUMNS = 'id, user_id, mode, kind, topic, facts, at, read_at IS NOT NULL AS is_read';

function toRow({ id, user_id: userId, mode, kind, topic: group, facts: values, at, is_read: isRead }: Record): NotificationRow {
  return { id, userId, mode, kind, group, values, at: at.getTime(), isRead };
}

export type ListInput = {
  userId: string;
  before: string | null;
  unread: boolean;
  group: NotificationGroup | null;
  offset?: number;
  limit: number;
};

/** Returns a person's notifications below `before`, newest first. */
export async function listNotifications(tx: Tx, input: ListInput): Promise<NotificationRow[]> {
  const { rows } = await tx.query<Record>(
    `SELECT ${COLUMNS} FROM notifications
      WHERE user_id = $1 AND ($2::int8 IS NULL OR id < $2::int8) AND (NOT $3::boolean OR read_at IS NULL) AND ($4::text IS NULL OR topic = $4::text)
      ORDER BY id DESC LIMIT $5 OFFSET $6`,
    [input.userId, input.before, input.unread, input.group, input.limit, input.offset ?? 0],
  );
  return rows.map(toRow);
}

/** Returns one notification of a person; null when there is none of theirs under this number. */
export async function findNotification(tx: Tx, { userId, id }: { userId: string; id: string }): Promise<NotificationRow | null> {
  const { rows } = await tx.query<Record>(`SELECT ${COLUMNS} FROM notifications WHERE user_id = $1 AND id = $2`, [userId, id]);
  return rows[0] === undefined ? null : toRow(rows[0]);
}

export type PersonSettings = {
  unread: number;
  silent: readonly string[];
  mailed: readonly string[];
  unpushed: readonly string[];
  quiet: QuietHours | null;
};

/** Returns how many notifications a person has not read, which topics they don't want counted or pushed, which they want mailed, and when not. */
export async function readPerson(tx: Tx, userId: string): Promise<PersonSettings> {
  const { rows } = await tx.query<{
    unread: number;
    silent: string[];
    mailed: string[];
    unpushed: string[];
    from: number | null;
    until: number;
    zone: string;
  }>(
    `SELECT unread, silent, mailed, unpushed, quiet_from AS "from", quiet_until AS "until", quiet_zone AS zone FROM notification_people WHERE user_id = $1`,
    [userId],
  );
  const row = rows[0];
  if (row === undefined) return { unread: 0, silent: [], mailed: [], unpushed: [], quiet: null };
  const { from, until, zone, ...person } = row;
  return { ...person, quiet: from === null ? null : { from, until, zone } };
}

/** Sets whether a topic is counted (`silent`: it isn't), mailed, or pushed (`unpushed`: it isn't) from now on. */
export async function setTopic(
  tx: Tx,
  input: { userId: string; column: 'silent' | 'mailed' | 'unpushed'; group: NotificationGroup; isIn: boolean },
): Promise<void> {
  await lockPeople(tx, [input.userId]);
  await tx.query(
    `UPDATE notification_people SET ${input.column} = CASE WHEN $3::boolean THEN array_append(array_remove(${input.column}, $2::text), $2::text)
                                                          ELSE array_remove(${input.column}, $2::text) END
      WHERE user_id = $1`,
    [input.userId, input.group, input.isIn],
  );
}

/** Sets when only security is mailed and pushed; null: never. */
export async function setQuiet(tx: Tx, { userId, quiet }: { userId: string; quiet: QuietHours | null }): Promise<void> {
  await lockPeople(tx, [userId]);
  await tx.query('UPDATE notification_people SET quiet_from = $2, quiet_until = $3, quiet_zone = $4 WHERE user_id = $1', [
    userId,
    quiet?.from ?? null,
    quiet?.until ?? null,
    quiet?.zone ?? null,
  ]);
}
