import type { PROOF_ANSWERS } from '../../../lib/protocol/proofs';
import type { Tx } from '../../platform/db';

export type ProofAnswer = (typeof PROOF_ANSWERS)[number];
export type Proof = {
  id: string;
  userId: string;
  network: string;
  asset: string;
  /** Base units of the ledger. */
  amount: bigint;
  hashEnd: string | null;
  picture: string | null;
  givenAt: number;
  answer: ProofAnswer | null;
  /** State of the deposit that it is matched with; null where the chain shows none. */
  deposit: 'seen' | 'credited' | 'orphaned' | null;
};

type Text = {
  id: string;
  user_id: string;
  network: string;
  asset: string;
  amount: string;
  hash_end: string | null;
  picture: string | null;
  given_at: string;
  answer: ProofAnswer | null;
  deposit: Proof['deposit'];
};

/**
 * A proof is matched with a deposit of its owner on its network and in its coin, by the end of the hash where it has one, else by the amount; what
 * it says of the amount never decides against the hash.
 */
const MATCHED = `SELECT p.id, p.user_id, p.network, p.asset, p.amount, p.hash_end, p.picture, p.given_at, p.answer,
    (SELECT d.state FROM deposits d
      WHERE d.user_id = p.user_id AND d.network = p.network AND d.asset = p.asset
        AND CASE WHEN p.hash_end IS NULL THEN d.credited = p.amount ELSE right(lower(d.txid), 6) = p.hash_end END
      ORDER BY d.id DESC LIMIT 1) AS deposit
  FROM deposit_proofs p`;

const toProof = (row: Text): Proof => ({
  id: row.id,
  userId: row.user_id,
  network: row.network,
  asset: row.asset,
  amount: BigInt(row.amount),
  hashEnd: row.hash_end,
  picture: row.picture,
  givenAt: Number(row.given_at),
  answer: row.answer,
  deposit: row.deposit,
});

/** Counts proofs of a user that nobody has answered. Two of one user count one after the other. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 107))', [userId]);
  const { rows } = await tx.query<{ n: string }>('SELECT count(*) AS n FROM deposit_proofs WHERE user_id = $1 AND answer IS NULL', [
    userId,
  ]);
  return Number(rows[0]?.n ?? 0);
}

export async function insertProof(tx: Tx, proof: Omit<Proof, 'id' | 'answer' | 'deposit'>): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO deposit_proofs (user_id, network, asset, amount, hash_end, picture, given_at) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [proof.userId, proof.network, proof.asset, proof.amount, proof.hashEnd, proof.picture, proof.givenAt],
  );
  return rows[0]?.id ?? '';
}

export async function listOfUser(tx: Tx, { userId, limit }: { userId: string; limit: number }): Promise<Proof[]> {
  return (await tx.query<Text>(`${MATCHED} WHERE p.user_id = $1 ORDER BY p.id DESC LIMIT $2`, [userId, limit])).rows.map(toProof);
}

/** Returns proofs that nobody has answered, the oldest first. */
export async function listOpen(tx: Tx, limit: number): Promise<Proof[]> {
  return (await tx.query<Text>(`${MATCHED} WHERE p.answer IS NULL ORDER BY p.given_at, p.id LIMIT $1`, [limit])).rows.map(toProof);
}

/** Returns a proof that nobody has answered. */
export async function findOpen(tx: Tx, id: string): Promise<Proof | null> {
  const [row] = (await tx.query<Text>(`${MATCHED} WHERE p.answer IS NULL AND p.id = $1`, [id])).rows;
  return row === undefined ? null : toProof(row);
}

/** Returns whose a proof is; null: there is none. */
export async function findProofOwner(tx: Tx, id: string): Promise<string | null> {
  return (await tx.query<{ user_id: string }>('SELECT user_id FROM deposit_proofs WHERE id = $1', [id])).rows[0]?.user_id ?? null;
}

/** Answers a proof; null where there is none that is open. Returns whose it is. */
export async function answerProof(tx: Tx, input: { id: string; answer: ProofAnswer; by: string; at: number }): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    'UPDATE deposit_proofs SET answer = $2, answered_by = $3, answered_at = $4 WHERE id = $1 AND answer IS NULL RETURNING user_id',
    [input.id, input.answer, input.by, input.at],
  );
  return rows[0]?.user_id ?? null;
}
