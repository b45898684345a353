import type { Tx } from '../../platform/db';
import type { Print } from './prints.math';

type PrintRow = { seq: string; time: string; prices: string; previous: string; hash: string };

const toPrint = (row: PrintRow): Print => ({ ...row, seq: Number(row.seq), time: Number(row.time) });

/**
 * Fails with 23505 or 23514 when the row does not continue the chain, for instance because another process printed first. Returns false, and
 * stores nothing, when it lies more than `aheadMaxMs` in the future of the database (null: not asked).
 */
export async function insertPrint(tx: Tx, print: Print, aheadMaxMs: number | null = null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO price_prints (seq, time, prices, previous, hash) SELECT $1::int8, $2::int8, $3::text, $4::text, $5::text
      WHERE $6::int8 IS NULL OR $2::int8 <= extract(epoch FROM clock_timestamp()) * 1000 + $6::int8`,
    [print.seq, print.time, print.prices, print.previous, print.hash, aheadMaxMs],
  );
  return rowCount === 1;
}

export async function findLastPrint(tx: Tx): Promise<Print | null> {
  const { rows } = await tx.query<PrintRow>('SELECT seq, time, prices, previous, hash FROM price_prints ORDER BY seq DESC LIMIT 1');
  return rows[0] ? toPrint(rows[0]) : null;
}

/** Where the kept part of the chain begins. */
export async function getPrintBase(tx: Tx): Promise<{ seq: number; hash: string }> {
  const { rows } = await tx.query<{ seq: string; hash: string }>('SELECT seq, hash FROM price_print_base');
  if (!rows[0]) throw new Error('price_print_base is empty');
  return { seq: Number(rows[0].seq), hash: rows[0].hash };
}

/** Rows from `from` on, ascending. */
export async function listPrintsFrom(tx: Tx, input: { from: number; limit: number }): Promise<Print[]> {
  const sql = 'SELECT seq, time, prices, previous, hash FROM price_prints WHERE seq >= $1 ORDER BY seq LIMIT $2';
  return (await tx.query<PrintRow>(sql, [input.from, input.limit])).rows.map(toPrint);
}

/** Returns the prices of the last print at or before each of these times (ms) and less than `gapMs` before it; null where there is none. */
export async function listPricesAt(tx: Tx, input: { times: readonly number[]; gapMs: number }): Promise<(string | null)[]> {
  const { rows } = await tx.query<{ prices: string | null }>(
    `SELECT p.prices FROM unnest($1::int8[]) WITH ORDINALITY AS t(at, n) LEFT JOIN LATERAL (
       SELECT prices FROM price_prints WHERE time <= t.at AND time > t.at - $2::int8 ORDER BY time DESC LIMIT 1) p ON true ORDER BY t.n`,
    [input.times, input.gapMs],
  );
  return rows.map(({ prices }) => prices);
}

/** Newest first. */
export async function listNewestPrints(tx: Tx, limit: number): Promise<Print[]> {
  const sql = 'SELECT seq, time, prices, previous, hash FROM price_prints ORDER BY seq DESC LIMIT $1';
  return (await tx.query<PrintRow>(sql, [limit])).rows.map(toPrint);
}

/** Rows with from <= time < to (ms), ascending. */
export async function listPrintsBetween(tx: Tx, input: { from: number; to: number; limit: number }): Promise<Print[]> {
  const sql = 'SELECT seq, time, prices, previous, hash FROM price_prints WHERE time >= $1 AND time < $2 ORDER BY time LIMIT $3';
  return (await tx.query<PrintRow>(sql, [input.from, input.to, input.limit])).rows.map(toPrint);
}

/** Removes up to `limit` rows older than `before` (ms) and moves the base of the chain to the newest of them. Returns how many went. */
export async function prunePrints(tx: Tx, input: { before: number; limit: number }): Promise<number> {
  const { rows } = await tx.query<{ seq: string; hash: string }>(
    'SELECT seq, hash FROM (SELECT seq, hash FROM price_prints WHERE time < $1 ORDER BY seq LIMIT $2) AS old ORDER BY seq DESC LIMIT 1',
    [input.before, input.limit],
  );
  if (!rows[0]) return 0;
  await tx.query('UPDATE price_print_base SET seq = $1, hash = $2', [rows[0].seq, rows[0].hash]);
  return (await tx.query('DELETE FROM price_prints WHERE seq <= $1', [rows[0].seq])).rowCount;
}
