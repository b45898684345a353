import type { Tx } from '../../platform/db';

export type Protection = {
  username: string;
  phrase: string | null;
  locked_until: Date | null;
  email: string | null;
  wallet: string | null;
  has_password: boolean;
};

/** Returns what an owner set, and the ways in. */
export async function readProtection(tx: Tx, userId: string): Promise<Protection | null> {
  const { rows } = await tx.query<Protection>(
    `SELECT username, mail_phrase AS phrase, settings_locked_until AS locked_until, email, wallet_address AS wallet,
        password_hash IS NOT NULL AS has_password FROM users WHERE id = $1`,
    [userId],
  );
  return rows[0] ?? null;
}

/** Sets the phrase, or takes it away; says whether that changed anything. */
export async function setPhrase(tx: Tx, input: { userId: string; phrase: string | null }): Promise<boolean> {
  const sql = 'UPDATE users SET mail_phrase = $2 WHERE id = $1 AND mail_phrase IS DISTINCT FROM $2';
  return (await tx.query(sql, [input.userId, input.phrase])).rowCount === 1;
}

/** Makes the lock end at `until` (ms) or, where that is later, as it was; returns when it ends, and whether that is new. */
export async function extendLock(tx: Tx, input: { userId: string; until: number }): Promise<{ until: number; isNew: boolean }> {
  const { rows } = await tx.query<{ until: Date; is_new: boolean }>(
    `UPDATE users u SET settings_locked_until = greatest(u.settings_locked_until, to_timestamp($2::int8 / 1000.0))
       FROM (SELECT id, settings_locked_until AS before FROM users WHERE id = $1 FOR UPDATE) AS old
      WHERE u.id = old.id RETURNING u.settings_locked_until AS until, u.settings_locked_until IS DISTINCT FROM old.before AS is_new`,
    [input.userId, input.until],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no user ${input.userId}`);
  return { until: row.until.getTime(), isNew: row.is_new };
}

/** Sets the address; links for a new password that went to the old one are worth nothing from now on. Fails with 23505 where it is taken. */
export async function setEmail(tx: Tx, input: { userId: string; email: string; now: number }): Promise<void> {
  await tx.query('UPDATE users SET email = $2, email_key = lower($2) WHERE id = $1', [input.userId, input.email]);
  await tx.query(
    `UPDATE account_links SET used_at = to_timestamp($2::int8 / 1000.0), mail_due_at = NULL WHERE user_id = $1 AND purpose = 'password' AND used_at IS NULL`,
    [input.userId, input.now],
  );
}

/** Links a wallet where none is; false where one is. Fails with 23505 where it opens another account. */
export async function setWallet(tx: Tx, input: { userId: string; address: string }): Promise<boolean> {
  const sql = 'UPDATE users SET wallet_address = $2 WHERE id = $1 AND wallet_address IS NULL';
  return (await tx.query(sql, [input.userId, input.address])).rowCount === 1;
}

/** Takes the wallet away while an e-mail address and a password remain; says whether it did. */
export async function removeWallet(tx: Tx, userId: string): Promise<boolean> {
  const sql =
    'UPDATE users SET wallet_address = NULL WHERE id = $1 AND wallet_address IS NOT NULL AND email IS NOT NULL AND password_hash IS NOT NULL';
  return (await tx.query(sql, [userId])).rowCount === 1;
}
