import type { ExitState, Mode, OrderSide, SpotOrderKind, SpotOrderStatus, StopSide, TimeInForce } from '../../../lib/protocol/wire';
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
  kind: SpotOrderKind;
  time_in_force: TimeInForce;
  price: string | null;
  quantity: string;
  rested: string;
  filled: string;
  filled_value: string;
  fee: string;
  status: SpotOrderStatus;
  reason: ErrorCode | null;
  stop_price: string | null;
  stop_side: StopSide | null;
  held: string;
  triggered_at: Date | null;
  rank: string;
  partner_id: string | null;
  entry_id: string | null;
  take_profit: string | null;
  stop_loss: string | null;
  stop_loss_limit: string | null;
  exits: ExitState | null;
  created_at: Date;
  updated_at: Date;
};

export const ORDER_COLUMNS = `o.id, o.user_id, o.mode, o.market, o.side, o.kind, o.time_in_force, o.price, o.quantity, o.rested, o.filled, o.filled_value,
  o.fee, o.status, o.reason, o.stop_price, o.stop_side, o.held, o.triggered_at, o.rank, o.partner_id, o.entry_id, o.take_profit, o.stop_loss,
  o.stop_loss_limit, o.exits, o.created_at, o.updated_at`;

const priceOf = (price: string | null) => (price === null ? null : formatPrice(price));
const idOf = (id: string | null) => (id === null ? null : Number(id));

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
    price: priceOf(row.price),
    quantity: BigInt(row.quantity),
    rested: BigInt(row.rested),
    filled: BigInt(row.filled),
    filledValue: BigInt(row.filled_value),
    fee: BigInt(row.fee),
    status: row.status,
    reason: row.reason,
    stop: priceOf(row.stop_price),
    stopSide: row.stop_side,
    held: BigInt(row.held),
    triggeredAt: row.triggered_at?.getTime() ?? null,
    rank: Number(row.rank),
    partner: idOf(row.partner_id),
    entry: idOf(row.entry_id),
    takeProfit: priceOf(row.take_profit),
    stopLoss: priceOf(row.stop_loss),
    stopLossLimit: priceOf(row.stop_loss_limit),
    exits: row.exits,
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
