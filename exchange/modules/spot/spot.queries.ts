import { BOOK_LEVELS_MAX, type Mode, PAGE_SIZE, TRADES_MAX } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { OrderRow } from './spot.commands';
import { ORDER_COLUMNS, readOrder } from './spot.repository';
import { formatPrice } from '../matching/matching';

/** Fills shown of one order; the wire takes as many. */
const FILLS_OF_ORDER_MAX = 1_000;

/** Returns a user's open orders in one market, newest first; bounded by the open orders a user may have. */
export async function listOpenOrders(tx: Tx, input: { userId: string; mode: Mode; market: string; limit: number }): Promise<OrderRow[]> {
  const { rows } = await tx.query(
    `SELECT ${ORDER_COLUMNS} FROM spot_orders o
      WHERE o.user_id = $1 AND o.mode = $2 AND o.market = $3 AND o.status IN ('waiting', 'open', 'partially_filled') ORDER BY o.id DESC LIMIT $4`,
    [input.userId, input.mode, input.market, input.limit],
  );
  return rows.map(readOrder);
}

/** Returns one page of a user's orders, newest first, and one more row when a further page follows. */
export async function listOrders(
  tx: Tx,
  input: { userId: string; mode: Mode; market: string | null; state: 'open' | 'closed' | 'all'; page: number },
): Promise<OrderRow[]> {
  const { rows } = await tx.query(
    `SELECT ${ORDER_COLUMNS} FROM spot_orders o
      WHERE o.user_id = $1 AND o.mode = $2 AND ($3::text IS NULL OR o.market = $3)
        AND ($4::text = 'all' OR (o.status IN ('waiting', 'open', 'partially_filled')) = ($4::text = 'open'))
      ORDER BY o.id DESC LIMIT $5 OFFSET $6`,
    [input.userId, input.mode, input.market, input.state, PAGE_SIZE, (input.page - 1) * PAGE_SIZE],
  );
  return rows.map(readOrder);
}

/** Returns a user's own order of one mode, or null: another user's or another mode's order doesn't exist for them. */
export async function findOwnOrder(tx: Tx, input: { userId: string; mode: Mode; id: string }): Promise<OrderRow | null> {
  const { rows } = await tx.query(`SELECT ${ORDER_COLUMNS} FROM spot_orders o WHERE o.id = $1 AND o.user_id = $2 AND o.mode = $3`, [
    input.id,
    input.userId,
    input.mode,
  ]);
  return rows[0] === undefined ? null : readOrder(rows[0]);
}

export type FillOfOrder = {
  id: string;
  price: string;
  quantity: bigint;
  value: bigint;
  fee: bigint;
  liquidity: 'maker' | 'taker';
  journalId: string;
  at: number;
};

/** Returns the fills of one order from its owner's side, oldest first. */
export async function listFillsOfOrder(tx: Tx, orderId: string): Promise<FillOfOrder[]> {
  const { rows } = await tx.query<
    Record<'id' | 'price' | 'quantity' | 'value' | 'fee' | 'journal_id', string> & { is_maker: boolean; created_at: Date }
  >(
    `SELECT * FROM (
       SELECT id, price, quantity, value, maker_fee AS fee, true AS is_maker, journal_id, created_at FROM spot_fills WHERE maker_order_id = $1
       UNION ALL
       SELECT id, price, quantity, value, taker_fee, false, journal_id, created_at FROM spot_fills WHERE taker_order_id = $1
     ) f ORDER BY id LIMIT $2`,
    [orderId, FILLS_OF_ORDER_MAX],
  );
  return rows.map((row) => ({
    id: row.id,
    price: formatPrice(row.price),
    quantity: BigInt(row.quantity),
    value: BigInt(row.value),
    fee: BigInt(row.fee),
    liquidity: row.is_maker ? 'maker' : 'taker',
    journalId: row.journal_id,
    at: row.created_at.getTime(),
  }));
}

export type TradeRow = { id: string; price: string; quantity: bigint; side: 'buy' | 'sell'; at: number };

/** Returns the last trades of a book, newest first. */
export async function listTrades(tx: Tx, input: { market: string; mode: Mode }): Promise<TradeRow[]> {
  const { rows } = await tx.query<{ id: string; price: string; quantity: string; taker_side: 'buy' | 'sell'; created_at: Date }>(
    'SELECT id, price, quantity, taker_side, created_at FROM spot_fills WHERE market = $1 AND mode = $2 ORDER BY id DESC LIMIT $3',
    [input.market, input.mode, TRADES_MAX],
  );
  return rows.map((row) => ({
    id: row.id,
    price: formatPrice(row.price),
    quantity: BigInt(row.quantity),
    side: row.taker_side,
    at: row.created_at.getTime(),
  }));
}

/** Returns the best levels of one side from the database, best first: for a process that doesn't write the market. Quantity in base units. */
export async function listLevels(
  tx: Tx,
  input: { market: string; mode: Mode; side: 'buy' | 'sell' },
): Promise<{ price: string; quantity: bigint }[]> {
  const direction = input.side === 'buy' ? 'DESC' : 'ASC';
  const { rows } = await tx.query<{ price: string; rest: string }>(
    `SELECT price, sum(quantity - filled) AS rest FROM spot_orders
      WHERE market = $1 AND mode = $2 AND side = $3 AND status IN ('open', 'partially_filled') GROUP BY price ORDER BY price ${direction} LIMIT $4`,
    [input.market, input.mode, input.side, BOOK_LEVELS_MAX],
  );
  return rows.map((row) => ({ price: formatPrice(row.price), quantity: BigInt(row.rest) }));
}
