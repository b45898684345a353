import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecurityChange } from '../../../lib/rules/security';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import type { RetentionRule } from '../../platform/retention';

export type LinkPurpose = 'freeze' | 'password' | 'withdrawal';
/** The withdrawal that a mail is about, as its owner reads it. `until` (ms): it goes out then at the earliest. */
export type MailedWithdrawal = { id: string; amount: string; arrives: string; network: string; address: string; until: number };
/**
 * What a mail says, and to whom. `new-device`, `changed` and `protection` carry a link that freezes, `withdrawal` one that calls it off,
 * `frozen-wallet` and `reset-wallet` none, the others one for a new password.
 */
export type MailFacts = {
  kind: 'new-device' | 'changed' | 'protection' | 'frozen' | 'frozen-wallet' | 'reset' | 'reset-wallet' | 'withdrawal';
  /** Of `protection`: what was changed. */
  what?: SecurityChange;
  /** It goes to the address that the account had before that change: its link brings the address back. */
  isFormer?: true;
  to: string;
  at: number;
  device: string;
  place: string;
  withdrawal?: MailedWithdrawal;
  /** Of `frozen` and `frozen-wallet`: when (ms) the authenticator was bound that a mailed link contests. */
  factorBoundAt?: number;
};

export type NewLink = { userId: string; purpose: LinkPurpose; mail: MailFacts; now: number; lifeMs: number };
export type LinkToMail = { id: string; userId: string; purpose: LinkPurpose; mail: MailFacts; tries: number; expiresAt: number };

/** Returns what opens a link: its id with a keyed hash, so that the database alone opens none. */
export function createLinkTokens(secret: string) {
  const sign = (id: string, purpose: LinkPurpose) =>
    createHmac('sha256', secret).update(`account link ${purpose} ${id}`).digest('base64url');
  return {
    write: ({ id, purpose }: { id: string; purpose: LinkPurpose }) => `${id.replaceAll('-', '')}.${sign(id, purpose)}`,
    /** Returns the id of a link. @throws LINK_INVALID */
    read(token: string, purpose: LinkPurpose): string {
      const [hex = '', given = ''] = token.split('.');
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      const [left, right] = [Buffer.from(sign(id, purpose)), Buffer.from(given)];
      if (left.length !== right.length || !timingSafeEqual(left, right)) throw new DomainError('LINK_INVALID');
      return id;
    },
  };
}

/** Adds a link whose mail is to be sent now. */
export async function addLink(tx: Tx, link: NewLink): Promise<void> {
  await tx.query(
    `INSERT INTO account_links (user_id, purpose, mail, mail_due_at, created_at, expires_at)
     SELECT $1, $2, $3::jsonb, at, at, to_timestamp($5::int8 / 1000.0) FROM to_timestamp($4::int8 / 1000.0) AS at`,
    [link.userId, link.purpose, JSON.stringify(link.mail), link.now, link.now + link.lifeMs],
  );
}

/** Notes that somebody asks for a link for a new password: the same statement and the same row whoever has the address, so that time tells nobody which. */
export async function askForPasswordLink(tx: Tx, email: string): Promise<void> {
  await tx.query('INSERT INTO password_link_requests (email) VALUES ($1)', [email]);
}

const PASSWORD_LINK_MS = 15 * 60_000;
/** Between two links of an account; after `PASSWORD_LINKS_A_DAY` of them within a day it is as long as a link is good. */
const PASSWORD_LINK_EVERY_MS = 60_000;
const PASSWORD_LINKS_A_DAY = 10;

/**
 * Makes links of up to `limit` requests, whose mails are to be sent now, where an account has the address: so many that whoever asks for somebody else
 * can't leave them without a link that is good. The requests are gone afterwards. Returns how many there were.
 */
export async function makePasswordLinks(tx: Tx, { now, limit }: { now: number; limit: number }): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `WITH asked AS (
       DELETE FROM password_link_requests
        WHERE id IN (SELECT id FROM password_link_requests ORDER BY id LIMIT $5 FOR UPDATE SKIP LOCKED) RETURNING lower(email) AS key
     ), made AS (
       INSERT INTO account_links (user_id, purpose, mail, mail_due_at, created_at, expires_at)
       SELECT u.id, 'password',
          jsonb_build_object('kind', CASE WHEN u.password_hash IS NULL THEN 'reset-wallet' ELSE 'reset' END, 'to', u.email, 'at', $1::int8, 'device', '', 'place', ''),
          t.at, t.at, to_timestamp(($1::int8 + $2::int8) / 1000.0)
         FROM to_timestamp($1::int8 / 1000.0) AS t(at), (SELECT DISTINCT key FROM asked) AS wanted JOIN users u ON u.email_key = wanted.key, LATERAL (
           SELECT count(*) AS count, max(created_at) AS last_at FROM account_links
            WHERE user_id = u.id AND purpose = 'password' AND created_at > t.at - interval '1 day') AS before
        WHERE u.kind = 'person' AND u.closed_at IS NULL
          AND coalesce(before.last_at <= t.at - CASE WHEN before.count < $4::int8 THEN $3::int8 ELSE $2::int8 END * interval '1 millisecond', true))
     SELECT count(*)::int4 AS count FROM asked`,
    [now, PASSWORD_LINK_MS, PASSWORD_LINK_EVERY_MS, PASSWORD_LINKS_A_DAY, limit],
  );
  return rows[0]?.count ?? 0;
}

