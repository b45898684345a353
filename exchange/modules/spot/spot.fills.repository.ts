import type { Mode, OrderSide, SpotOrderKind } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { findRange, type ListPage, SCAN_ROWS_MAX } from '../../platform/keyset-pages';
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

type OrderOfFill = { market: string; side: OrderSide; kind: SpotOrderKind };
export type OwnFill = FillCore & OrderOfFill & { orderId: string };

/** Order and fill after which a list goes on. */
type Place = { orderId: string; fillId: string };
/** Nothing of the order with this place is left. */
const LAST_OF_ORDER = '1';

/**
 * Returns one page of a user's fills, newest order first, then newest fill, from (included) to (excluded); `next` is where the next page begins. It
 * passes by `SCAN_ROWS_MAX` orders at most, so that a page may be short, or empty.
 */
export async function listOwnFills(
  tx: Tx,
  input: Omit<ListPage, 'before'> & { userId: string; mode: Mode; market: string | null; kind: string | null; after: Place | null },
): Promise<{ rows: OwnFill[]; next: Place | null }> {
  const { end } = await findRange(tx, 'spot_orders', { from: null, to: input.to, before: null });
  const owner = [input.userId, input.mode];
  // The order of the last row may have more.
  const before = input.after === null || BigInt(input.after.orderId) >= BigInt(end) ? end : String(BigInt(input.after.orderId) + 1n);
  const passed = await tx.query<{ count: number; last: string | null }>(
    `SELECT count(*)::int4 AS count, min(id) AS last FROM (
       SELECT id FROM spot_orders WHERE user_id = $1 AND mode = $2 AND id < $3 ORDER BY id DESC LIMIT ${SCAN_ROWS_MAX}) p`,
    [...owner, before],
  );
  const [{ count, last } = { count: 0, last: null }] = passed.rows;
  if (last === null) return { rows: [], next: null };
  const { rows } = await tx.query<FillCoreRecord & OrderOfFill & { order_id: string }>(
    `SELECT f.*, o.id AS order_id, o.market, o.side, o.kind FROM spot_orders o
       JOIN LATERAL (
         SELECT id, price, quantity, value, maker_fee AS fee, true AS is_maker, created_at FROM spot_fills WHERE maker_order_id = o.id
         UNION ALL
         SELECT id, price, quantity, value, taker_fee, false, created_at FROM spot_fills WHERE taker_order_id = o.id
       ) f ON true
      WHERE o.user_id = $1 AND o.mode = $2 AND o.id < $3 AND o.id >= $4 AND o.filled > 0
        AND ($5::int8 IS NULL OR o.id <> $5 OR f.id < $6::int8)
        AND ($7::text IS NULL OR o.market = $7) AND ($8::text IS NULL OR o.kind = $8)
        AND ($9::int8 IS NULL OR (o.updated_at >= to_timestamp($9 / 1000.0) AND f.created_at >= to_timestamp($9 / 1000.0)))
        AND ($10::int8 IS NULL OR f.created_at < to_timestamp($10 / 1000.0))
      ORDER BY o.id DESC, f.id DESC LIMIT $11`,
    [
      ...owner,
      before,
      last,
      input.after?.orderId ?? null,
      input.after?.fillId ?? null,
      input.market,
      input.kind,
      input.from,
      input.to,
      input.limit,
    ],
  );
  const fills = rows.map((row) => ({ orderId: row.order_id, market: row.market, side: row.side, kind: row.kind, ...readFillCore(row) }));
  const final = fills.at(-1);
  if (final !== undefined && fills.length >= input.limit) return { rows: fills, next: { orderId: final.orderId, fillId: final.id } };
  return { rows: fills, next: count < SCAN_ROWS_MAX ? null : { orderId: last, fillId: LAST_OF_ORDER } };
}
