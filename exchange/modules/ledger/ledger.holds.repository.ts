import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

export type HoldKey = { purpose: string; reference: string };
export type HoldState = 'held' | 'captured' | 'released' | 'expired';
/** Amounts in base units, times in ms. */
export type HoldRow = HoldKey & {
  userId: string;
  mode: Mode;
  asset: string;
  amount: bigint;
  captured: bigint;
  state: HoldState;
  ender: { kind: 'job' | 'order' | 'case'; id: string };
  until: number;
};

type RowText = {
  purpose: string;
  reference: string;
  user_id: string;
  realm: Mode;
  asset: string;
  amount: string;
  captured: string;
  state: HoldState;
  ender_kind: HoldRow['ender']['kind'];
  ender: string;
  until: string;
};

const COLUMNS = 'h.purpose, h.reference, h.user_id, h.realm, h.asset, h.amount, h.captured, h.state, h.ender_kind, h.ender, h.until';
const toRow = (row: RowText): HoldRow => ({
  purpose: row.purpose,
  reference: row.reference,
  userId: row.user_id,
  mode: row.realm,
  asset: row.asset,
  amount: BigInt(row.amount),
  captured: BigInt(row.captured),
  state: row.state,
  ender: { kind: row.ender_kind, id: row.ender },
  until: Number(row.until),
});

/** Returns those that exist, in no order; locks nothing: all but their state and what was captured stays as it is for good. */
export async function findHolds(tx: Tx, keys: readonly HoldKey[]): Promise<HoldRow[]> {
  const { rows } = await tx.query<RowText>(
    `SELECT ${COLUMNS} FROM holds h JOIN unnest($1::text[], $2::text[]) AS k(purpose, reference) USING (purpose, reference)`,
    [keys.map(({ purpose }) => purpose), keys.map(({ reference }) => reference)],
  );
  return rows.map(toRow);
}

/** A hold to open at `at` (ms). */
export type NewHold = Omit<HoldRow, 'captured' | 'state'> & { at: number };

/** Returns how many were new: one that another transaction has placed meanwhile is left as it is. */
export async function insertHolds(tx: Tx, holds: readonly NewHold[]): Promise<number> {
  const { rowCount } = await tx.query(
    `INSERT INTO holds (purpose, reference, user_id, realm, asset, amount, ender_kind, ender, until, opened_at)
     SELECT n.* FROM unnest($1::text[], $2::text[], $3::int8[], $4::text[], $5::text[], $6::numeric[], $7::text[], $8::text[], $9::int8[], $10::int8[])
       AS n(purpose, reference, user_id, realm, asset, amount, ender_kind, ender, until, opened_at) ORDER BY n.purpose, n.reference
     ON CONFLICT (purpose, reference) DO NOTHING RETURNING 1`,
    [
      holds.map((hold) => hold.purpose),
      holds.map((hold) => hold.reference),
      holds.map((hold) => hold.userId),
      holds.map((hold) => hold.mode),
      holds.map((hold) => hold.asset),
      holds.map((hold) => hold.amount),
      holds.map((hold) => hold.ender.kind),
      holds.map((hold) => hold.ender.id),
      holds.map((hold) => hold.until),
      holds.map((hold) => hold.at),
    ],
  );
  return rowCount;
}

export type HoldEnd = HoldKey & { state: Exclude<HoldState, 'held'>; captured: bigint };

/** Returns how many ended; those that had ended before are left as they are. */
export async function endHolds(tx: Tx, ends: readonly HoldEnd[], at: number): Promise<number> {
  const { rowCount } = await tx.query(
    `UPDATE holds h SET state = e.state, captured = e.captured, ended_at = $5::int8
       FROM unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) AS e(purpose, reference, state, captured)
      WHERE h.purpose = e.purpose AND h.reference = e.reference AND h.state = 'held' RETURNING 1`,
    [ends.map((end) => end.purpose), ends.map((end) => end.reference), ends.map((end) => end.state), ends.map((end) => end.captured), at],
  );
  return rowCount;
}

/** Returns the holds of a purpose whose time is over, the longest overdue first. */
export async function listDue(tx: Tx, input: { purpose: string; now: number; limit: number }): Promise<HoldRow[]> {
  const { rows } = await tx.query<RowText>(
    `SELECT ${COLUMNS} FROM holds h WHERE h.state = 'held' AND h.until <= $2 AND h.purpose = $1 ORDER BY h.until, h.id LIMIT $3`,
    [input.purpose, input.now, input.limit],
  );
  return rows.map(toRow);
}
