import type { Tx } from '../../platform/db';

const at = (parameter: string) => `to_timestamp(${parameter}::int8 / 1000.0)`;
/** Pictures that one address is tried with: a refused one leaves it open. */
const TRIES_MAX = 20;

/** Opens a hand-off; of those that are open its owner keeps the `keepMax` newest. Returns its id. */
export async function insertHandoff(
  tx: Tx,
  input: { userId: string; tokenHash: string; now: number; expiresAt: number; keepMax: number },
): Promise<string> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 105))', [input.userId]);
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO file_handoffs (token_hash, user_id, created_at, expires_at) VALUES ($1, $2, ${at('$3')}, ${at('$4')}) RETURNING id`,
    [input.tokenHash, input.userId, input.now, input.expiresAt],
  );
  await tx.query(
    `DELETE FROM file_handoffs WHERE id IN (SELECT id FROM file_handoffs WHERE user_id = $1 ORDER BY created_at DESC, id OFFSET $2)`,
    [input.userId, input.keepMax],
  );
  return rows[0]?.id ?? '';
}

/** Counts a try and returns whose hand-off it is; null when it is used, has expired, or was tried too often. */
export async function tryHandoff(tx: Tx, input: { tokenHash: string; now: number }): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    `UPDATE file_handoffs SET tries = tries + 1
      WHERE token_hash = $1 AND file_id IS NULL AND expires_at > ${at('$2')} AND tries < $3 RETURNING user_id`,
    [input.tokenHash, input.now, TRIES_MAX],
  );
  return rows[0]?.user_id ?? null;
}

/** Returns the name of the account that a hand-off is for; null when it takes no picture any more. */
export async function findHandoffOwner(tx: Tx, input: { tokenHash: string; now: number }): Promise<string | null> {
  const { rows } = await tx.query<{ username: string }>(
    `SELECT u.username FROM file_handoffs h JOIN users u ON u.id = h.user_id
      WHERE h.token_hash = $1 AND h.file_id IS NULL AND h.expires_at > ${at('$2')} AND h.tries < $3`,
    [input.tokenHash, input.now, TRIES_MAX],
  );
  return rows[0]?.username ?? null;
}

/** Uses a hand-off up: of many at once, one. */
export async function spendHandoff(tx: Tx, input: { tokenHash: string; fileId: string; now: number }): Promise<boolean> {
  const { rows } = await tx.query(
    `UPDATE file_handoffs SET file_id = $2 WHERE token_hash = $1 AND file_id IS NULL AND expires_at > ${at('$3')} RETURNING 1`,
    [input.tokenHash, input.fileId, input.now],
  );
  return rows.length === 1;
}

export type HandoffState = { state: 'waiting' | 'arrived' | 'ended'; image: string | null };

/** Returns where one of a user's hand-offs stands; one that there is not has ended. */
export async function readHandoff(tx: Tx, input: { id: string; userId: string; now: number }): Promise<HandoffState> {
  const { rows } = await tx.query<{ file_id: string | null; is_open: boolean }>(
    `SELECT file_id, expires_at > ${at('$3')} AS is_open FROM file_handoffs WHERE id = $1 AND user_id = $2`,
    [input.id, input.userId, input.now],
  );
  const [row] = rows;
  if (row?.file_id != null) return { state: 'arrived', image: row.file_id };
  return { state: row?.is_open === true ? 'waiting' : 'ended', image: null };
}

/** An hour after they expired. */
export async function removeHandoffs(tx: Tx, input: { before: number; limit: number }): Promise<number> {
  const sql = `DELETE FROM file_handoffs WHERE id IN (SELECT id FROM file_handoffs WHERE expires_at < ${at('$1')} LIMIT $2)`;
  return (await tx.query(sql, [input.before, input.limit])).rowCount;
}
