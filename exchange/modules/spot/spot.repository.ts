import type { Mode, OrderKind, OrderSide, OrderStatus, TimeInForce } from '../../../lib/protocol/wire';
import type { ErrorCode } from '../../../lib/protocol/errors';
import type { Tx } from '../../platform/db';
import type { OrderRow } from './spot.commands';
import type { Fill } from './spot.postings';
import { formatPrice, formatTicks, type MarketTerms } from '../matching/matching';

type OrderRecord = {
  id: string;
  user_id: string;
  mode: Mode;
  market: string;
  side: OrderSide;
  kind: OrderKind;
  time_in_force: TimeInForce;
  price: string | null;
  quantity: string;
  rested: string;
  filled: string;
  filled_value: string;
  fee: string;
  status: OrderStatus;
  reason: ErrorCode | null;
  created_at: Date;
  updated_at: Date;
};

export const ORDER_COLUMNS =
  'o.id, o.user_id, o.mode, o.market, o.side, o.kind, o.time_in_force, o.price, o.quantity, o.rested, o.filled, o.filled_value, o.fee, o.status, o.reason, o.created_at, o.updated_at';

export function readOrder(record: Record<string, unknown>): OrderRow {
  const row = record as OrderRecord;
  return {
    id: Number(row.id),
    owner: Number(row.user_id),
    mode: row.mode,
    market: row.market,
    side: row.side,
    kind: row.kind,
    timeInForce: row.time_in_force,
    price: row.price === null ? null : formatPrice(row.price),
    quantity: BigInt(row.quantity),
    rested: BigInt(row.rested),
    filled: BigInt(row.filled),
    filledValue: BigInt(row.filled_value),
    fee: BigInt(row.fee),
    status: row.status,
    reason: row.reason,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** Returns `count` new ids in rising order. A sequence never goes back, so a later batch has later ids, whichever process runs it. */
export async function takeIds(tx: Tx, sequence: 'spot_order_ids' | 'spot_fill_ids', count: number): Promise<number[]> {
  if (count === 0) return [];
  const { rows } = await tx.query<{ id: string }>('SELECT nextval($1::text::regclass) AS id FROM generate_series(1, $2::int)', [
    sequence,
    count,
  ]);
  return rows.map((row) => Number(row.id)).sort((a, b) => a - b);
}

/** Returns the orders with these ids, in no order; ids that don't exist are left out. */
export async function findOrders(tx: Tx, ids: readonly number[]): Promise<OrderRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query(`SELECT ${ORDER_COLUMNS} FROM spot_orders o WHERE o.id = ANY($1::int8[])`, [ids.map(String)]);
  return rows.map(readOrder);
}

export async function insertOrders(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  await tx.query(
    `INSERT INTO spot_orders (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee, status, reason, created_at, updated_at)
     SELECT id, user_id, mode, market, side, kind, tif, nullif(price, '')::numeric, quantity, rested, filled, filled_value, fee, status, nullif(reason, ''),
            to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
       FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[], $10::numeric[],
                   $11::numeric[], $12::numeric[], $13::numeric[], $14::text[], $15::text[], $16::int8[])
         AS n(id, user_id, mode, market, side, kind, tif, price, quantity, rested, filled, filled_value, fee, status, reason, at)`,
    [
      orders.map((order) => String(order.id)),
      orders.map((order) => String(order.owner)),
      orders.map((order) => order.mode),
      orders.map((order) => order.market),
      orders.map((order) => order.side),
      orders.map((order) => order.kind),
      orders.map((order) => order.timeInForce),
      orders.map((order) => order.price ?? ''),
      orders.map((order) => order.quantity),
      orders.map((order) => order.rested),
      orders.map((order) => order.filled),
      orders.map((order) => order.filledValue),
      orders.map((order) => order.fee),
      orders.map((order) => order.status),
      orders.map((order) => order.reason ?? ''),
      orders.map((order) => String(order.createdAt)),
    ],
  );
}

/** What one batch changed in one open order: amounts to add, and where the order stands now. */
export type OrderChange = { id: number; owner: number; mode: Mode; filled: bigint; value: bigint; fee: bigint; status: OrderStatus };

/** Applies the changes and returns the orders afterwards. @throws Error when one of them isn't open in the database: book and database differ */
export async function updateOrders(tx: Tx, changes: readonly OrderChange[], at: number): Promise<OrderRow[]> {
  if (changes.length === 0) return [];
  const { rows } = await tx.query(
    `UPDATE spot_orders o
        SET filled = o.filled + c.filled, filled_value = o.filled_value + c.value, fee = o.fee + c.fee, status = c.status,
            updated_at = to_timestamp($6::int8 / 1000.0)
       FROM unnest($1::int8[], $2::numeric[], $3::numeric[], $4::numeric[], $5::text[]) AS c(id, filled, value, fee, status)
      WHERE o.id = c.id AND o.status IN ('open', 'partially_filled')
      RETURNING ${ORDER_COLUMNS}`,
    [
      changes.map((change) => String(change.id)),
      changes.map((change) => change.filled),
      changes.map((change) => change.value),
      changes.map((change) => change.fee),
      changes.map((change) => change.status),
      String(at),
    ],
  );
  if (rows.length !== changes.length) throw new Error(`${changes.length - rows.length} orders of a batch are not open in the database`);
  return rows.map(readOrder);
}

export type FillToInsert = { fill: Fill; terms: MarketTerms; mode: Mode; journalId: string };

export async function insertFills(tx: Tx, fills: readonly FillToInsert[], at: number): Promise<void> {
  if (fills.length === 0) return;
  await tx.query(
    `INSERT INTO spot_fills (id, market, mode, price, quantity, value, taker_side, maker_order_id, taker_order_id, maker_fee, taker_fee, journal_id, created_at)
     SELECT n.*, to_timestamp($13::int8 / 1000.0)
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[], $7::text[], $8::int8[], $9::int8[], $10::numeric[],
                   $11::numeric[], $12::int8[]) AS n`,
    [
      fills.map(({ fill }) => fill.id),
      fills.map(({ terms }) => terms.symbol),
      fills.map(({ mode }) => mode),
      fills.map(({ fill, terms }) => formatTicks(terms, fill.price)),
      fills.map(({ fill }) => fill.quantity),
      fills.map(({ fill }) => fill.value),
      fills.map(({ fill }) => (fill.isTakerBuy ? 'buy' : 'sell')),
      fills.map(({ fill }) => String(fill.makerOrderId)),
      fills.map(({ fill }) => String(fill.takerOrderId)),
      fills.map(({ fill }) => fill.makerFee),
      fills.map(({ fill }) => fill.takerFee),
      fills.map(({ journalId }) => journalId),
      String(at),
    ],
  );
}
