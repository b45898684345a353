import { OUTGOING_HELD_MS } from '../../../lib/rules/step-up';
import { notifyAfterCommit } from '../../platform/after-commit';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';

/**
 * Refuses a frozen account. Signing in asks it, and whatever moves money out of an account asks it in its own transaction: a freeze that
 * commits first is seen, and one that comes later waits for the end of what asked.
 * @throws ACCOUNT_CLOSED, ACCOUNT_FROZEN_BY_HOUSE, ACCOUNT_FROZEN
 */
export async function requireNotFrozen(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.query<{ is_frozen: boolean; is_house_frozen: boolean; is_closed: boolean }>(
    `SELECT frozen_at IS NOT NULL AS is_frozen, house_frozen_at IS NOT NULL AS is_house_frozen, closed_at IS NOT NULL AS is_closed
       FROM users WHERE id = $1 FOR SHARE`,
    [userId],
  );
  // What the owner can't lift comes first.
  if (rows[0]?.is_closed === true) throw new DomainError('ACCOUNT_CLOSED');
  if (rows[0]?.is_house_frozen === true) throw new DomainError('ACCOUNT_FROZEN_BY_HOUSE');
  if (rows[0]?.is_frozen !== false) throw new DomainError('ACCOUNT_FROZEN');
}

/** SQL of whether an account is frozen or closed. `users`: the table's alias. */
export const isStopped = (users: string) =>
  `(${users}.frozen_at IS NOT NULL OR ${users}.house_frozen_at IS NOT NULL OR ${users}.closed_at IS NOT NULL)`;

/** SQL of whether a mailed link contests the authenticator of a user, given by its column. */
const isContested = (userId: string) => `EXISTS (SELECT 1 FROM second_factors WHERE user_id = ${userId} AND contested_at IS NOT NULL)`;

/**
 * SQL of until when no money leaves an account, null: it may. While its authenticator is contested that is a day from now, for the end of the contest
 * keeps it in for a day. `users`: the table's alias; `now`: the parameter of now (ms).
 */
export const outgoingHeldUntil = (users: string, now: string) =>
  `CASE WHEN ${isContested(`${users}.id`)}
        THEN greatest(${users}.outgoing_held_until, to_timestamp((${now}::int8 + ${OUTGOING_HELD_MS}) / 1000.0)) ELSE ${users}.outgoing_held_until END`;

/** SQL of whether money may leave an account now, as `findOutgoingStops` says it. `users`: the table's alias; `now`: the parameter of now (ms). */
export const letsMoneyOut = (users: string, now: string) =>
  `(NOT ${isStopped(users)} AND ${users}.withdrawals_suspended_at IS NULL
    AND coalesce(${outgoingHeldUntil(users, now)}, '-infinity') <= to_timestamp(${now}::int8 / 1000.0))`;

/** What keeps money in an account: a freeze, operators who suspended its withdrawals, or until when (ms) after a change of what protects it. */
export type OutgoingStop = 'frozen' | 'suspended' | number;

/**
 * Returns what keeps money in each of the accounts; those from which it may leave are missing. Whatever sends money on its way asks this again in its
 * own transaction, however long ago it was asked for. One statement, which locks in the order of numbers.
 */
export async function findOutgoingStops(
  tx: Tx,
  { userIds, now }: { userIds: readonly string[]; now: number },
): Promise<Map<string, OutgoingStop>> {
  const { rows } = await tx.query<{ id: string; is_frozen: boolean; is_suspended: boolean; until: string | null }>(
    `SELECT id, ${isStopped('u')} AS is_frozen,
            withdrawals_suspended_at IS NOT NULL AS is_suspended, (extract(epoch FROM ${outgoingHeldUntil('u', '$2')}) * 1000)::int8 AS until
       FROM users u WHERE id = ANY($1::int8[]) ORDER BY id FOR SHARE`,
    [userIds, now],
  );
  const stops = new Map<string, OutgoingStop>(userIds.map((id) => [id, 'frozen']));
  for (const { id, is_frozen: isFrozen, is_suspended: isSuspended, until } of rows) {
    if (isFrozen) continue;
    stops.delete(id);
    if (isSuspended) stops.set(id, 'suspended');
    else if (until !== null && Number(until) > now) stops.set(id, Number(until));
  }
  return stops;
}

