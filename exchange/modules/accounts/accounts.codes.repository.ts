import type { Tx } from '../../platform/db';

/** Expired rows that one use removes on the way: more than it adds, so that they never pile up. */
const REMOVED_MAX = 100;

/**
 * Marks a challenge, or the nonce of a sign-in message, as used; false when it was used before. The database decides, so that one of many
 * at once is the first, on whatever process.
 */
export async function markChallengeUsed(tx: Tx, input: { idHash: string; expiresAt: number; now: number }): Promise<boolean> {
  await tx.query(
    `DELETE FROM used_challenges WHERE id_hash IN (SELECT id_hash FROM used_challenges WHERE expires_at < to_timestamp($1::int8 / 1000.0)
      ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [input.now, REMOVED_MAX],
  );
  const { rows } = await tx.query(
    'INSERT INTO used_challenges (id_hash, expires_at) VALUES ($1, to_timestamp($2::int8 / 1000.0)) ON CONFLICT DO NOTHING RETURNING 1',
    [input.idHash, input.expiresAt],
  );
  return rows.length === 1;
}

type CodeKey = { emailKey: string; purpose: string };

/** Stores a code unless one was sent to the address for the purpose after `notAfter` (ms); false then. */
export async function putMailCode(
  tx: Tx,
  input: CodeKey & { codeHash: string; now: number; expiresAt: number; notAfter: number },
): Promise<boolean> {
  await tx.query('DELETE FROM mail_codes WHERE expires_at < to_timestamp($1::int8 / 1000.0)', [input.now]);
  const { rows } = await tx.query(
    `INSERT INTO mail_codes AS m (email_key, purpose, code_hash, sent_at, expires_at)
     VALUES ($1, $2, $3, to_timestamp($4::int8 / 1000.0), to_timestamp($5::int8 / 1000.0))
     ON CONFLICT (email_key, purpose) DO UPDATE SET code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
      WHERE m.sent_at <= to_timestamp($6::int8 / 1000.0) RETURNING 1`,
    [input.emailKey, input.purpose, input.codeHash, input.now, input.expiresAt, input.notAfter],
  );
  return rows.length === 1;
}

/** Counts a try and returns the stored hash; null when there is no code, it has expired, or its tries are used up. */
export async function tryMailCode(tx: Tx, input: CodeKey & { now: number; triesMax: number }): Promise<string | null> {
  const { rows } = await tx.query<{ code_hash: string }>(
    `UPDATE mail_codes SET tries = tries + 1 WHERE email_key = $1 AND purpose = $2 AND expires_at > to_timestamp($3::int8 / 1000.0) AND tries < $4
     RETURNING code_hash`,
    [input.emailKey, input.purpose, input.now, input.triesMax],
  );
  return rows[0]?.code_hash ?? null;
}

export async function deleteMailCode(tx: Tx, input: CodeKey): Promise<void> {
  await tx.query('DELETE FROM mail_codes WHERE email_key = $1 AND purpose = $2', [input.emailKey, input.purpose]);
}
