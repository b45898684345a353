import type { Mode } from '../../../lib/protocol/wire';
import type { Proof } from '../../platform/actor';
import type { Tx } from '../../platform/db';
import { sessionLasts } from './accounts.session-lifetime';

export type UserRow = {
  id: string;
  username: string;
  email: string | null;
  wallet_address: string | null;
  password_hash: string | null;
  referral_code: string;
  epoch: string;
};

const USER_COLUMNS = 'id, username, email, wallet_address, password_hash, referral_code, epoch';

export async function findUserById(tx: Tx, userId: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE id = $1`, [userId]);
  return rows[0] ?? null;
}

/** Finds a person by user name or e-mail address, either in lower case. A service has no password and never signs in. */
export async function findUserByLogin(tx: Tx, key: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `SELECT ${USER_COLUMNS} FROM users WHERE (username_key = $1 OR email_key = $1) AND kind = 'person' LIMIT 1`,
    [key],
  );
  return rows[0] ?? null;
}

export async function findUserByWallet(tx: Tx, address: string): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(`SELECT ${USER_COLUMNS} FROM users WHERE wallet_address = $1`, [address]);
  return rows[0] ?? null;
}

export async function findUserIdByReferral(tx: Tx, code: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(`SELECT id FROM users WHERE referral_code = $1 AND kind = 'person'`, [code]);
  return rows[0]?.id ?? null;
}

export type NewUser = {
  username: string;
  email: string | null;
  walletAddress: string | null;
  passwordHash: string | null;
  kind: 'person' | 'service';
  referralCode: string;
  invitedBy: string | null;
  at: number;
};

/** Inserts a user; null when the name, the address, the wallet or the referral code is taken. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRow | null> {
  const { rows } = await tx.query<UserRow>(
    `INSERT INTO users (username, username_key, email, email_key, wallet_address, password_hash, kind, referral_code, invited_by, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::int8 / 1000.0)) ON CONFLICT DO NOTHING RETURNING ${USER_COLUMNS}`,
    [
      user.username,
      user.username.toLowerCase(),
      user.email,
      user.email?.toLowerCase() ?? null,
      user.walletAddress,
      user.passwordHash,
      user.kind,
      user.referralCode,
      user.invitedBy,
      user.at,
    ],
  );
  return rows[0] ?? null;
}

/** Keeps another hash of the same password, unless the password was changed meanwhile. */
export async function replacePasswordHash(tx: Tx, input: { userId: string; old: string; renewed: string }): Promise<void> {
  await tx.query('UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2', [input.userId, input.old, input.renewed]);
}

/** Returns the phrase that mails about an account or to an address repeat; null where it is no account's, or its owner chose none. */
export async function findMailPhrase(tx: Tx, { to, userId }: { to: string; userId?: string }): Promise<string | null> {
  const [of, value] = userId === undefined ? ['email_key = lower($1)', to] : ['id = $1', userId];
  const { rows } = await tx.query<{ phrase: string | null }>(`SELECT mail_phrase AS phrase FROM users WHERE ${of}`, [value]);
  return rows[0]?.phrase ?? null;
}

/** Says which of the unique fields of a new user are taken. */
export async function findTaken(tx: Tx, input: { username: string; email: string | null }): Promise<{ username: boolean; email: boolean }> {
  const { rows } = await tx.query<{ username: boolean; email: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM users WHERE username_key = $1) AS username, EXISTS (SELECT 1 FROM users WHERE email_key = $2) AS email`,
    [input.username.toLowerCase(), input.email?.toLowerCase() ?? null],
  );
  return rows[0] ?? { username: false, email: false };
}

export type SessionRow = {
  id: string;
  user_id: string;
  username: string;
  mode: Mode;
  epoch: string;
  proof: Proof['method'];
  proved_at: string | null;
  last_seen_at: Date;
};

