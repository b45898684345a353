import type { Mode, OrderSide } from '../../../lib/protocol/wire';
import type { ListFields } from '../../../lib/protocol/fields';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { findRange, type ListPage, SCAN_ROWS_MAX, toListPage } from '../../platform/keyset-pages';
import type { OrderTable } from './matching.repository';
import { type FillCore, type FillCoreRecord, readFillCore } from './matching.rows';
import { formatAmount } from './matching.wire';

type OrderOfFill = { market: string; side: OrderSide; kind: string };
/** A fill from its owner's side; `realized` is what it made of a position, before fees, zero where there are none. */
export type OwnFill = FillCore & OrderOfFill & { orderId: string; realized: bigint };

type FillTables = Pick<OrderTable<unknown>, 'orders' | 'fills' | 'listedKind' | 'realized'>;

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
  { orders, fills: table, listedKind, realized }: FillTables,
  input: Omit<ListPage, 'before'> & { userId: string; mode: Mode; market: string | null; kind: string | null; after: Place | null },
): Promise<{ rows: OwnFill[]; next: Place | null }> {
  const { end } = await findRange(tx, orders, { from: null, to: input.to, before: null });
  const owner = [input.userId, input.mode];
  // The order of the last row may have more.
  const before = input.after === null || BigInt(input.after.orderId) >= BigInt(end) ? end : String(BigInt(input.after.orderId) + 1n);
  const passed = await tx.query<{ count: number; last: string | null }>(
    `SELECT count(*)::int4 AS count, min(id) AS last FROM (
       SELECT id FROM ${orders} WHERE user_id = $1 AND mode = $2 AND id < $3 ORDER BY id DESC LIMIT ${SCAN_ROWS_MAX}) p`,
    [...owner, before],
  );
  const [{ count, last } = { count: 0, last: null }] = passed.rows;
  if (last === null) return { rows: [], next: null };
  const { rows } = await tx.query<FillCoreRecord & OrderOfFill & { order_id: string; realized: string }>(
    `SELECT f.*, o.id AS order_id, o.market, o.side, ${listedKind} AS kind FROM ${orders} o
       JOIN LATERAL (
         SELECT id, price, quantity, value, maker_fee AS fee, true AS is_maker, created_at, ${realized.maker} AS realized FROM ${table} WHERE maker_order_id = o.id
         UNION ALL
         SELECT id, price, quantity, value, taker_fee, false, created_at, ${realized.taker} FROM ${table} WHERE taker_order_id = o.id
       ) f ON true
      WHERE o.user_id = $1 AND o.mode = $2 AND o.id < $3 AND o.id >= $4 AND o.filled > 0
        AND ($5::int8 IS NULL OR o.id <> $5 OR f.id < $6::int8)
        AND ($7::text IS NULL OR o.market = $7) AND ($8::text IS NULL OR ${listedKind} = $8)
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
  const fills = rows.map((row) => ({
    orderId: row.order_id,
    market: row.market,
    side: row.side,
    kind: row.kind,
    realized: BigInt(row.realized),
    ...readFillCore(row),
  }));
  const final = fills.at(-1);
  if (final !== undefined && fills.length >= input.limit) return { rows: fills, next: { orderId: final.orderId, fillId: final.id } };
  return { rows: fills, next: count < SCAN_ROWS_MAX ? null : { orderId: last, fillId: LAST_OF_ORDER } };
}

type AskedFills = Omit<ListFields, 'before' | 'size'> & { order?: string | undefined; fill?: string | undefined };

/** Returns the page that a list of fills is asked for. @throws REQUEST_INVALID for a range that is none, and for half a place */
export function readFillPage({ order, fill, ...list }: AskedFills): Omit<ListPage, 'before'> & { after: Place | null } {
  if ((order === undefined) !== (fill === undefined)) throw new DomainError('REQUEST_INVALID', { params: { field: 'fill' } });
  const after = order === undefined || fill === undefined ? null : { orderId: order, fillId: fill };
  return { ...toListPage({ ...list, size: 'file' }), after };
}

/** Returns a page of fills in the words of the wire; `own` says what differs between kinds of markets. */
export function toFillsWire<Own extends object>({ rows, next }: { rows: OwnFill[]; next: Place | null }, own: (fill: OwnFill) => Own) {
  return {
    rows: rows.map((row) => ({
      id: row.id,
      order: row.orderId,
      market: row.market,
      price: row.price,
      num: formatAmount(row.quantity),
      value: formatAmount(row.value),
      fee: formatAmount(row.fee),
      liquidity: row.liquidity,
      time: row.at,
      ...own(row),
    })),
    next: next === null ? null : { order: next.orderId, fill: next.fillId },
  };
}
