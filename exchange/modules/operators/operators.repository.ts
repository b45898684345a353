import type { Tx } from '../../platform/db';

export type OperatorRow = { id: string; name: string; roles: string[]; state: string };

/** The row is locked against a change of roles or state until the end of the transaction. */
export async function lockOperator(tx: Tx, id: string): Promise<OperatorRow | null> {
  const { rows } = await tx.query<OperatorRow>('SELECT id, name, roles, state FROM operators WHERE id = $1 FOR SHARE', [id]);
  return rows[0] ?? null;
}

/** Returns the roles of an operator, which stay so until the transaction ends; null: there is none of this name. */
export async function lockRolesOf(tx: Tx, name: string): Promise<string[] | null> {
  const { rows } = await tx.query<{ roles: string[] }>('SELECT roles FROM operators WHERE name = $1 FOR UPDATE', [name]);
  return rows[0]?.roles ?? null;
}

export async function findOperatorByKey(tx: Tx, keyHash: string): Promise<OperatorRow | null> {
  const { rows } = await tx.query<OperatorRow>('SELECT id, name, roles, state FROM operators WHERE key_hash = $1', [keyHash]);
  return rows[0] ?? null;
}

/** All of them, oldest first; they are people, so few. */
export async function listOperators(tx: Tx): Promise<OperatorRow[]> {
  return (await tx.query<OperatorRow>('SELECT id, name, roles, state FROM operators ORDER BY id')).rows;
}

/** Takes the table for this transaction, so that of two first operators at once one sees the other. Returns how many there are. */
export async function lockAndCountOperators(tx: Tx): Promise<number> {
  await tx.query('LOCK TABLE operators IN EXCLUSIVE MODE');
  const { rows } = await tx.query<{ count: string }>('SELECT count(*) AS count FROM operators');
  return Number(rows[0]?.count);
}

type NewOperator = { name: string; roles: readonly string[]; keyHash: string; at: number };

/** False when the name or the key is taken. */
export async function insertOperator(tx: Tx, input: NewOperator): Promise<boolean> {
  const { rowCount } = await tx.query(
    'INSERT INTO operators (name, roles, key_hash, created_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING 1',
    [input.name, input.roles, input.keyHash, input.at],
  );
  return rowCount === 1;
}

type Change = { name: string; roles?: readonly string[]; state?: 'active' | 'suspended'; keyHash?: string };

/** False when there is no operator of this name. */
export async function updateOperator(tx: Tx, { name, roles, state, keyHash }: Change): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE operators SET roles = coalesce($2, roles), state = coalesce($3, state), key_hash = coalesce($4, key_hash) WHERE name = $1',
    [name, roles ?? null, state ?? null, keyHash ?? null],
  );
  return rowCount === 1;
}
