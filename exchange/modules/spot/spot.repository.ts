import type { ExitState, Mode, SpotOrderKind, SpotOrderStatus, StopSide } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { NewEvent } from '../../platform/event-kinds';
import { appendEvents, queryWithEvents } from '../../platform/event-log';
import type { OrderRow } from './spot.commands';
import type { Fill } from './spot.postings';
import { formatTicks, type MarketTerms, type OrderCoreRecord, type OrderTable, readPrice } from '../matching/matching';

type OrderRecord = OrderCoreRecord<SpotOrderKind, SpotOrderStatus> &
  Record<'stop_price' | 'partner_id' | 'entry_id' | 'take_profit' | 'stop_loss' | 'stop_loss_limit', string | null> & {
    stop_side: StopSide | null;
    held: string;
    stop_since: Date | null;
    exits_since: Date | null;
    triggered_at: Date | null;
    rank: string;
    exits: ExitState | null;
  };

export const ORDER_COLUMNS = `o.id, o.user_id, o.mode, o.market, o.side, o.kind, o.time_in_force, o.price, o.quantity, o.rested, o.filled, o.filled_value,
  o.fee, o.status, o.reason, o.taking_limit, o.stop_price, o.stop_side, o.stop_since, o.held, o.triggered_at, o.rank, o.partner_id, o.entry_id, o.take_profit, o.stop_loss,
  o.stop_loss_limit, o.exits, o.exits_since, o.created_at, o.updated_at`;

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
    price: readPrice(row.price),
    quantity: BigInt(row.quantity),
    rested: BigInt(row.rested),
    filled: BigInt(row.filled),
    filledValue: BigInt(row.filled_value),
    fee: BigInt(row.fee),
    status: row.status,
    reason: row.reason,
    takingLimit: readPrice(row.taking_limit),
    stop: readPrice(row.stop_price),
    stopSide: row.stop_side,
    stopSince: row.stop_since?.getTime() ?? null,
    held: BigInt(row.held),
    triggeredAt: row.triggered_at?.getTime() ?? null,
    rank: Number(row.rank),
    partner: idOf(row.partner_id),
    entry: idOf(row.entry_id),
    takeProfit: readPrice(row.take_profit),
    stopLoss: readPrice(row.stop_loss),
    stopLossLimit: readPrice(row.stop_loss_limit),
    exits: row.exits,
    exitsSince: row.exits_since?.getTime() ?? null,
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

/** Orders that wait for their stop price aren't over either. */
export const SPOT_ORDERS: OrderTable<OrderRow> = {
  orders: 'spot_orders',
  fills: 'spot_fills',
  columns: ORDER_COLUMNS,
  read: readOrder,
  isOpen: `o.status IN ('waiting', 'open', 'partially_filled')`,
  listedKind: 'o.kind',
  realized: { maker: '0', taker: '0' },
  isTrade: 'true',
};

/** Without a journal: a line of the tape, which nobody's order, fee or money belongs to. */
export type FillToInsert = { fill: Fill; terms: MarketTerms; mode: Mode; journalId: string | null };

/** Writes fills, and beside them the events of their batch: one statement for both. */
export async function insertFills(
  tx: Tx,
  fills: readonly FillToInsert[],
  { at, events }: { at: number; events: readonly NewEvent[] },
): Promise<void> {
  if (fills.length === 0) return appendEvents(tx, events);
  await queryWithEvents(
    tx,
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
      fills.map(({ fill, journalId }) => (journalId === null ? null : String(fill.makerOrderId))),
      fills.map(({ fill, journalId }) => (journalId === null ? null : String(fill.takerOrderId))),
      fills.map(({ fill, journalId }) => (journalId === null ? 0n : fill.makerFee)),
      fills.map(({ fill, journalId }) => (journalId === null ? 0n : fill.takerFee)),
      fills.map(({ journalId }) => journalId),
      String(at),
    ],
    events,
  );
}
