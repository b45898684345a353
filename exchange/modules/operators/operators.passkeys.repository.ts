import type { Tx } from '../../platform/db';

export type OperatorPasskey = { id: string; credentialId: string; name: string; addedAt: number; usedAt: number | null };

/** Returns what an operator has beside the password, passkeys oldest first. Times in ms. */
export async function listFactors(tx: Tx, operatorId: string): Promise<{ passkeys: OperatorPasskey[]; hasCode: boolean }> {
  const { rows } = await tx.query<{ id: string; credential_id: string; name: string; added_at: string; used_at: string | null }>(
    'SELECT id, credential_id, name, added_at, used_at FROM operator_passkeys WHERE operator_id = $1 ORDER BY id',
    [operatorId],
  );
  const code = await tx.query('SELECT 1 FROM operator_credentials WHERE operator_id = $1 AND sealed IS NOT NULL', [operatorId]);
  return {
    passkeys: rows.map((row) => ({
      ...{ id: row.id, credentialId: row.credential_id, name: row.name, addedAt: Number(row.added_at) },
      usedAt: row.used_at === null ? null : Number(row.used_at),
    })),
    hasCode: code.rows.length === 1,
  };
}

type Known = { id: string; operator_id: string; credential_id: string; public_key: Uint8Array; counter: string; name: string };

/** Returns a passkey with the name of its operator, unless that is suspended. */
export async function findPasskey(tx: Tx, credentialId: string): Promise<Known | null> {
  const { rows } = await tx.query<Known>(
    `SELECT p.id, p.operator_id, p.credential_id, p.public_key, p.counter, o.name FROM operator_passkeys p
       JOIN operators o ON o.id = p.operator_id WHERE p.credential_id = $1 AND o.state = 'active'`,
    [credentialId],
  );
  return rows[0] ?? null;
}

type New = {
  operatorId: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: readonly string[];
  name: string;
  at: number;
};

/** Binds a passkey; false when it is somebody's already, or the operator has `keepMax`. */
export async function insertPasskey(tx: Tx, input: New, keepMax: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO operator_passkeys (operator_id, credential_id, public_key, counter, transports, name, added_at)
     SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM operator_passkeys WHERE operator_id = $1) < $8
     ON CONFLICT DO NOTHING RETURNING 1`,
    [input.operatorId, input.credentialId, Buffer.from(input.publicKey), input.counter, input.transports, input.name, input.at, keepMax],
  );
  return rowCount === 1;
}

/** Removes a passkey, or the authenticator where `id` is null. */
export async function removeFactor(tx: Tx, { operatorId, id }: { operatorId: string; id: string | null }): Promise<void> {
  if (id === null) {
    await tx.query('UPDATE operator_credentials SET key_id = NULL, sealed = NULL WHERE operator_id = $1', [operatorId]);
    return;
  }
  await tx.query('DELETE FROM operator_passkeys WHERE operator_id = $1 AND id = $2', [operatorId, id]);
}

/** Locks how somebody signs in, once the password was right; false where the password was changed meanwhile. */
export async function lockCredentials(
  tx: Tx,
  { operator_id, password_hash, renewed }: { operator_id: string; password_hash: string; renewed: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE operator_credentials SET password_hash = $3 WHERE operator_id = $1 AND password_hash = $2 RETURNING 1',
    [operator_id, password_hash, renewed],
  );
  return rowCount === 1;
}

/** Notes a use; false when the counter didn't grow, which a copied key betrays itself by. Those that don't count say 0 for ever. */
export async function notePasskeyUse(tx: Tx, input: { id: string; counter: number; at: number }): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE operator_passkeys SET counter = $2, used_at = $3 WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING 1`,
    [input.id, input.counter, input.at],
  );
  return rowCount === 1;
}