/** Finds the sessions that have not ended among those of the token hashes, by hash. */
export async function findSessions(tx: Tx, input: { tokenHashes: readonly string[]; now: number }): Promise<Map<string, SessionRow>> {
  const { rows } = await tx.query<SessionRow & { token_hash: string }>(
    `SELECT s.token_hash, s.id, s.user_id, u.username, s.mode, u.epoch, s.proof,
            (extract(epoch FROM s.proved_at) * 1000)::int8 AS proved_at, s.last_seen_at
       FROM sessions s JOIN users u ON u.id = s.user_id AND u.epoch = s.epoch
      WHERE s.token_hash = ANY($1) AND ${sessionLasts('s', '$2')}`,
    [input.tokenHashes, input.now],
  );
  return new Map(rows.map((row) => [row.token_hash, row]));
}

/** Notes that a device is in use. Of many at once, on however many processes, one writes. */
export async function touchSession(tx: Tx, input: { sessionId: string; now: number; notAfter: number }): Promise<void> {
  await tx.query(
    `UPDATE sessions SET last_seen_at = to_timestamp($2::int8 / 1000.0)
      WHERE family = (SELECT family FROM sessions WHERE id = $1) AND last_seen_at <= to_timestamp($3::int8 / 1000.0)`,
    [input.sessionId, input.now, input.notAfter],
  );
}

/** Returns those of the token hashes whose sessions have not ended. */
export async function listStanding(tx: Tx, input: { tokenHashes: readonly string[]; now: number }): Promise<string[]> {
  const { rows } = await tx.query<{ token_hash: string }>(
    `SELECT s.token_hash FROM sessions s JOIN users u ON u.id = s.user_id AND u.epoch = s.epoch
      WHERE s.token_hash = ANY($1) AND ${sessionLasts('s', '$2')}`,
    [input.tokenHashes, input.now],
  );
  return rows.map((row) => row.token_hash);
}

export type NewSession = {
  tokenHash: string;
  userId: string;
  mode: Mode;
  epoch: string;
  ip: string;
  browser: string;
  system: string;
  proof: 'password' | 'wallet' | 'passkey';
  now: number;
  expiresAt: number;
};

/** Adds a session and removes those of the user that have ended, or whose families are more than `keepMax`, oldest first. */
export async function insertSession(tx: Tx, session: NewSession, keepMax: number): Promise<void> {
  await tx.query(
    `DELETE FROM sessions s WHERE user_id = $1 AND (NOT (${sessionLasts('s', '$2')}) OR epoch <> $3 OR family NOT IN
       (SELECT family FROM sessions WHERE user_id = $1 GROUP BY family ORDER BY max(id) DESC LIMIT $4))`,
    [session.userId, session.now, session.epoch, keepMax - 1],
  );
  await tx.query(
    `INSERT INTO sessions (token_hash, user_id, mode, epoch, ip, browser, system, proof, expires_at, created_at, proved_at, first_seen_at, last_seen_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::int8 / 1000.0), at, at, at, at FROM to_timestamp($10::int8 / 1000.0) AS at`,
    [
      session.tokenHash,
      session.userId,
      session.mode,
      session.epoch,
      session.ip,
      session.browser,
      session.system,
      session.proof,
      session.expiresAt,
      session.now,
    ],
  );
}

/**
 * Adds a session like this one, for another mode, with the same end; this one stays, its older relatives end, and of the younger ones
 * (switches whose answer was lost) the newest `keepMax` stay. One that ends by `leavesBy` (ms) ends none but such as itself: it was replaced, and
 * what replaced it stays. Says whether there was such a session.
 */
