import type { Locale } from '../../../lib/protocol/wire';
import type { NotificationGroup, NotificationKind, NotificationValues } from '../../../lib/rules/notifications';
import type { Tx } from '../../platform/db';
import { READ_BY_NOBODY } from './notifications.repository';
import { OLD_TOKEN_MS, sessionLasts } from '../accounts/accounts';
import type { Subscription } from './notifications.push-send';

/** What a browser is to be told of one group. */
export type Turn = Subscription & {
  id: string;
  userId: string;
  group: NotificationGroup;
  pushedId: string;
  pushedAt: number;
  tries: number;
  since: number;
  lang: Locale | null;
  /** The device is still signed in. */
  isStanding: boolean;
};
type New = { userId: string; group: NotificationGroup };

/** Has the browsers of people looked at, from `dueAt` (ms) on; what waits already goes on waiting. */
export async function planTurns(tx: Tx, news: readonly New[], dueAt: number): Promise<void> {
  await tx.query(
    `INSERT INTO push_turns (subscription_id, topic, due_at)
     SELECT DISTINCT s.id, n.topic, $3::int8 FROM unnest($1::int8[], $2::text[]) AS n(user_id, topic)
       JOIN push_subscriptions s ON s.user_id = n.user_id ORDER BY s.id, n.topic
     ON CONFLICT (subscription_id, topic) DO UPDATE SET due_at = coalesce(push_turns.due_at, excluded.due_at)`,
    [news.map(({ userId }) => userId), news.map(({ group }) => group), dueAt],
  );
}

export async function hasDueTurn(tx: Tx, now: number): Promise<boolean> {
  return (await tx.query('SELECT 1 FROM push_turns WHERE due_at <= $1 LIMIT 1', [now])).rows.length > 0;
}

/** Takes the turn that has waited longest until the end of the transaction, and notes that it is tried; null: none is due. */
export async function takeTurn(tx: Tx, { now, againAt }: { now: number; againAt: number }): Promise<Turn | null> {
  const { rows } = await tx.query<Omit<Turn, 'pushedAt' | 'since'> & { pushedAt: string; since: string }>(
    `UPDATE push_turns t SET due_at = $2, tries = least(t.tries + 1, 1000)
       FROM (SELECT subscription_id, topic FROM push_turns WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED) d,
            push_subscriptions s LEFT JOIN user_languages l ON l.user_id = s.user_id
      WHERE t.subscription_id = d.subscription_id AND t.topic = d.topic AND s.id = t.subscription_id
     RETURNING s.id, s.user_id AS "userId", s.endpoint, s.p256dh, s.auth, t.topic AS "group", t.pushed_id AS "pushedId",
       t.pushed_at AS "pushedAt", t.tries, s.created_at AS since, l.lang, EXISTS (
         SELECT 1 FROM sessions x JOIN users u ON u.id = x.user_id AND u.epoch = x.epoch
          WHERE x.user_id = s.user_id AND x.family = s.family AND ${sessionLasts('x', '$1')}) AS "isStanding"`,
    [now, againAt],
  );
  const row = rows[0];
  return row === undefined ? null : { ...row, pushedAt: Number(row.pushedAt), since: Number(row.since) };
}

export type PushedRow = { id: string; kind: NotificationKind; values: NotificationValues };

/** Returns the newest notification that a browser hasn't been told of and its person hasn't read, and how many there are; what came in as read was read by nobody. */
export async function findUnpushed(
  tx: Tx,
  { userId, group, pushedId, since }: Pick<Turn, 'userId' | 'group' | 'pushedId' | 'since'>,
): Promise<{ row: PushedRow; count: number } | null> {
  const { rows } = await tx.query<{ id: string; kind: NotificationKind; facts: NotificationValues; count: string }>(
    `SELECT id, kind, facts, count(*) OVER () AS count FROM notifications
      WHERE user_id = $1 AND topic = $2 AND id > $3 AND ${READ_BY_NOBODY} AND at > to_timestamp($4::int8 / 1000.0) ORDER BY id DESC LIMIT 1`,
    [userId, group, pushedId, since],
  );
  const row = rows[0];
  return row === undefined ? null : { row: { id: row.id, kind: row.kind, values: row.facts }, count: Number(row.count) };
}

