import type { Tx } from '../../platform/db';
import type { Sealed } from '../../platform/sealing';

export type FilePurpose = 'identity' | 'deposit-proof' | 'loan-signature' | 'support';
export type FileRow = { id: string; userId: string; keyId: string; sealed: Buffer };
export type NewFile = Sealed & { id: string; userId: string; width: number; height: number; now: number; deleteAt: number };

const at = (parameter: string) => `to_timestamp(${parameter}::int8 / 1000.0)`;
type Text = { id: string; user_id: string; key_id: string; sealed: Uint8Array };
const toRow = (row: Text): FileRow => ({ id: row.id, userId: row.user_id, keyId: row.key_id, sealed: Buffer.from(row.sealed) });

/** Adds a picture that nothing uses yet; of those the owner keeps the `keepMax` newest. */
export async function insertFile(tx: Tx, file: NewFile & { keepMax: number }): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 105))', [file.userId]);
  await tx.query(
    `INSERT INTO files (id, user_id, width, height, key_id, sealed, created_at, delete_at)
     VALUES ($1, $2, $3, $4, $5, $6, ${at('$7')}, ${at('$8')})`,
    [file.id, file.userId, file.width, file.height, file.keyId, file.sealed, file.now, file.deleteAt],
  );
  await tx.query(
    `DELETE FROM files WHERE user_id = $1 AND purpose IS NULL AND id IN
       (SELECT id FROM files WHERE user_id = $1 AND purpose IS NULL ORDER BY created_at DESC, id OFFSET $2)`,
    [file.userId, file.keepMax],
  );
}

/** Gives a picture its purpose; false when it is not this user's, has one already, or has ended. */
export async function claimRow(
  tx: Tx,
  input: { id: string; userId: string; purpose: FilePurpose; now: number; deleteAt: number },
): Promise<boolean> {
  const { rows } = await tx.query(
    `UPDATE files SET purpose = $3, delete_at = ${at('$5')}
      WHERE id = $1 AND user_id = $2 AND purpose IS NULL AND delete_at > ${at('$4')} RETURNING 1`,
    [input.id, input.userId, input.purpose, input.now, input.deleteAt],
  );
  return rows.length === 1;
}

/** Has pictures end sooner. */
export async function endRows(tx: Tx, input: { ids: readonly string[]; deleteAt: number }): Promise<void> {
  await tx.query(`UPDATE files SET delete_at = least(delete_at, ${at('$2')}) WHERE id = ANY($1::text[])`, [input.ids, input.deleteAt]);
}

/** Has pictures of a purpose end later. */
export async function keepRows(tx: Tx, input: { ids: readonly string[]; purpose: FilePurpose; deleteAt: number }): Promise<void> {
  const sql = `UPDATE files SET delete_at = greatest(delete_at, ${at('$2')}) WHERE id = ANY($1::text[]) AND purpose = $3`;
  await tx.query(sql, [input.ids, input.deleteAt, input.purpose]);
}

/** Whether a picture was sent to a case that reviewers decide; one that was only uploaded is nobody's business, one of support has its own look. */
export async function isOfCase(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.query("SELECT 1 FROM files WHERE id = $1 AND purpose IN ('identity', 'deposit-proof', 'loan-signature')", [id]);
  return rows.length === 1;
}

/** Returns a picture that has not ended; `userId` null: whoever's it is. */
export async function findRow(tx: Tx, input: { id: string; userId: string | null; now: number }): Promise<FileRow | null> {
  const { rows } = await tx.query<Text>(
    `SELECT id, user_id, key_id, sealed FROM files
      WHERE id = $1 AND ($2::int8 IS NULL OR user_id = $2) AND delete_at > ${at('$3')}`,
    [input.id, input.userId, input.now],
  );
  return rows[0] === undefined ? null : toRow(rows[0]);
}

/** Removes what has ended. */
export async function removeEnded(tx: Tx, input: { before: number; limit: number }): Promise<number> {
  const sql = `DELETE FROM files WHERE id IN (SELECT id FROM files WHERE delete_at < ${at('$1')} LIMIT $2)`;
  return (await tx.query(sql, [input.before, input.limit])).rowCount;
}

/** Returns some pictures that are sealed under another key, held until the end of the transaction. */
export async function lockOtherKeys(tx: Tx, input: { keyId: string; limit: number }): Promise<FileRow[]> {
  const sql = 'SELECT id, user_id, key_id, sealed FROM files WHERE key_id <> $1 ORDER BY id LIMIT $2 FOR UPDATE';
  return (await tx.query<Text>(sql, [input.keyId, input.limit])).rows.map(toRow);
}

export async function putSealed(tx: Tx, { id, keyId, sealed }: Sealed & { id: string }): Promise<void> {
  await tx.query('UPDATE files SET key_id = $2, sealed = $3 WHERE id = $1', [id, keyId, sealed]);
}
