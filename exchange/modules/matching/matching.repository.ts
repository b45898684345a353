import { BOOK_LEVELS_MAX, type Mode, type OrderSide, PAGE_SIZE, TRADES_MAX } from '../../../lib/protocol/wire';
import type { Row, Tx } from '../../platform/db';
import { offsetOf } from '../../platform/offset-pages';
import { formatPrice } from './matching.terms';

/** Where one kind of market keeps its orders and fills. In the texts of SQL an order is `o`. */
export type OrderTable<Order> = {
  orders: string;
  fills: string;
  columns: string;
  read(row: Row): Order;
  /** Condition of an order that isn't over. */
  isOpen: string;
  /** What a list of orders calls the kind of one. */
  listedKind: string;
  /** Columns of a fill with what it realised for either side, before fees; zero where there are no positions. */
  realized: { maker: string; taker: string };
  /** Condition of a fill that is a trade of the book. */
  isTrade: string;
};
type Owner = { userId: string; mode: Mode };
type OfBook = { market: string; mode: Mode };

/** Returns a user's open orders in one market, newest first; bounded by the open orders a user may have. */
export async function listOpenOrders<O>(tx: Tx, table: OrderTable<O>, input: Owner & { market: string; limit: number }): Promise<O[]> {
  const { rows } = await tx.query(
    `SELECT ${table.columns} FROM ${table.orders} o
      WHERE o.user_id = $1 AND o.mode = $2 AND o.market = $3 AND ${table.isOpen} ORDER BY o.id DESC LIMIT $4`,
    [input.userId, input.mode, input.market, input.limit],
  );
  return rows.map(table.read);
}

/** Removes cancelled orders of one account of which nothing was filled: the house's old quotes. Returns how many there were. */
export async function deleteUnfilled<O>(tx: Tx, table: OrderTable<O>, input: Owner & { ids: readonly string[] }): Promise<number> {
  const sql = `DELETE FROM ${table.orders} WHERE id = ANY($1::int8[]) AND user_id = $2 AND mode = $3 AND status = 'cancelled' AND filled = 0`;
  return (await tx.query(sql, [input.ids, input.userId, input.mode])).rowCount;
}

/** Returns one page of a user's orders, newest first. */
export async function listOrders<O>(
  tx: Tx,
  table: OrderTable<O>,
  input: Owner & { market: string | null; state: 'open' | 'closed' | 'all'; page: number },
): Promise<O[]> {
  const { rows } = await tx.query(
    `SELECT ${table.columns} FROM ${table.orders} o
      WHERE o.user_id = $1 AND o.mode = $2 AND ($3::text IS NULL OR o.market = $3) AND ($4::text = 'all' OR (${table.isOpen}) = ($4::text = 'open'))
      ORDER BY o.id DESC LIMIT $5 OFFSET $6`,
    [input.userId, input.mode, input.market, input.state, PAGE_SIZE, offsetOf(input.page)],
  );
  return rows.map(table.read);
}

/** Returns a user's own order of one mode, or null: another user's or another mode's order doesn't exist for them. */
export async function findOwnOrder<O>(tx: Tx, table: OrderTable<O>, input: Owner & { id: string }): Promise<O | null> {
  const sql = `SELECT ${table.columns} FROM ${table.orders} o WHERE o.id = $1 AND o.user_id = $2 AND o.mode = $3`;
  const { rows } = await tx.query(sql, [input.id, input.userId, input.mode]);
  return rows[0] === undefined ? null : table.read(rows[0]);
}

/** Returns the market of a user's own order of one mode, null when there is none. */
export async function findMarketOf(tx: Tx, table: OrderTable<unknown>, input: Owner & { id: number }): Promise<string | null> {
  const sql = `SELECT market FROM ${table.orders} WHERE id = $1 AND user_id = $2 AND mode = $3`;
  const { rows } = await tx.query<{ market: string }>(sql, [input.id, input.userId, input.mode]);
  return rows[0]?.market ?? null;
}

/** Returns the orders with these ids, in no order; ids that don't exist are left out. */
export async function findOrders<O>(tx: Tx, table: OrderTable<O>, ids: readonly number[]): Promise<O[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query(`SELECT ${table.columns} FROM ${table.orders} o WHERE o.id = ANY($1::int8[])`, [ids.map(String)]);
  return rows.map(table.read);
}

export type TradeRow = { id: string; price: string; quantity: bigint; side: OrderSide; at: number };

/** Returns the last trades of a book, newest first. */
export async function listTrades(tx: Tx, table: OrderTable<unknown>, input: OfBook): Promise<TradeRow[]> {
  const { rows } = await tx.query<{ id: string; price: string; quantity: string; taker_side: OrderSide; created_at: Date }>(
    `SELECT id, price, quantity, taker_side, created_at FROM ${table.fills}
      WHERE market = $1 AND mode = $2 AND ${table.isTrade} ORDER BY id DESC LIMIT $3`,
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
  table: OrderTable<unknown>,
  input: OfBook & { side: OrderSide },
): Promise<{ price: string; quantity: bigint }[]> {
  const direction = input.side === 'buy' ? 'DESC' : 'ASC';
  const { rows } = await tx.query<{ price: string; rest: string }>(
    `SELECT price, sum(quantity - filled) AS rest FROM ${table.orders}
      WHERE market = $1 AND mode = $2 AND side = $3 AND status IN ('open', 'partially_filled') AND taking_limit IS NULL
      GROUP BY price ORDER BY price ${direction} LIMIT $4`,
    [input.market, input.mode, input.side, BOOK_LEVELS_MAX],
  );
  return rows.map((row) => ({ price: formatPrice(row.price), quantity: BigInt(row.rest) }));
}

type Sequence = 'spot_order_ids' | 'spot_fill_ids' | 'perpetual_fill_ids' | 'perpetual_position_ids';

/**
 * Returns so many new ids of each sequence in rising order, in one statement. A sequence never goes back, so a later batch has later ids, whichever process
 * runs it.
 */
export async function takeIds<S extends Sequence>(tx: Tx, wanted: Readonly<Record<S, number>>): Promise<Record<S, number[]>> {
  const counts = Object.entries<number>(wanted).filter(([, count]) => count > 0);
  const taken = Object.fromEntries(Object.keys(wanted).map((sequence) => [sequence, []])) as unknown as Record<S, number[]>;
  if (counts.length === 0) return taken;
  // A row of each: a row for each id took the driver longer than all else of it.
  const { rows } = await tx.query<{ sequence: S; ids: string }>(
    `SELECT w.sequence, string_agg(nextval(w.sequence::regclass)::text, ',') AS ids
       FROM unnest($1::text[], $2::int4[]) AS w(sequence, count), generate_series(1, w.count) GROUP BY w.sequence`,
    [counts.map(([sequence]) => sequence), counts.map(([, count]) => count)],
  );
  for (const { sequence, ids } of rows)
    taken[sequence] = ids
      .split(',')
      .map(Number)
      .sort((a, b) => a - b);
  return taken;
}