export async function insertSibling(
  tx: Tx,
  input: { sessionId: string; tokenHash: string; mode: Mode; now: number; leavesBy: number; keepMax: number },
): Promise<boolean> {
  await tx.query(
    `WITH peers AS (SELECT s.id FROM sessions s JOIN sessions held ON held.id = $1 AND held.family = s.family
                     WHERE held.expires_at > to_timestamp($3::int8 / 1000.0) OR s.expires_at <= to_timestamp($3::int8 / 1000.0))
     DELETE FROM sessions WHERE id <> $1 AND id IN (SELECT id FROM peers) AND (id < $1 OR id NOT IN (SELECT id FROM peers ORDER BY id DESC LIMIT $2))`,
    [input.sessionId, input.keepMax - 1, input.leavesBy],
  );
  const { rowCount } = await tx.query(
    `INSERT INTO sessions (token_hash, user_id, mode, epoch, ip, browser, system, family, created_at, expires_at, proof, proved_at, first_seen_at, last_seen_at)
     SELECT $2, user_id, $3, epoch, ip, browser, system, family, to_timestamp($4::int8 / 1000.0), expires_at, proof, proved_at, first_seen_at, last_seen_at
       FROM sessions WHERE id = $1`,
    [input.sessionId, input.tokenHash, input.mode, input.now],
  );
  return rowCount === 1;
}

/** Holds a session to the end of the transaction. Says whether there is one that lasts beyond a time (ms). */
export async function holdSession(tx: Tx, input: { sessionId: string; beyond: number }): Promise<boolean> {
  const sql = 'SELECT 1 FROM sessions WHERE id = $1 AND expires_at > to_timestamp($2::int8 / 1000.0) FOR UPDATE';
  return (await tx.query(sql, [input.sessionId, input.beyond])).rows.length === 1;
}

/**
 * Gives the device of a session another token for the same account, with the same end; all older ones of that device end at `oldUntil` (ms) at the
 * latest, and so does whatever they are exchanged for meanwhile. Says whether there was such a session: not where it is on its way out already.
 */
export async function renewSession(
  tx: Tx,
  input: { sessionId: string; tokenHash: string; now: number; oldUntil: number },
): Promise<boolean> {
  const { rows } = await tx.query<{ id: string; family: string }>(
    `WITH held AS (SELECT * FROM sessions WHERE id = $1 AND expires_at > to_timestamp($4::int8 / 1000.0) FOR UPDATE)
     INSERT INTO sessions (token_hash, user_id, mode, epoch, ip, browser, system, family, created_at, expires_at, proof, proved_at, first_seen_at, last_seen_at)
     SELECT $2, user_id, mode, epoch, ip, browser, system, family, to_timestamp($3::int8 / 1000.0), expires_at, proof, proved_at, first_seen_at, last_seen_at
       FROM held RETURNING id, family`,
    [input.sessionId, input.tokenHash, input.now, input.oldUntil],
  );
  const [made] = rows;
  if (made === undefined) return false;
  const sql = 'UPDATE sessions SET expires_at = least(expires_at, to_timestamp($3::int8 / 1000.0)) WHERE family = $1 AND id <> $2';
  await tx.query(sql, [made.family, made.id, input.oldUntil]);
  return true;
}

/** Ends a session with its whole family; one that ends by `leavesBy` (ms) itself alone, for what replaced it is of the same family. */
export async function deleteSession(tx: Tx, { sessionId, leavesBy }: { sessionId: string; leavesBy: number }): Promise<void> {
  await tx.query(
    `DELETE FROM sessions s USING sessions held
      WHERE held.id = $1 AND s.family = held.family AND (s.id = $1 OR held.expires_at > to_timestamp($2::int8 / 1000.0))`,
    [sessionId, leavesBy],
  );
}

/** Ends all devices of a user but the one of a session and says how many those were. */
export async function deleteOtherDevices(tx: Tx, input: { userId: string; sessionId: string }): Promise<number> {
  const { rows } = await tx.query<{ count: string }>(
    `WITH ended AS (DELETE FROM sessions WHERE user_id = $1 AND family <> (SELECT family FROM sessions WHERE id = $2) RETURNING family)
     SELECT count(DISTINCT family) AS count FROM ended`,
    [input.userId, input.sessionId],
  );
  return Number(rows[0]?.count ?? 0);
}

export async function raiseEpoch(tx: Tx, userId: string): Promise<void> {
  await tx.query('UPDATE users SET epoch = epoch + 1 WHERE id = $1', [userId]);
}
