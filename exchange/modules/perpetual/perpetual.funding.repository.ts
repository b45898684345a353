import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { Position } from './perpetual.position';

/** One instant of one book; rates in units of 0.00000001, money in USDT units, `mark` as a decimal, times in ms. */
export type FundingRow = {
  market: string;
  mode: Mode;
  instant: number;
  rate: bigint;
  premium: bigint;
  samples: number;
  mark: string;
  printSeq: number;
  settledAt: number;
  paid: bigint;
  received: bigint;
  byFund: bigint;
  missing: bigint;
  skipped: 'no_prints' | null;
};
/** What one position received; below zero: paid. */
export type PaymentRow = { owner: number; identity: Position['identity']; side: 'long' | 'short'; quantity: bigint; amount: bigint };
type OfBook = { market: string; mode: Mode };

export async function isSettled(tx: Tx, { market, mode, instant }: OfBook & { instant: number }): Promise<boolean> {
  const sql = 'SELECT 1 FROM perpetual_fundings WHERE market = $1 AND mode = $2 AND instant = $3';
  return (await tx.query(sql, [market, mode, instant])).rows.length > 0;
}

/** Returns the last instant that was settled (or skipped) in each book, by `market:mode`. */
export async function listLastInstants(tx: Tx): Promise<Map<string, number>> {
  const sql = 'SELECT market, mode, max(instant) AS instant FROM perpetual_fundings GROUP BY market, mode';
  const { rows } = await tx.query<{ market: string; mode: Mode; instant: string }>(sql);
  return new Map(rows.map((row) => [`${row.market}:${row.mode}`, Number(row.instant)]));
}

/** Returns sum and count of the premium samples with from <= minute < to (ms). */
export async function sumPremiums(tx: Tx, input: OfBook & { from: number; to: number }): Promise<{ sum: bigint; count: number }> {
  const { rows } = await tx.query<{ sum: string | null; count: string }>(
    'SELECT sum(premium) AS sum, count(*) AS count FROM perpetual_premiums WHERE market = $1 AND mode = $2 AND minute >= $3 AND minute < $4',
    [input.market, input.mode, input.from, input.to],
  );
  return { sum: BigInt(rows[0]?.sum ?? '0'), count: Number(rows[0]?.count ?? '0') };
}

export type PremiumRow = OfBook & { minute: number; premium: bigint; index: string; basis: string };

/** Stores samples; a minute that was sampled already (by another process) stays as it is. */
export async function insertPremiums(tx: Tx, rows: readonly PremiumRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO perpetual_premiums (market, mode, minute, premium, index_price, basis)
     SELECT * FROM unnest($1::text[], $2::text[], $3::int8[], $4::int8[], $5::numeric[], $6::numeric[]) ON CONFLICT DO NOTHING`,
    [
      rows.map(({ market }) => market),
      rows.map(({ mode }) => mode),
      rows.map(({ minute }) => minute),
      rows.map(({ premium }) => premium),
      rows.map(({ index }) => index),
      rows.map(({ basis }) => basis),
    ],
  );
}

/** Returns the averaged distance (a decimal) of the last sample since a time, null when there is none. */
export async function findLastBasis(tx: Tx, input: OfBook & { since: number }): Promise<string | null> {
  const sql = 'SELECT basis FROM perpetual_premiums WHERE market = $1 AND mode = $2 AND minute >= $3 ORDER BY minute DESC LIMIT 1';
  const { rows } = await tx.query<{ basis: string }>(sql, [input.market, input.mode, input.since]);
  return rows[0]?.basis ?? null;
}

/** Writes instants with their payments. @throws unique violation when one of them was settled by another process meanwhile */
export async function insertFundings(
  tx: Tx,
  fundings: readonly { row: FundingRow; payments: readonly PaymentRow[]; journalId: string }[],
): Promise<void> {
  for (const { row, payments, journalId } of fundings) {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO perpetual_fundings (market, mode, instant, rate, premium, samples, mark, print_seq, paid, received, by_fund, missing, skipped, settled_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) RETURNING id`,
      [
        row.market,
        row.mode,
        row.instant,
        row.rate,
        row.premium,
        row.samples,
        row.mark,
        row.printSeq,
        row.paid,
        row.received,
        row.byFund,
        row.missing,
        row.skipped,
        row.settledAt,
      ],
    );
    if (payments.length === 0) continue;
    await tx.query(
      `INSERT INTO perpetual_funding_payments (funding_id, user_id, mode, market, position_id, side, quantity, amount, journal_id)
       SELECT $1::int8, user_id, $2::text, $3::text, position_id, side, quantity, amount, $4::int8
         FROM unnest($5::int8[], $6::int8[], $7::text[], $8::numeric[], $9::numeric[]) AS n(user_id, position_id, side, quantity, amount)`,
      [
        rows[0]?.id,
        row.mode,
        row.market,
        journalId,
        payments.map(({ owner }) => String(owner)),
        payments.map(({ identity }) => String(identity.id)),
        payments.map(({ side }) => side),
        payments.map(({ quantity }) => quantity),
        payments.map(({ amount }) => amount),
      ],
    );
  }
}