/** The same for one account; null: money may leave it. */
export async function findOutgoingStop(tx: Tx, { userId, now }: { userId: string; now: number }): Promise<OutgoingStop | null> {
  return (await findOutgoingStops(tx, { userIds: [userId], now })).get(userId) ?? null;
}

/**
 * Refuses a change of what protects an account while its owner has it locked, or its authenticator is contested: in the transaction of the change,
 * which holds the row of the person from here on. Changes of one person are one after the other; a lock or a freeze that commits first is seen, and one
 * that comes later waits for the end of the change. @throws SETTINGS_LOCKED with `until`, FACTOR_CONTESTED
 */
export async function requireUnlocked(tx: Tx, { userId, now }: { userId: string; now: number }): Promise<void> {
  const { rows } = await tx.query<{ until: Date | null }>(
    'SELECT settings_locked_until AS until FROM users WHERE id = $1 FOR NO KEY UPDATE',
    [userId],
  );
  const until = rows[0]?.until ?? null;
  if (until !== null && until.getTime() > now) throw new DomainError('SETTINGS_LOCKED', { params: { until: until.toISOString() } });
  await requireUncontested(tx, userId);
}

/** Refuses while the authenticator of an account is contested. @throws FACTOR_CONTESTED */
export async function requireUncontested(tx: Tx, userId: string): Promise<void> {
  const { rows } = await tx.query<{ is: boolean }>(`SELECT ${isContested('$1::int8')} AS is`, [userId]);
  if (rows[0]?.is === true) throw new DomainError('FACTOR_CONTESTED');
}

/** After a change of what protects an account: no money leaves it for a day. */
export async function holdOutgoing(tx: Tx, { userId, now }: { userId: string; now: number }): Promise<void> {
  const until = 'greatest(outgoing_held_until, to_timestamp($2::int8 / 1000.0))';
  await tx.query(`UPDATE users SET outgoing_held_until = ${until} WHERE id = $1`, [userId, now + OUTGOING_HELD_MS]);
}

/**
 * Lifts the owner's freeze by the wallet, where there is one; money stays in for a day. While an authenticator is contested the mailed link of a new
 * password alone lifts it, where there is a password: one that is good while the contest lasts is then newer than the contest.
 */
export async function liftFreeze(tx: Tx, { userId, now }: { userId: string; now: number }): Promise<void> {
  await tx.query(
    `UPDATE users SET frozen_at = NULL, outgoing_held_until = greatest(outgoing_held_until, to_timestamp($2::int8 / 1000.0))
      WHERE id = $1 AND frozen_at IS NOT NULL AND (password_hash IS NULL OR NOT ${isContested('users.id')})`,
    [userId, now + OUTGOING_HELD_MS],
  );
}

/** Keeps the withdrawals of a person's account in, null: lets them go again. Returns whether that changed anything. */
export async function suspendWithdrawals(tx: Tx, { userId, since }: { userId: string; since: number | null }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET withdrawals_suspended_at = to_timestamp($2::int8 / 1000.0)
      WHERE id = $1 AND kind = 'person' AND (withdrawals_suspended_at IS NULL) = ($2::int8 IS NOT NULL)`,
    [userId, since],
  );
  return rowCount === 1;
}

/** Whether operators keep the withdrawals of an account in. */
export async function isWithdrawingSuspended(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ since: Date | null }>('SELECT withdrawals_suspended_at AS since FROM users WHERE id = $1', [userId]);
  return rows[0]?.since != null;
}

/** Freezes a person's account by the house and ends all its sessions. Returns whether there was one that it hadn't frozen before. */
export async function freezeByHouse(tx: Tx, { userId, at }: { userId: string; at: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET house_frozen_at = to_timestamp($2::int8 / 1000.0), epoch = epoch + 1
      WHERE id = $1 AND kind = 'person' AND house_frozen_at IS NULL`,
    [userId, at],
  );
  if (rowCount === 1) notifyAfterCommit(tx, 'sessions');
  return rowCount === 1;
}

/** Lifts the house's freeze alone; money stays in for a day. Returns whether there was one. */
export async function liftHouseFreeze(tx: Tx, { userId, at }: { userId: string; at: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE users SET house_frozen_at = NULL, outgoing_held_until = greatest(outgoing_held_until, to_timestamp($2::int8 / 1000.0))
      WHERE id = $1 AND house_frozen_at IS NOT NULL`,
    [userId, at + OUTGOING_HELD_MS],
  );
  return rowCount === 1;
}
