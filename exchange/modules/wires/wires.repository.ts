import type { WIRE_REFUSALS, WIRE_STATES } from '../../../lib/rules/wire';
import type { Tx } from '../../platform/db';
import type { WireTerms } from '../registry/registry';

export type Bank = NonNullable<WireTerms['bank']>;
/** Amounts in base units of the asset, times in ms. */
export type Wire = {
  id: string;
  userId: string;
  reference: string;
  currency: string;
  asset: string;
  asked: bigint;
  feeRate: string;
  bank: Bank;
  state: (typeof WIRE_STATES)[number];
  askedAt: number;
  picture: string | null;
  proofAt: number | null;
  line: string | null;
  sender: string | null;
  arrived: bigint | null;
  fee: bigint | null;
  reason: (typeof WIRE_REFUSALS)[number] | null;
  decidedAt: number | null;
};

type Text = Pick<Wire, 'id' | 'reference' | 'currency' | 'asset' | 'bank' | 'state' | 'picture' | 'line' | 'sender' | 'reason'> & {
  user_id: string;
  asked: string;
  fee_rate: string;
  asked_at: string;
  proof_at: string | null;
  arrived: string | null;
  fee: string | null;
  decided_at: string | null;
};

const toWire = ({ user_id, fee_rate, asked_at, proof_at, decided_at, ...row }: Text): Wire => ({
  ...row,
  userId: user_id,
  asked: BigInt(row.asked),
  feeRate: fee_rate,
  askedAt: Number(asked_at),
  proofAt: proof_at === null ? null : Number(proof_at),
  arrived: row.arrived === null ? null : BigInt(row.arrived),
  fee: row.fee === null ? null : BigInt(row.fee),
  decidedAt: decided_at === null ? null : Number(decided_at),
});
const COLUMNS =
  'id, user_id, reference, currency, asset, asked, fee_rate, bank, state, asked_at, picture, proof_at, line, sender, arrived, fee, reason, decided_at';

/** Counts those of a user that nobody has decided. Two of one user count one after the other. */
export async function countOpen(tx: Tx, userId: string): Promise<number> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 251))', [userId]);
  const sql = "SELECT count(*) AS n FROM wires WHERE user_id = $1 AND state IN ('waiting', 'review')";
  return Number((await tx.query<{ n: string }>(sql, [userId])).rows[0]?.n ?? 0);
}

type New = Pick<Wire, 'userId' | 'reference' | 'currency' | 'asset' | 'asked' | 'feeRate' | 'bank' | 'askedAt'>;

/** Writes a new one; null where another has its reference. */
export async function insertWire(tx: Tx, wire: New): Promise<Wire | null> {
  const { rows } = await tx.query<Text>(
    `INSERT INTO wires (user_id, reference, currency, asset, asked, fee_rate, bank, state, asked_at) VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', $8)
     ON CONFLICT (reference) DO NOTHING RETURNING ${COLUMNS}`,
    [wire.userId, wire.reference, wire.currency, wire.asset, wire.asked, wire.feeRate, JSON.stringify(wire.bank), wire.askedAt],
  );
  return rows[0] === undefined ? null : toWire(rows[0]);
}

export async function listOfUser(tx: Tx, { userId, id, limit }: { userId: string; id: string | null; limit: number }): Promise<Wire[]> {
  const sql = `SELECT ${COLUMNS} FROM wires WHERE user_id = $1 AND ($2::int8 IS NULL OR id = $2) ORDER BY id DESC LIMIT $3`;
  return (await tx.query<Text>(sql, [userId, id, limit])).rows.map(toWire);
}

/** Returns those that nobody has decided: first those whose owners say that they sent it, the oldest first. */
export async function listOpen(tx: Tx, limit: number): Promise<Wire[]> {
  const sql = `SELECT ${COLUMNS} FROM wires WHERE state IN ('waiting', 'review') ORDER BY state = 'waiting', asked_at, id LIMIT $1`;
  return (await tx.query<Text>(sql, [limit])).rows.map(toWire);
}

/** Returns a row that no other transaction changes before this one ends. */
export async function lockWire(tx: Tx, id: string): Promise<Wire | null> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM wires WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] === undefined ? null : toWire(rows[0]);
}

