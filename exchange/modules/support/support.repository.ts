import type { Tx } from '../../platform/db';
import { ANSWER_PROMISE_MS } from '../../../lib/rules/support';

export type SupportLine = { id: string; operator: string | null; text: string; about: string | null; picture: string | null; at: number };
export type OpenWait = { id: string; userId: string; username: string; askedAt: number; promisedAt: number };

const time = (parameter: string) => `to_timestamp(${parameter}::int8 / 1000.0)`;

/** Takes a person's thread until the end of the transaction, made where there was none. False: there is no such person. */
export async function lockThread(tx: Tx, userId: string): Promise<boolean> {
  await tx.query(`INSERT INTO support_threads (user_id) SELECT id FROM users WHERE id = $1 AND kind = 'person' ON CONFLICT DO NOTHING`, [
    userId,
  ]);
  const { rows } = await tx.query('SELECT user_id FROM support_threads WHERE user_id = $1 FOR UPDATE', [userId]);
  return rows.length > 0;
}

/** Adds a line to a thread that is locked. Returns its number. */
export async function addLine(
  tx: Tx,
  { userId, operator, text, about, picture, at }: Omit<SupportLine, 'id'> & { userId: string },
): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO support_lines (user_id, operator, text, about, picture, at) VALUES ($1, $2, $3, $4, $6, ${time('$5')}) RETURNING id`,
    [userId, operator, text, about, at, picture],
  );
  await tx.query('UPDATE support_threads SET lines = lines + 1, unread = unread + $2::int4 WHERE user_id = $1', [
    userId,
    operator === null ? 0 : 1,
  ]);
  return rows[0]?.id as string;
}

/** Returns how many lines a person has written since `since` (ms). */
export async function countOwnSince(tx: Tx, userId: string, since: number): Promise<number> {
  const { rows } = await tx.query<{ count: string }>(
    `SELECT count(*) AS count FROM support_lines WHERE user_id = $1 AND operator IS NULL AND at > ${time('$2')}`,
    [userId, since],
  );
  return Number(rows[0]?.count);
}

/** Who answered a moment ago is asked on: a question within this time stays with them. */
export const HOLDING_GOES_ON_MS = 3_600_000;

/** Begins to wait where nobody waits yet. Returns the new wait, null when one was open. */
export async function openWait(tx: Tx, userId: string, at: number): Promise<{ id: string; promisedAt: number } | null> {
  const promisedAt = at + ANSWER_PROMISE_MS;
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO support_waits (user_id, asked_at, promised_at, holder)
     VALUES ($1, ${time('$2')}, ${time('$3')},
             (SELECT o.id FROM (SELECT holder, answered_at FROM support_waits WHERE user_id = $1 ORDER BY id DESC LIMIT 1) w
                JOIN operators o ON o.id = w.holder AND o.state = 'active' WHERE w.answered_at > ${time('$4')}))
     ON CONFLICT (user_id) WHERE answered_at IS NULL DO NOTHING RETURNING id`,
    [userId, at, promisedAt, at - HOLDING_GOES_ON_MS],
  );
  return rows[0] === undefined ? null : { id: rows[0].id, promisedAt };
}

/** Ends the wait of a person, where one is open; `holder` is the number of the operator who answered, null: it was none. */
export async function endWait(tx: Tx, { userId, at, holder }: { userId: string; at: number; holder: string | null }): Promise<void> {
  await tx.query(
    `UPDATE support_waits SET answered_at = greatest(asked_at, ${time('$2')}), holder = coalesce($3, holder)
      WHERE user_id = $1 AND answered_at IS NULL`,
    [userId, at, holder],
  );
}

/** Whether a wait is still open. */
export async function isWaiting(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query('SELECT 1 FROM support_waits WHERE id = $1 AND answered_at IS NULL', [id]);
  return rows.length > 0;
}

/** What is open in a thread, and who of the operators that are there sees to it. Times in ms. */
export type OpenThread = { promisedAt: number; holder: { id: string; name: string } | null };

