import type { Tx } from '../../platform/db';

export type PasskeyRow = {
  id: string;
  user_id: string;
  credential_id: string;
  public_key: Uint8Array;
  counter: string;
  transports: string[];
  name: string;
  added_at: Date;
  used_at: Date | null;
};

/** Returns the passkeys of a person, oldest first. */
export async function listPasskeys(tx: Tx, userId: string): Promise<PasskeyRow[]> {
  const { rows } = await tx.query<PasskeyRow>('SELECT * FROM passkeys WHERE user_id = $1 ORDER BY id', [userId]);
  return rows;
}

export async function findPasskey(tx: Tx, credentialId: string): Promise<PasskeyRow | null> {
  const { rows } = await tx.query<PasskeyRow>('SELECT * FROM passkeys WHERE credential_id = $1', [credentialId]);
  return rows[0] ?? null;
}

export type NewPasskey = {
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  name: string;
  now: number;
};

/** Adds a passkey; false when it is somebody's already, or the person has `keepMax`. */
export async function insertPasskey(tx: Tx, input: NewPasskey & { keepMax: number }): Promise<boolean> {
  await tx.query('SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [input.userId]);
  const { rowCount } = await tx.query(
    `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name, added_at)
     SELECT $1, $2, $3, $4, $5, $6, to_timestamp($7::int8 / 1000.0) WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < $8
     ON CONFLICT DO NOTHING RETURNING 1`,
    [input.userId, input.credentialId, Buffer.from(input.publicKey), input.counter, input.transports, input.name, input.now, input.keepMax],
  );
  return rowCount === 1;
}

export async function deletePasskey(tx: Tx, input: { userId: string; id: string }): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM passkeys WHERE user_id = $1 AND id = $2', [input.userId, input.id]);
  return rowCount === 1;
}

/** Notes a use; false when the counter didn't grow, which a copied key betrays itself by. Those that don't count say 0 for ever. */
export async function notePasskeyUse(tx: Tx, input: { id: string; counter: number; now: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE passkeys SET counter = $2, used_at = to_timestamp($3::int8 / 1000.0)
      WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING 1`,
    [input.id, input.counter, input.now],
  );
  return rowCount === 1;
}
