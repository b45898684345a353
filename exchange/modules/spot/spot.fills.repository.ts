import type { Tx } from '../../platform/db';
import type { RetentionRule } from '../../platform/retention';
import { type FillCore, type FillCoreRecord, readFillCore } from '../matching/matching';

/** Fills shown of one order; the wire takes as many. */
const FILLS_OF_ORDER_MAX = 1_000;

/** Returns the fills of one order from its owner's side, oldest first. */
export async function listFillsOfOrder(tx: Tx, orderId: string): Promise<(FillCore & { journalId: string })[]> {
  const { rows } = await tx.query<FillCoreRecord & { journal_id: string }>(
    `SELECT * FROM (
       SELECT id, price, quantity, value, maker_fee AS fee, true AS is_maker, journal_id, created_at FROM spot_fills WHERE maker_order_id = $1
       UNION ALL
       SELECT id, price, quantity, value, taker_fee, false, journal_id, created_at FROM spot_fills WHERE taker_order_id = $1
     ) f ORDER BY id LIMIT $2`,
    [orderId, FILLS_OF_ORDER_MAX],
  );
  return rows.map((row) => ({ journalId: row.journal_id, ...readFillCore(row) }));
}

/**
 * Returns what orders paid in fees as takers in the journals after one up to another, in base units of the quote: a fee that was kept in the coin at the price of
 * its fill, rounded down.
 */
export async function sumSpotTakerFees(
  tx: Tx,
  { orders, after, upTo }: { orders: readonly string[]; after: string; upTo: string },
): Promise<bigint> {
  const { rows } = await tx.query<{ fees: string | null }>(
    `SELECT sum(CASE WHEN f.taker_side = 'sell' THEN f.taker_fee ELSE trunc(f.taker_fee * f.price * 10::numeric ^ (q.scale - b.scale)) END) AS fees
       FROM spot_fills f JOIN assets b ON b.code = split_part(f.market, '-', 1) JOIN assets q ON q.code = split_part(f.market, '-', 2)
      WHERE f.taker_order_id = ANY($1::int8[]) AND f.journal_id > $2 AND f.journal_id <= $3`,
    [orders, after, upTo],
  );
  return BigInt(rows[0]?.fees?.replace(/\..*$/, '') ?? '0');
}

/** Lines of the tape are shown while they are among the last trades of their book: a day is more than that. */
export const tapeRetention: RetentionRule = {
  name: 'spot_tape',
  keptMs: 86_400_000,
  async remove(tx, { before, limit }) {
    const sql = `DELETE FROM spot_fills WHERE id IN (
      SELECT id FROM spot_fills WHERE journal_id IS NULL AND created_at < to_timestamp($1::int8 / 1000.0) ORDER BY id LIMIT $2)`;
    return (await tx.query(sql, [String(before), limit])).rowCount;
  },
};
