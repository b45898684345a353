import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { sessionLasts } from '../accounts/accounts';
import { passwordChanged } from './sessions.events';

export type DeviceRow = {
  family: string;
  browser: string;
  system: string;
  ip: string;
  first_seen_at: Date;
  last_seen_at: Date;
  is_current: boolean;
};

const STANDING = `s.user_id = $1 AND s.epoch = u.epoch AND ${sessionLasts('s', '$2')}`;

/** Returns the devices on which a user is signed in, this one first, then by last use. */
export async function listDevices(tx: Tx, input: { userId: string; sessionId: string; now: number; limit: number }): Promise<DeviceRow[]> {
  const { rows } = await tx.query<DeviceRow>(
    `SELECT s.family, max(s.browser) AS browser, max(s.system) AS system, (array_agg(s.ip ORDER BY s.id DESC))[1] AS ip,
        min(s.first_seen_at) AS first_seen_at, max(s.last_seen_at) AS last_seen_at, bool_or(s.id = $3) AS is_current
       FROM sessions s JOIN users u ON u.id = s.user_id WHERE ${STANDING}
      GROUP BY s.family ORDER BY is_current DESC, last_seen_at DESC, s.family LIMIT $4`,
    [input.userId, input.now, input.sessionId, input.limit],
  );
  return rows;
}

/** Ends one device of a user and says how many that were, 0 or 1. */
export async function deleteDevice(tx: Tx, input: { userId: string; family: string }): Promise<number> {
  const { rowCount } = await tx.query('DELETE FROM sessions WHERE user_id = $1 AND family = $2', [input.userId, input.family]);
  return Math.min(1, rowCount);
}

/** Freezes an account and ends all its sessions; returns where its owner gets mail. */
export async function freezeUser(tx: Tx, input: { userId: string; now: number }): Promise<{ email: string | null }> {
  const { rows } = await tx.query<{ email: string | null }>(
    `UPDATE users SET frozen_at = coalesce(frozen_at, to_timestamp($2::int8 / 1000.0)), epoch = epoch + 1 WHERE id = $1 RETURNING email`,
    [input.userId, input.now],
  );
  return { email: rows[0]?.email ?? null };
}

export type NewPassword = { userId: string; passwordHash: string; heldUntil: number };

/** Sets a password; money stays in until `heldUntil` (ms), and as long as the settings are locked. Links for another new password are worth nothing from now on. */
export async function setPassword(tx: Tx, input: NewPassword & { now: number }): Promise<void> {
  await tx.query(
    `UPDATE users SET password_hash = $2, outgoing_held_until = greatest(outgoing_held_until, settings_locked_until, to_timestamp($3::int8 / 1000.0))
      WHERE id = $1`,
    [input.userId, input.passwordHash, input.heldUntil],
  );
  await tx.query(
    `UPDATE account_links SET used_at = to_timestamp($2::int8 / 1000.0), mail_due_at = NULL WHERE user_id = $1 AND purpose = 'password' AND used_at IS NULL`,
    [input.userId, input.now],
  );
  await appendEvents(tx, [passwordChanged.create({ userId: input.userId, mode: null, at: input.now, payload: {} })]);
}

/** Lifts the owner's freeze and ends all sessions. */
export async function unfreezeUser(tx: Tx, userId: string): Promise<void> {
  await tx.query('UPDATE users SET frozen_at = NULL, epoch = epoch + 1 WHERE id = $1', [userId]);
}

/** Notes that somebody signed in; true when it was for the first time. */
export async function noteFirstSignIn(tx: Tx, input: { userId: string; now: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE users SET signed_in_at = to_timestamp($2::int8 / 1000.0) WHERE id = $1 AND signed_in_at IS NULL',
    [input.userId, input.now],
  );
  return rowCount === 1;
}

export type Account = { id: string; email: string | null; password_hash: string | null };

export async function findAccount(tx: Tx, userId: string): Promise<Account | null> {
  const { rows } = await tx.query<Account>('SELECT id, email, password_hash FROM users WHERE id = $1', [userId]);
  return rows[0] ?? null;
}

/** Returns when (ms) the authenticator was bound that a mailed link contests; null: none is contested. */
export async function findContested(tx: Tx, userId: string): Promise<number | null> {
  const { rows } = await tx.query<{ bound_at: Date }>(
    'SELECT bound_at FROM second_factors WHERE user_id = $1 AND contested_at IS NOT NULL',
    [userId],
  );
  return rows[0]?.bound_at.getTime() ?? null;
}