/** Says how many links of a purpose were made for a user after `since` (ms). */
export async function countLinks(tx: Tx, input: { userId: string; purpose: LinkPurpose; since: number }): Promise<number> {
  const { rows } = await tx.query<{ count: string }>(
    `SELECT count(*) AS count FROM account_links WHERE user_id = $1 AND purpose = $2 AND created_at > to_timestamp($3::int8 / 1000.0)`,
    [input.userId, input.purpose, input.since],
  );
  return Number(rows[0]?.count ?? 0);
}

type LinkKey = { id: string; purpose: LinkPurpose; now: number };
const OPEN = 'id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > to_timestamp($3::int8 / 1000.0)';

/** Returns whose link it is, without using it. @throws LINK_INVALID */
export async function findLinkOwner(tx: Tx, { id, purpose, now }: LinkKey): Promise<string> {
  const { rows } = await tx.query<{ user_id: string }>(`SELECT user_id FROM account_links WHERE ${OPEN}`, [id, purpose, now]);
  if (rows[0] === undefined) throw new DomainError('LINK_INVALID');
  return rows[0].user_id;
}

/** Returns whether a link is good, was used, or is good no more; of one that is kept no more nobody knows which. */
export async function readLinkState(tx: Tx, { id, purpose, now }: LinkKey): Promise<'open' | 'used' | 'over'> {
  const { rows } = await tx.query<{ state: 'open' | 'used' | 'over' }>(
    `SELECT CASE WHEN used_at IS NOT NULL THEN 'used' WHEN expires_at > to_timestamp($3::int8 / 1000.0) THEN 'open' ELSE 'over' END AS state
       FROM account_links WHERE id = $1 AND purpose = $2`,
    [id, purpose, now],
  );
  return rows[0]?.state ?? 'over';
}

/** Uses a link up and returns whose it was and what its mail said: of many at once, one. @throws LINK_INVALID */
export async function spendLink(tx: Tx, { id, purpose, now }: LinkKey): Promise<{ userId: string; mail: MailFacts }> {
  const { rows } = await tx.query<{ user_id: string; mail: MailFacts }>(
    `UPDATE account_links SET used_at = to_timestamp($3::int8 / 1000.0), mail_due_at = NULL WHERE ${OPEN} RETURNING user_id, mail`,
    [id, purpose, now],
  );
  if (rows[0] === undefined) throw new DomainError('LINK_INVALID');
  return { userId: rows[0].user_id, mail: rows[0].mail };
}

/** Uses up a link that calls a withdrawal off, and returns which one. @throws LINK_INVALID */
export async function spendWithdrawalLink(tx: Tx, { id, now }: Omit<LinkKey, 'purpose'>): Promise<string> {
  const { rows } = await tx.query<{ withdrawal: string | null }>(
    `UPDATE account_links SET used_at = to_timestamp($3::int8 / 1000.0), mail_due_at = NULL WHERE ${OPEN}
     RETURNING mail -> 'withdrawal' ->> 'id' AS withdrawal`,
    [id, 'withdrawal', now],
  );
  if (rows[0]?.withdrawal == null) throw new DomainError('LINK_INVALID');
  return rows[0].withdrawal;
}

/** Takes one link whose mail is due, and puts its next try off: whoever dies while sending leaves it to be sent then. */
export async function takeLinkToMail(tx: Tx, input: { now: number; waitMs(tries: number): number }): Promise<LinkToMail | null> {
  const { rows } = await tx.query<{
    id: string;
    user_id: string;
    purpose: LinkPurpose;
    mail: MailFacts;
    mail_tries: number;
    expires_at: Date;
  }>(
    `SELECT id, user_id, purpose, mail, mail_tries, expires_at FROM account_links WHERE mail_due_at <= to_timestamp($1::int8 / 1000.0)
      ORDER BY mail_due_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [input.now],
  );
  const [row] = rows;
  if (row === undefined) return null;
  const tries = row.mail_tries + 1;
  await tx.query('UPDATE account_links SET mail_tries = $2, mail_due_at = to_timestamp($3::int8 / 1000.0) WHERE id = $1', [
    row.id,
    tries,
    input.now + input.waitMs(tries),
  ]);
  return { id: row.id, userId: row.user_id, purpose: row.purpose, mail: row.mail, tries, expiresAt: row.expires_at.getTime() };
}

/** Notes that a mail needs no further try. */
export async function endMailing(tx: Tx, id: string): Promise<void> {
  await tx.query('UPDATE account_links SET mail_due_at = NULL WHERE id = $1', [id]);
}

/** Links are kept for a day after their end: their number within a day is a bound. */
export const linkRetention: RetentionRule = {
  name: 'account_links',
  keptMs: 24 * 60 * 60_000,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      'DELETE FROM account_links WHERE id IN (SELECT id FROM account_links WHERE expires_at < to_timestamp($1::int8 / 1000.0) LIMIT $2)',
      [before, limit],
    );
    return rowCount;
  },
};
