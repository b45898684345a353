import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { PoolName } from './pools.list';

export type ReserveKey = { purpose: string; reference: string };
/** Amounts in base units, `until` in ms; `left` is what is still promised. */
export type ReserveRow = ReserveKey & { pool: PoolName; mode: Mode; asset: string; amount: bigint; left: bigint; until: number };

type RowText = {
  pool: PoolName;
  purpose: string;
  reference: string;
  realm: Mode;
  asset: string;
  amount: string;
  left_over: string;
  until: string;
};

const split = (keys: readonly ReserveKey[]) => [keys.map(({ purpose }) => purpose), keys.map(({ reference }) => reference)];

/** Locks the reserves of these keys in their order, and returns those that exist. */
export async function lockReserves(tx: Tx, keys: readonly ReserveKey[]): Promise<ReserveRow[]> {
  const { rows } = await tx.query<RowText>(
    `SELECT r.pool, r.purpose, r.reference, r.realm, r.asset, r.amount, r.left_over, r.until
       FROM pool_reserves r JOIN unnest($1::text[], $2::text[]) AS k(purpose, reference) USING (purpose, reference)
      ORDER BY r.purpose, r.reference FOR UPDATE OF r`,
    split(keys),
  );
  return rows.map(({ realm, amount, left_over, until, ...row }) => ({
    ...row,
    mode: realm,
    amount: BigInt(amount),
    left: BigInt(left_over),
    until: Number(until),
  }));
}

/** Returns how many were new. */
export async function insertReserves(tx: Tx, rows: readonly Omit<ReserveRow, 'left'>[], at: number): Promise<number> {
  const { rowCount } = await tx.query(
    `INSERT INTO pool_reserves (pool, purpose, reference, realm, asset, amount, until, opened_at)
     SELECT n.*, $8::int8 FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::numeric[], $7::int8[])
       AS n(pool, purpose, reference, realm, asset, amount, until) ORDER BY n.purpose, n.reference
     ON CONFLICT (purpose, reference) DO NOTHING RETURNING 1`,
    [
      rows.map((row) => row.pool),
      ...split(rows),
      rows.map((row) => row.mode),
      rows.map((row) => row.asset),
      rows.map((row) => row.amount),
      rows.map((row) => row.until),
      at,
    ],
  );
  return rowCount;
}

/** Takes from what reserves still promise. Whoever calls has locked them. */
export async function shrinkReserves(
  tx: Tx,
  changes: readonly (ReserveKey & { paid: bigint; released: bigint })[],
  at: number,
): Promise<void> {
  const { rowCount } = await tx.query(
    `UPDATE pool_reserves r SET paid = r.paid + c.paid, released = r.released + c.released,
            ended_at = CASE WHEN r.paid + c.paid + r.released + c.released = r.amount THEN $5::int8 END
       FROM unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[]) AS c(purpose, reference, paid, released)
      WHERE r.purpose = c.purpose AND r.reference = c.reference AND r.ended_at IS NULL`,
    [...split(changes), changes.map(({ paid }) => paid), changes.map(({ released }) => released), at],
  );
  if (rowCount !== changes.length) throw new Error(`${rowCount} of ${changes.length} reserves were taken from`);
}

/** Returns until when the last open promise of each pool runs, in ms, in the order asked; null where nothing is promised. One statement. */
export async function listPromisedUntil(
  tx: Tx,
  parts: readonly { pool: PoolName; mode: Mode; asset: string }[],
): Promise<(number | null)[]> {
  const { rows } = await tx.query<{ until: string | null }>(
    `SELECT (SELECT max(until) FROM pool_reserves r
              WHERE r.pool = p.pool AND r.realm = p.realm AND r.asset = p.asset AND r.ended_at IS NULL) AS until
       FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS p(pool, realm, asset, place) ORDER BY p.place`,
    [parts.map(({ pool }) => pool), parts.map(({ mode }) => mode), parts.map(({ asset }) => asset)],
  );
  return rows.map(({ until }) => (until === null ? null : Number(until)));
}

/** Returns which of these journals were posted, as `<code> <reference>`. */
export async function findPosted(tx: Tx, journals: readonly { code: string; reference: string }[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ code: string; reference: string }>(
    `SELECT j.code, j.reference FROM unnest($1::text[], $2::text[]) AS k(code, reference) JOIN ledger_journals j USING (code, reference)`,
    [journals.map(({ code }) => code), journals.map(({ reference }) => reference)],
  );
  return new Set(rows.map(({ code, reference }) => `${code} ${reference}`));
}
