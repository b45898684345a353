import type { OrderSide } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';

export type Leg = 'spot' | 'perpetual';
/** Why a book trades; the words of each stand in the published rules. */
export type Reason = 'enter' | 'leave' | 'rebalance' | 'margin' | 'stale' | 'cash' | 'stop';
/** An order of a book: quantity in the coin, price in USDT, as decimals. */
export type BookOrder = {
  leg: Leg;
  market: string;
  side: OrderSide;
  quantity: string;
  price: string;
  isReducing: boolean;
  reason: Reason;
};
export type OrderRow = BookOrder & {
  id: string;
  book: string;
  askedAt: number;
  doneAt: number | null;
  orderId: string | null;
  outcome: 'taken' | 'refused' | null;
};

type Row = Record<string, unknown>;

function toOrder(row: Row): OrderRow {
  return {
    id: String(row.id),
    book: String(row.book),
    leg: row.leg as Leg,
    market: String(row.market),
    side: row.side as OrderSide,
    quantity: String(row.quantity),
    price: String(row.price),
    isReducing: row.is_reducing === true,
    reason: row.reason as Reason,
    askedAt: Number(row.asked_at),
    doneAt: row.done_at === null ? null : Number(row.done_at),
    orderId: row.order_id === null ? null : String(row.order_id),
    outcome: row.outcome as OrderRow['outcome'],
  };
}

export async function countOpenOrders(tx: Tx, book: string): Promise<number> {
  const { rows } = await tx.query<{ open: string }>('SELECT count(*) AS open FROM hosting_orders WHERE book = $1 AND done_at IS NULL', [
    book,
  ]);
  return Number(rows[0]?.open);
}

export async function listOpenOrders(tx: Tx, book: string): Promise<OrderRow[]> {
  return (await tx.query<Row>('SELECT * FROM hosting_orders WHERE book = $1 AND done_at IS NULL ORDER BY id', [book])).rows.map(toOrder);
}

/** Writes orders down before they are asked for. Returns them with their numbers. */
export async function insertOrders(tx: Tx, { book, at, orders }: { book: string; at: number; orders: readonly BookOrder[] }) {
  const { rows } = await tx.query<Row>(
    `INSERT INTO hosting_orders (book, asked_at, leg, market, side, quantity, price, is_reducing, reason)
     SELECT $1, $2, n.* FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bool[], $9::text[])
       AS n(leg, market, side, quantity, price, is_reducing, reason) RETURNING *`,
    [
      book,
      at,
      orders.map(({ leg }) => leg),
      orders.map(({ market }) => market),
      orders.map(({ side }) => side),
      orders.map(({ quantity }) => quantity),
      orders.map(({ price }) => price),
      orders.map(({ isReducing }) => isReducing),
      orders.map(({ reason }) => reason),
    ],
  );
  return rows.map(toOrder).sort((a, b) => Number(a.id) - Number(b.id));
}

export async function endOrder(
  tx: Tx,
  { id, at, orderId, outcome }: { id: string; at: number; orderId: string | null; outcome: 'taken' | 'refused' },
): Promise<void> {
  await tx.query('UPDATE hosting_orders SET done_at = $2, order_id = $3, outcome = $4 WHERE id = $1 AND done_at IS NULL', [
    id,
    at,
    orderId,
    outcome,
  ]);
}

export async function findOrder(tx: Tx, { book, id }: { book: string; id: string }): Promise<OrderRow | null> {
  const { rows } = await tx.query<Row>('SELECT * FROM hosting_orders WHERE book = $1 AND id = $2', [book, id]);
  return rows[0] === undefined ? null : toOrder(rows[0]);
}

/** Returns the numbers in their market of the next orders of a book that were asked for since a moment (ms), after one of them. */
export async function listMarketOrders(
  tx: Tx,
  { book, leg, since, after, limit }: { book: string; leg: Leg; since: number; after: string; limit: number },
): Promise<{ id: string; order: string }[]> {
  const { rows } = await tx.query<{ id: string; order_id: string }>(
    `SELECT id, order_id FROM hosting_orders WHERE book = $1 AND leg = $2 AND asked_at >= $3 AND order_id IS NOT NULL AND id > $4
      ORDER BY id LIMIT $5`,
    [book, leg, since, after, limit],
  );
  return rows.map(({ id, order_id: order }) => ({ id: String(id), order: String(order) }));
}

/** Returns orders of a book from before one of them (null: from the newest on), newest first. */
export async function listOrders(
  tx: Tx,
  { book, before = null, limit }: { book: string; before?: string | null; limit: number },
): Promise<OrderRow[]> {
  const sql = 'SELECT * FROM hosting_orders WHERE book = $1 AND ($2::int8 IS NULL OR id < $2) ORDER BY id DESC LIMIT $3';
  return (await tx.query<Row>(sql, [book, before, limit])).rows.map(toOrder);
}