export async function findWire(tx: Tx, id: string): Promise<Wire | null> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM wires WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : toWire(rows[0]);
}

/** Returns which row a line of the bank was credited to; however it was written then, in capitals or with blanks. Two that ask for one ask one after the other. */
export async function findByLine(tx: Tx, line: string): Promise<string | null> {
  const key = line.replace(/\s+/g, '').toLowerCase();
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 614))', [key]);
  const sql = "SELECT id FROM wires WHERE lower(regexp_replace(line, '\\s', '', 'g')) = $1 LIMIT 1";
  return (await tx.query<{ id: string }>(sql, [key])).rows[0]?.id ?? null;
}

/** Returns what a person was credited by hand since a time (ms), in base units of the asset. Two credits of one person count one after the other. */
export async function sumByHand(tx: Tx, of: { userId: string; since: number }): Promise<bigint> {
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 613))', [of.userId]);
  const sql = 'SELECT coalesce(sum(arrived - fee), 0) AS sum FROM wires WHERE by_hand IS NOT NULL AND user_id = $1 AND decided_at > $2';
  return BigInt((await tx.query<{ sum: string }>(sql, [of.userId, of.since])).rows[0]?.sum ?? '0');
}

type Entered = Omit<New, 'askedAt' | 'asked'> & Omit<Credit, 'id'> & { byHand: string };

/** Writes one that came without a reference of ours, credited; null where another has the reference that was drawn for it. */
export async function insertEntered(tx: Tx, wire: Entered): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO wires (user_id, reference, currency, asset, asked, fee_rate, bank, state, asked_at, line, sender, arrived, fee, decided_at, by_hand)
     VALUES ($1, $2, $3, $4, $9, $5, $6, 'credited', $11, $7, $8, $9, $10, $11, $12) ON CONFLICT (reference) DO NOTHING RETURNING id`,
    [
      ...[wire.userId, wire.reference, wire.currency, wire.asset, wire.feeRate, JSON.stringify(wire.bank)],
      ...[wire.line, wire.sender, wire.arrived, wire.fee, wire.at, wire.byHand],
    ],
  );
  return rows[0]?.id ?? null;
}

/** Notes that the owner says it is sent; the newest that is open whose reference ends so. Null where there is none. */
export async function proveWire(
  tx: Tx,
  input: { userId: string; end: string | null; picture: string | null; at: number },
): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE wires SET state = 'review', proof_at = $4, picture = coalesce($3, picture)
      WHERE id = (SELECT id FROM wires WHERE user_id = $1 AND state IN ('waiting', 'review') AND ($2::text IS NULL OR right(reference, 6) = $2)
                   ORDER BY id DESC LIMIT 1) AND state IN ('waiting', 'review') RETURNING id`,
    [input.userId, input.end, input.picture, input.at],
  );
  return rows[0]?.id ?? null;
}

/** Ends one that its owner calls off; says whether that could be done. */
export async function cancelWire(tx: Tx, input: { userId: string; id: string; at: number }): Promise<boolean> {
  const sql = "UPDATE wires SET state = 'cancelled', decided_at = $3 WHERE id = $2 AND user_id = $1 AND state = 'waiting'";
  return (await tx.query(sql, [input.userId, input.id, input.at])).rowCount === 1;
}

type Credit = { id: string; line: string; sender: string; arrived: bigint; fee: bigint; at: number };

export async function markCredited(tx: Tx, { id, line, sender, arrived, fee, at }: Credit): Promise<void> {
  await tx.query("UPDATE wires SET state = 'credited', line = $2, sender = $3, arrived = $4, fee = $5, decided_at = $6 WHERE id = $1", [
    id,
    line,
    sender,
    arrived,
    fee,
    at,
  ]);
}

export async function markRefused(
  tx: Tx,
  { id, reason, at }: { id: string; reason: NonNullable<Wire['reason']>; at: number },
): Promise<void> {
  await tx.query("UPDATE wires SET state = 'refused', reason = $2, decided_at = $3 WHERE id = $1", [id, reason, at]);
}
