import type { PROOF_ANSWERS } from '../../../lib/protocol/proofs';
import type { Tx } from '../../platform/db';
import { CHAIN_SCALE } from '../networks/networks';

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
  /** Number of the deposit that it is matched with, or was answered with; null where there is none. */
  depositId: string | null;
  /** State of that deposit; null where there is none. */
  deposit: 'seen' | 'credited' | 'orphaned' | null;
  /** When it was credited, else seen, in ms; null where there is none. */
  depositAt: number | null;
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
  deposit_id: string | null;
  deposit: Proof['deposit'];
  deposit_at: string | null;
};

const DAY_MS = 86_400_000;
/** A picture alone is matched with what was seen within so many days before it was given, or one day after it. */
const PICTURE_DAYS = 7;

/** Who answers a proof whose hash the chain shows and whose deposit is credited. */
const EXCHANGE = 'exchange';

/** True where the proof `p` fits the deposit `d`: by the end of the hash, else by what the ledger holds of the amount, at about its time. */
const fits = (p: string) => `d.user_id = ${p}.user_id AND d.network = ${p}.network AND d.asset = ${p}.asset
  AND CASE WHEN ${p}.hash_end IS NOT NULL THEN right(lower(d.txid), 6) = ${p}.hash_end
           ELSE div(d.amount, power(10::numeric, ${CHAIN_SCALE} - (SELECT scale FROM assets a WHERE a.code = d.asset))) = ${p}.amount
                AND d.seen_at BETWEEN ${p}.given_at - ${PICTURE_DAYS * DAY_MS} AND ${p}.given_at + ${DAY_MS} END`;

/** True where the deposit `d` is another proof's than `p`: named in its answer, found by its hash, or credited by hand for it. */
const isOfAnother = (p: string) => `(d.by_hand LIKE 'proofs %' AND d.by_hand <> 'proofs ' || ${p}.id
  OR EXISTS (SELECT 1 FROM deposit_proofs o WHERE o.user_id = ${p}.user_id AND o.id <> ${p}.id
       AND (o.deposit_id = d.id OR (o.answered_by = '${EXCHANGE}' AND ${fits('o')}))))`;

/**
 * A proof is matched with the deposit that it was answered with, else with a deposit of its owner on its network and in its coin, by the end of the hash where it has one, whatever it says of the amount. One by
 * picture alone is matched by its amount, with a deposit of its days that no earlier proof fits.
 */
const MATCHED = `SELECT p.id, p.user_id, p.network, p.asset, p.amount, p.hash_end, p.picture, p.given_at, p.answer, d.id AS deposit_id, d.state AS deposit,
    coalesce(d.credited_at, d.seen_at) AS deposit_at
  FROM deposit_proofs p LEFT JOIN LATERAL (
    SELECT d.id, d.state, d.credited_at, d.seen_at FROM deposits d
     WHERE d.user_id = p.user_id AND CASE WHEN p.deposit_id IS NOT NULL THEN d.id = p.deposit_id ELSE ${fits('p')}
       AND (p.hash_end IS NOT NULL OR NOT EXISTS (SELECT 1 FROM deposit_proofs e WHERE e.id < p.id AND ${fits('e')})) END
     ORDER BY d.id DESC LIMIT 1) d ON true`;

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
  depositId: row.deposit_id,
  deposit: row.deposit,
  depositAt: row.deposit_at === null ? null : Number(row.deposit_at),
});

/** Counts proofs of a user that nobody has answered. Two of one user count one after the other. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 107))', [userId]);
  const { rows } = await tx.query<{ n: string }>('SELECT count(*) AS n FROM deposit_proofs WHERE user_id = $1 AND answer IS NULL', [
    userId,
  ]);
  return Number(rows[0]?.n ?? 0);
}

export async function insertProof(tx: Tx, proof: Omit<Proof, 'id' | 'answer' | 'depositId' | 'deposit' | 'depositAt'>): Promise<string> {
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

/** Whether a proof can be answered with a deposit: credited, of its member and coin, and of no other proof. Two answers with one deposit come one after the other. */
export async function isAnswer(tx: Tx, { id, deposit }: { id: string; deposit: string }): Promise<boolean> {
  await tx.query('SELECT 1 FROM deposits WHERE id = $1 FOR NO KEY UPDATE', [deposit]);
  const { rows } = await tx.query(
    `SELECT 1 FROM deposit_proofs p JOIN deposits d ON d.user_id = p.user_id AND d.asset = p.asset
      WHERE p.id = $1 AND d.id = $2 AND d.state = 'credited' AND ${isOfAnother('p')} IS NOT TRUE`,
    [id, deposit],
  );
  return rows.length > 0;
}

type Answer = { id: string; answer: ProofAnswer; deposit: string | null; by: string; at: number };

/** Answers a proof, `deposit`: with which one; null where there is no proof that is open. Returns whose it is. */
export async function answerProof(tx: Tx, { id, answer, deposit, by, at }: Answer): Promise<string | null> {
  const { rows } = await tx.query<{ user_id: string }>(
    'UPDATE deposit_proofs SET answer = $2, answered_by = $3, answered_at = $4, deposit_id = $5 WHERE id = $1 AND answer IS NULL RETURNING user_id',
    [id, answer, by, at, deposit],
  );
  return rows[0]?.user_id ?? null;
}

/**
 * Answers open proofs of credited deposits, each by the end of its hash. `at` in ms. What is credited meanwhile waits for the end of this transaction, so that
 * a proof is answered by whichever of the two is later.
 */
export async function answerCredited(
  tx: Tx,
  { proofs, at }: { proofs: { ids: readonly string[] } | { deposits: readonly string[] }; at: number },
): Promise<void> {
  const isByProof = 'ids' in proofs;
  await tx.query(
    `WITH fitting AS (SELECT p.id, d.state FROM deposit_proofs p JOIN deposits d ON ${fits('p')}
        WHERE p.answer IS NULL AND p.hash_end IS NOT NULL AND ${isByProof ? 'p.id' : 'd.id'} = ANY($1::int8[]) FOR SHARE OF d)
     UPDATE deposit_proofs SET answer = 'credited', answered_by = $2, answered_at = $3
      WHERE answer IS NULL AND id IN (SELECT id FROM fitting WHERE state = 'credited')`,
    [isByProof ? proofs.ids : proofs.deposits, EXCHANGE, at],
  );
}

/** Whether the exchange has answered a proof of this hash before. */
export async function isAnsweredByExchange(
  tx: Tx,
  of: { userId: string; network: string; asset: string; hashEnd: string },
): Promise<boolean> {
  const { rows } = await tx.query(
    'SELECT 1 FROM deposit_proofs WHERE user_id = $1 AND network = $2 AND asset = $3 AND hash_end = $4 AND answered_by = $5 LIMIT 1',
    [of.userId, of.network, of.asset, of.hashEnd, EXCHANGE],
  );
  return rows.length > 0;
}
