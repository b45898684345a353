import type { Locale } from '../../../lib/protocol/wire';
import type { NotificationGroup, NotificationKind, NotificationValues } from '../../../lib/rules/notifications';
import type { Tx } from '../../platform/db';
import { READ_BY_NOBODY } from './notifications.repository';

/** What is mailed at a pace of its own. */
export type MailTopic = NotificationGroup | 'support';
type Of = { userId: string; topic: MailTopic };
/** Who a mail goes to; null: there is no address. */
export type MailReader = { email: string; lang: Locale | null; isClosed: boolean };
export type MailedRow = { id: string; kind: NotificationKind; values: NotificationValues; at: number };

export async function findMailReader(tx: Tx, userId: string): Promise<MailReader | null> {
  const { rows } = await tx.query<{ email: string | null; lang: Locale | null; isClosed: boolean }>(
    'SELECT u.email, l.lang, u.closed_at IS NOT NULL AS "isClosed" FROM users u LEFT JOIN user_languages l ON l.user_id = u.id WHERE u.id = $1',
    [userId],
  );
  const row = rows[0];
  return row?.email == null ? null : { ...row, email: row.email };
}

/** Up to which notification a topic was mailed, and when last (ms); zeros: never. `sending`: the job that sends its mail now, and until when (ms) no other does. `phrase`: of a closed account, until its closing was mailed. */
type Mailed = { mailedId: string; mailedAt: number; sending: { by: string; until: number } | null; phrase: string | null };

/** Returns what was mailed of a topic and what is being sent. Taken until the end of the transaction. */
export async function lockMailed(tx: Tx, { userId, topic }: Of): Promise<Mailed> {
  await tx.query('INSERT INTO notification_mails (user_id, topic, mailed_id, mailed_at) VALUES ($1, $2, 0, 0) ON CONFLICT DO NOTHING', [
    userId,
    topic,
  ]);
  const { rows } = await tx.query<{
    mailed_id: string;
    mailed_at: string;
    sending_by: string | null;
    sending_until: string;
    phrase: string | null;
  }>(
    'SELECT mailed_id, mailed_at, sending_by, sending_until, phrase FROM notification_mails WHERE user_id = $1 AND topic = $2 FOR UPDATE',
    [userId, topic],
  );
  const row = rows[0];
  const sending = row?.sending_by == null ? null : { by: row.sending_by, until: Number(row.sending_until) };
  return { mailedId: row?.mailed_id ?? '0', mailedAt: Number(row?.mailed_at ?? 0), sending, phrase: row?.phrase ?? null };
}

/** Notes which job sends the mail of a topic, and until when (ms) no other does. */
export async function noteSending(tx: Tx, { userId, topic }: Of, { by, until }: { by: string; until: number }): Promise<void> {
  await tx.query('UPDATE notification_mails SET sending_by = $3, sending_until = $4 WHERE user_id = $1 AND topic = $2', [
    userId,
    topic,
    by,
    until,
  ]);
}

/**
 * Returns the newest notifications of a topic above `after` that are to be mailed, and how many there are: those that their person hasn't read (what came in as
 * read of a group that isn't counted is no reading), and of `always` read ones, too. Those of `except` are left out; with `isAll` false only `always` is mailed.
 */
export async function listUnmailed(
  tx: Tx,
  input: {
    userId: string;
    group: NotificationGroup;
    after: string;
    since: number;
    except: readonly string[];
    always: readonly string[];
    isAll: boolean;
    limit: number;
  },
): Promise<{ rows: MailedRow[]; count: number }> {
  const { rows } = await tx.query<{ id: string; kind: NotificationKind; facts: NotificationValues; at: Date; count: string }>(
    `SELECT id, kind, facts, at, count(*) OVER () AS count FROM notifications
      WHERE user_id = $1 AND topic = $2 AND id > $3 AND at > to_timestamp($4::int8 / 1000.0) AND kind <> ALL($5::text[])
        AND (kind = ANY($7::text[]) OR $8::boolean AND ${READ_BY_NOBODY})
      ORDER BY id DESC LIMIT $6`,
    [input.userId, input.group, input.after, input.since, input.except, input.limit, input.always, input.isAll],
  );
  return {
    rows: rows.map(({ id, kind, facts, at }) => ({ id, kind, values: facts, at: at.getTime() })),
    count: Number(rows[0]?.count ?? 0),
  };
}

/** Notes what was mailed, and that its job sends no more; the phrase that it had is gone with it. Of two mails that were sent at once the newer one counts, whichever is noted first. */
export async function setMailed(
  tx: Tx,
  input: Of & { mailedId: string; mailedAt: number; by: string; phrase: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE notification_mails SET mailed_id = greatest(mailed_id, $3), mailed_at = greatest(mailed_at, $4),
            phrase = nullif(phrase, $6), sending_by = nullif(sending_by, $5), sending_until = CASE WHEN sending_by = $5 THEN 0 ELSE sending_until END
      WHERE user_id = $1 AND topic = $2`,
    [input.userId, input.topic, input.mailedId, input.mailedAt, input.by, input.phrase],
  );
}