/** Ends a turn: `dueAt` (ms) is when to look again, null when something new comes; tries start anew. */
export async function endTurn(
  tx: Tx,
  {
    id,
    group,
    pushedId,
    pushedAt,
    dueAt,
  }: { id: string; group: NotificationGroup; pushedId: string; pushedAt: number; dueAt: number | null },
): Promise<void> {
  await tx.query(
    `UPDATE push_turns SET pushed_id = greatest(pushed_id, $3::int8), pushed_at = $4, due_at = $5, tries = 0
      WHERE subscription_id = $1 AND topic = $2`,
    [id, group, pushedId, pushedAt, dueAt],
  );
}

/** Has a turn tried again at a time (ms). */
export async function putOffTurn(tx: Tx, { id, group, dueAt }: { id: string; group: NotificationGroup; dueAt: number }): Promise<void> {
  await tx.query('UPDATE push_turns SET due_at = $3 WHERE subscription_id = $1 AND topic = $2', [id, group, dueAt]);
}

/** Ends a subscription unless it was given anew in the meantime. */
export async function endSubscription(tx: Tx, { id, endpoint }: { id: string; endpoint: string }): Promise<void> {
  await tx.query('DELETE FROM push_subscriptions WHERE id = $1 AND endpoint = $2', [id, endpoint]);
}

type Device = { userId: string; sessionId: string };

/**
 * Sets the subscription of the device of a session; a browser, or a device, has one. Beyond `keepMax` a person's oldest go. Returns false without such a
 * session, and for one that was replaced: its last seconds must leave nothing that lasts.
 */
export async function setSubscription(tx: Tx, input: Device & Subscription & { now: number; keepMax: number }): Promise<boolean> {
  const { userId, sessionId, endpoint, p256dh, auth } = input;
  await tx.query(
    `DELETE FROM push_subscriptions WHERE (endpoint = $1 OR family = (SELECT family FROM sessions WHERE id = $2))
        AND NOT (endpoint = $1 AND family = (SELECT family FROM sessions WHERE id = $2) AND user_id = $3 AND p256dh = $4 AND auth = $5)`,
    [endpoint, sessionId, userId, p256dh, auth],
  );
  const { rows } = await tx.query(
    `INSERT INTO push_subscriptions (user_id, family, endpoint, p256dh, auth, created_at)
     SELECT user_id, family, $3, $4, $5, $6 FROM sessions WHERE id = $2 AND user_id = $1 AND expires_at > to_timestamp($7::int8 / 1000.0)
     ON CONFLICT (family) DO UPDATE SET endpoint = excluded.endpoint RETURNING id`,
    [userId, sessionId, endpoint, p256dh, auth, input.now, input.now + OLD_TOKEN_MS],
  );
  await tx.query(
    'DELETE FROM push_subscriptions WHERE id IN (SELECT id FROM push_subscriptions WHERE user_id = $1 ORDER BY id DESC OFFSET $2)',
    [userId, input.keepMax],
  );
  return rows.length === 1;
}

/** Ends the subscription of the device of a session. */
export async function endOwnSubscription(tx: Tx, { userId, sessionId }: Device): Promise<void> {
  await tx.query('DELETE FROM push_subscriptions WHERE user_id = $1 AND family = (SELECT family FROM sessions WHERE id = $2)', [
    userId,
    sessionId,
  ]);
}

/** Returns the subscription of the device of a session; null: it takes no messages. */
export async function findSubscription(tx: Tx, { userId, sessionId }: Device): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    'SELECT id FROM push_subscriptions WHERE user_id = $1 AND family = (SELECT family FROM sessions WHERE id = $2)',
    [userId, sessionId],
  );
  return rows[0]?.id ?? null;
}

/** Removes subscriptions of devices that are not signed in any more. Returns how many. */
export async function removeOrphans(tx: Tx, { limit }: { limit: number }): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM push_subscriptions WHERE id IN (
       SELECT p.id FROM push_subscriptions p WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.user_id = p.user_id AND s.family = p.family) LIMIT $1)`,
    [limit],
  );
  return rowCount;
}
