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

/** `asker`: the hash of what the asking browser keeps, or of its network. */
type CodeKey = { emailKey: string; purpose: string; asker: string };

/** Codes of an address that live besides the asker's own, and when the source's last one was sent (ms). */
export type LiveCodes = { inAll: number; lastSentAt: number | null };

/** Returns the codes of an address that live. Two requests for one address count one after the other. */
export async function countMailCodes(
  tx: Tx,
  input: { emailKey: string; purpose: string; source: string; asker: string; now: number },
): Promise<LiveCodes> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 82))', [`${input.purpose} ${input.emailKey}`]);
  await tx.query(
    `DELETE FROM mail_codes WHERE (email_key, purpose, asker) IN (SELECT email_key, purpose, asker FROM mail_codes
      WHERE expires_at <= to_timestamp($1::int8 / 1000.0) ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [input.now, REMOVED_MAX],
  );
  const { rows } = await tx.query<{ in_all: string; last_sent_at: Date | null }>(
    `SELECT count(*) FILTER (WHERE asker <> $4) AS in_all, max(sent_at) FILTER (WHERE source = $3) AS last_sent_at
       FROM mail_codes WHERE email_key = $1 AND purpose = $2 AND expires_at > to_timestamp($5::int8 / 1000.0)`,
    [input.emailKey, input.purpose, input.source, input.asker, input.now],
  );
  return { inAll: Number(rows[0]?.in_all ?? 0), lastSentAt: rows[0]?.last_sent_at?.getTime() ?? null };
}

/** Stores a code in place of the asker's one before, and keeps the `keepMax` newest of the source. */
export async function putMailCode(
  tx: Tx,
  input: CodeKey & { source: string; codeHash: string; now: number; expiresAt: number; keepMax: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO mail_codes (email_key, purpose, asker, source, code_hash, sent_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, to_timestamp($6::int8 / 1000.0), to_timestamp($7::int8 / 1000.0))
     ON CONFLICT (email_key, purpose, asker) DO UPDATE SET code_hash = excluded.code_hash, source = excluded.source, tries = 0,
       sent_at = excluded.sent_at, expires_at = excluded.expires_at`,
    [input.emailKey, input.purpose, input.asker, input.source, input.codeHash, input.now, input.expiresAt],
  );
  await tx.query(
    `DELETE FROM mail_codes WHERE email_key = $1 AND purpose = $2 AND source = $3 AND asker IN
       (SELECT asker FROM mail_codes WHERE email_key = $1 AND purpose = $2 AND source = $3 ORDER BY sent_at DESC, asker OFFSET $4)`,
    [input.emailKey, input.purpose, input.source, input.keepMax],
  );
}

/** Counts a try and returns the asker's stored hash; null when there is no code, it has expired, or its tries are used up. */
export async function tryMailCode(tx: Tx, input: CodeKey & { now: number; triesMax: number }): Promise<string | null> {
  const { rows } = await tx.query<{ code_hash: string }>(
    `UPDATE mail_codes SET tries = tries + 1
      WHERE email_key = $1 AND purpose = $2 AND asker = $3 AND expires_at > to_timestamp($4::int8 / 1000.0) AND tries < $5 RETURNING code_hash`,
    [input.emailKey, input.purpose, input.asker, input.now, input.triesMax],
  );
  return rows[0]?.code_hash ?? null;
}

/** Removes all codes of an address for the purpose: it has served. */
export async function deleteMailCodes(tx: Tx, input: { emailKey: string; purpose: string }): Promise<void> {
  await tx.query('DELETE FROM mail_codes WHERE email_key = $1 AND purpose = $2', [input.emailKey, input.purpose]);
}