/** Returns what waits in a thread; null: nothing does. */
export async function findOpenThread(tx: Tx, userId: string): Promise<OpenThread | null> {
  const { rows } = await tx.query<{ promised: Date; id: string | null; name: string | null }>(
    `SELECT w.promised_at AS promised, o.id, o.name FROM support_waits w LEFT JOIN operators o ON o.id = w.holder AND o.state = 'active'
      WHERE w.user_id = $1 AND w.answered_at IS NULL`,
    [userId],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { promised, id, name } = row;
  return { promisedAt: promised.getTime(), holder: id === null || name === null ? null : { id, name } };
}

/** Gives what waits in a thread to an operator, null: to nobody. False where nothing waits. */
export async function setHolder(tx: Tx, { userId, holder }: { userId: string; holder: string | null }): Promise<boolean> {
  const sql = 'UPDATE support_waits SET holder = $2 WHERE user_id = $1 AND answered_at IS NULL';
  return (await tx.query(sql, [userId, holder])).rowCount > 0;
}

type LineRecord = Omit<SupportLine, 'at'> & { at: Date };

const toLine = (row: LineRecord): SupportLine => ({ ...row, at: row.at.getTime() });

/** Returns the first lines of a thread behind `after`, oldest first. */
export async function listLinesAfter(tx: Tx, input: { userId: string; after: string; limit: number }): Promise<SupportLine[]> {
  const { rows } = await tx.query<LineRecord>(
    'SELECT id, operator, text, about, picture, at FROM support_lines WHERE user_id = $1 AND id > $2 ORDER BY id LIMIT $3',
    [input.userId, input.after, input.limit],
  );
  return rows.map(toLine);
}

/** Returns lines of a thread below `before`, newest first. */
export async function listLines(tx: Tx, input: { userId: string; before: string | null; limit: number }): Promise<SupportLine[]> {
  const { rows } = await tx.query<LineRecord>(
    `SELECT id, operator, text, about, picture, at FROM support_lines WHERE user_id = $1 AND ($2::int8 IS NULL OR id < $2::int8) ORDER BY id DESC LIMIT $3`,
    [input.userId, input.before, input.limit],
  );
  return rows.map(toLine);
}

export type ThreadState = { unread: number; promisedAt: number | null; toRate: string | null };

/** Returns what a person's thread stands at. */
export async function readThread(tx: Tx, userId: string): Promise<ThreadState> {
  const { rows } = await tx.query<{ unread: number; promised: Date | null; rate: string | null }>(
    `SELECT t.unread, (SELECT promised_at FROM support_waits WHERE user_id = t.user_id AND answered_at IS NULL) AS promised,
            (SELECT CASE WHEN w.stars IS NULL THEN w.id END FROM support_waits w
              WHERE w.user_id = t.user_id AND w.answered_at IS NOT NULL ORDER BY w.id DESC LIMIT 1) AS rate
       FROM support_threads t WHERE t.user_id = $1`,
    [userId],
  );
  const row = rows[0];
  return { unread: row?.unread ?? 0, promisedAt: row?.promised?.getTime() ?? null, toRate: row?.rate ?? null };
}

/** Returns the median time to an answer, in ms, of those that were given since `since` (ms); null without one. */
export async function readMedian(tx: Tx, since: number): Promise<number | null> {
  const { rows } = await tx.query<{ median: number | null }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM answered_at - asked_at)) AS median
       FROM (SELECT answered_at, asked_at FROM support_waits WHERE answered_at > ${time('$1')} ORDER BY answered_at DESC LIMIT 10000) w`,
    [since],
  );
  const median = rows[0]?.median;
  return median == null ? null : Math.round(Number(median) * 1000);
}

/** Marks a thread as read. Returns the answer up to which it now is; null: nothing was unread. */
export async function markThreadRead(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await tx.query<{ line: string | null }>(
    `UPDATE support_threads SET unread = 0 WHERE user_id = $1 AND unread > 0
     RETURNING (SELECT max(id) FROM support_lines WHERE user_id = $1 AND operator IS NOT NULL) AS line`,
    [userId],
  );
  return rows[0]?.line ?? null;
}

/** Rates an answered question of a person. Returns whether it is theirs. */
export async function rate(tx: Tx, { userId, id, stars }: { userId: string; id: string; stars: number }): Promise<boolean> {
  return (
    (
      await tx.query('UPDATE support_waits SET stars = $3::int2 WHERE id = $1 AND user_id = $2 AND answered_at IS NOT NULL', [
        id,
        userId,
        stars,
      ])
    ).rowCount > 0
  );
}

/** Returns who waits for an answer, the longest first. */
export async function listOpenWaits(tx: Tx, limit: number): Promise<OpenWait[]> {
  const { rows } = await tx.query<{ id: string; userId: string; username: string; asked: Date; promised: Date }>(
    `SELECT w.id, w.user_id AS "userId", u.username, w.asked_at AS asked, w.promised_at AS promised
       FROM support_waits w JOIN users u ON u.id = w.user_id WHERE w.answered_at IS NULL ORDER BY w.asked_at, w.id LIMIT $1`,
    [limit],
  );
  return rows.map(({ asked, promised, ...row }) => ({ ...row, askedAt: asked.getTime(), promisedAt: promised.getTime() }));
}

/** Returns the user in whose thread a picture came with a line; null: no line of support has it. */
export async function findPictureUser(tx: Tx, id: string): Promise<string | null> {
  const { rows } = await tx.query<{ userId: string }>('SELECT user_id AS "userId" FROM support_lines WHERE picture = $1 LIMIT 1', [id]);
  return rows[0]?.userId ?? null;
}

/** Returns the address of a person and the newest answer, where they haven't opened it; null: there is nothing to mail. */
export async function findUnopened(tx: Tx, userId: string): Promise<{ email: string; newest: string } | null> {
  const { rows } = await tx.query<{ email: string; newest: string | null }>(
    `SELECT u.email, (SELECT max(id) FROM support_lines WHERE user_id = $1 AND operator IS NOT NULL) AS newest
       FROM support_threads t JOIN users u ON u.id = t.user_id
      WHERE t.user_id = $1 AND t.unread > 0 AND u.email IS NOT NULL AND u.closed_at IS NULL`,
    [userId],
  );
  const row = rows[0];
  return row?.newest == null ? null : { email: row.email, newest: row.newest };
}

/** Whether there is such a member. */
export async function isPerson(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.query(`SELECT 1 FROM users WHERE id = $1 AND kind = 'person'`, [userId]);
  return rows.length === 1;
}

/** Whether somebody waits for an answer, or was answered since a time (ms). */
export async function hasCase(tx: Tx, { userId, since }: { userId: string; since: number }): Promise<boolean> {
  const { rows } = await tx.query(
    `SELECT 1 FROM support_waits WHERE user_id = $1 AND (answered_at IS NULL OR answered_at > ${time('$2')}) LIMIT 1`,
    [userId, since],
  );
  return rows.length === 1;
}
