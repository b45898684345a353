import type { Tx } from '../../platform/db';
import type { RetentionRule } from '../../platform/retention';

export type SealedSecret = { keyId: string; sealed: Buffer };
type SecretRow = { key_id: string; sealed: Uint8Array };
const toSealed = (row: SecretRow | undefined): SealedSecret | null =>
  row === undefined ? null : { keyId: row.key_id, sealed: Buffer.from(row.sealed) };

export async function findFactor(tx: Tx, userId: string): Promise<SealedSecret | null> {
  const { rows } = await tx.query<SecretRow>('SELECT key_id, sealed FROM second_factors WHERE user_id = $1', [userId]);
  return toSealed(rows[0]);
}

export type FactorState = { boundAt: Date | null; recoveryLeft: number };

/** Returns since when a person has an authenticator, and how many recovery codes are left. */
export async function readFactorState(tx: Tx, userId: string): Promise<FactorState> {
  const { rows } = await tx.query<{ bound_at: Date | null; recovery_left: string }>(
    `SELECT (SELECT bound_at FROM second_factors WHERE user_id = $1) AS bound_at,
            (SELECT count(*) FROM recovery_codes WHERE user_id = $1 AND used_at IS NULL) AS recovery_left`,
    [userId],
  );
  return { boundAt: rows[0]?.bound_at ?? null, recoveryLeft: Number(rows[0]?.recovery_left ?? 0) };
}

/** Returns the device of a session of a user; null when it has ended. */
export async function findFamily(tx: Tx, input: { userId: string; sessionId: string }): Promise<string | null> {
  const { rows } = await tx.query<{ family: string }>('SELECT family FROM sessions WHERE id = $2 AND user_id = $1', [
    input.userId,
    input.sessionId,
  ]);
  return rows[0]?.family ?? null;
}

type Attempt = { userId: string; family: string; now: number };

/** Returns the secret that a device was shown last. */
export async function findAttempt(tx: Tx, { userId, family, now }: Attempt): Promise<SealedSecret | null> {
  const { rows } = await tx.query<SecretRow>(
    `SELECT key_id, sealed FROM second_factor_attempts WHERE family = $1 AND user_id = $2 AND expires_at > to_timestamp($3::int8 / 1000.0)`,
    [family, userId, now],
  );
  return toSealed(rows[0]);
}

/** Stores the secret that a device is shown, in place of the one before. */
export async function putAttempt(tx: Tx, input: Omit<Attempt, 'now'> & SealedSecret & { expiresAt: number }): Promise<void> {
  await tx.query(
    `INSERT INTO second_factor_attempts (family, user_id, key_id, sealed, expires_at) VALUES ($1, $2, $3, $4, to_timestamp($5::int8 / 1000.0))
     ON CONFLICT (family) DO UPDATE SET key_id = excluded.key_id, sealed = excluded.sealed, expires_at = excluded.expires_at`,
    [input.family, input.userId, input.keyId, input.sealed, input.expiresAt],
  );
}

/** Binds a secret, and forgets what was shown; false when there is one already. */
export async function insertFactor(tx: Tx, input: SealedSecret & { userId: string; now: number; step: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO second_factors (user_id, key_id, sealed, bound_at, last_step) VALUES ($1, $2, $3, to_timestamp($4::int8 / 1000.0), $5)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [input.userId, input.keyId, input.sealed, input.now, input.step],
  );
  await tx.query('DELETE FROM second_factor_attempts WHERE user_id = $1', [input.userId]);
  return rowCount === 1;
}

export async function deleteFactor(tx: Tx, userId: string): Promise<void> {
  await tx.query('DELETE FROM second_factors WHERE user_id = $1', [userId]);
  await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [userId]);
}

/** Uses up a period of an authenticator, and all before it: of two codes of it at once one counts. */
export async function spendStep(tx: Tx, input: { userId: string; step: number }): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE second_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2 RETURNING 1', [
    input.userId,
    input.step,
  ]);
  return rowCount === 1;
}

/** Ends a contest, where there is one and neither a freeze nor a mailed link's password came since the user was read with this epoch; says whether it did. */
export async function endContest(tx: Tx, input: { userId: string; epoch: string }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE second_factors f SET contested_at = NULL FROM users u
      WHERE f.user_id = $1 AND f.contested_at IS NOT NULL AND u.id = f.user_id AND u.epoch = $2 RETURNING 1`,
    [input.userId, input.epoch],
  );
  return rowCount === 1;
}

/** Locks the authenticator of a person and returns since when (ms) it is contested, null: it isn't. */
export async function lockContest(tx: Tx, userId: string): Promise<number | null> {
  const { rows } = await tx.query<{ at: Date | null }>('SELECT contested_at AS at FROM second_factors WHERE user_id = $1 FOR UPDATE', [
    userId,
  ]);
  return rows[0]?.at?.getTime() ?? null;
}

/** Replaces the recovery codes of a person. */
export async function replaceRecoveryCodes(tx: Tx, input: { userId: string; hashes: readonly string[] }): Promise<void> {
  await tx.query('DELETE FROM recovery_codes WHERE user_id = $1', [input.userId]);
  await tx.query('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])', [input.userId, input.hashes]);
}

/** Uses up one recovery code, by its hash under any key. */
export async function spendRecoveryCode(tx: Tx, input: { userId: string; hashes: readonly string[]; now: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE recovery_codes SET used_at = to_timestamp($3::int8 / 1000.0) WHERE user_id = $1 AND code_hash = ANY($2) AND used_at IS NULL RETURNING 1`,
    [input.userId, input.hashes, input.now],
  );
  return rowCount === 1;
}

/** A secret that was shown and not bound is forgotten an hour after its end. */
export const attemptRetention: RetentionRule = {
  name: 'second_factor_attempts',
  keptMs: 60 * 60_000,
  async remove(tx, { before, limit }) {
    const { rowCount } = await tx.query(
      `DELETE FROM second_factor_attempts WHERE family IN
        (SELECT family FROM second_factor_attempts WHERE expires_at < to_timestamp($1::int8 / 1000.0) LIMIT $2)`,
      [before, limit],
    );
    return rowCount;
  },
};
