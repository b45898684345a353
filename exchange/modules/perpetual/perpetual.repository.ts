import type { OrderKind, OrderStatus, PerpetualOrigin } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import type { NewEvent } from '../../platform/event-kinds';
import { appendEvents, queryWithEvents } from '../../platform/event-log';
import { optimizationFence } from '../../platform/optimization-fence';
import { type OrderCoreRecord, type OrderTable, readPrice } from '../matching/matching';
import type { OrderRow } from './perpetual.commands';
import type { FillRow, LiquidationRow, OrderChange } from './perpetual.draft';

type OrderRecord = OrderCoreRecord<OrderKind, OrderStatus> &
  Record<'take_profit' | 'stop_loss' | 'mark', string | null> & {
    realized: string;
    leverage: number;
    is_reduce_only: boolean;
    origin: PerpetualOrigin;
  };

const COLUMNS =
  'id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee, realized, leverage, is_reduce_only, take_profit, stop_loss, origin, status, reason, taking_limit, mark, created_at, updated_at';
export const ORDER_COLUMNS = COLUMNS.split(', ')
  .map((column) => `o.${column}`)
  .join(', ');

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
    realized: BigInt(row.realized),
    leverage: row.leverage,
    isReduceOnly: row.is_reduce_only,
    takeProfit: readPrice(row.take_profit),
    stopLoss: readPrice(row.stop_loss),
    origin: row.origin,
    status: row.status,
    reason: row.reason,
    takingLimit: readPrice(row.taking_limit),
    mark: readPrice(row.mark),
    createdAt: row.created_at.getTime(),
    updatedAt: row.updated_at.getTime(),
  };
}

export const PERPETUAL_ORDERS: OrderTable<OrderRow> = {
  orders: 'perpetual_orders',
  fills: 'perpetual_fills',
  columns: ORDER_COLUMNS,
  read: readOrder,
  isOpen: `o.status IN ('open', 'partially_filled')`,
  listedKind: `CASE WHEN o.origin = 'user' THEN o.kind ELSE o.origin END`,
  realized: { maker: 'maker_realized', taker: 'taker_realized' },
  isTrade: `source = 'book'`,
};

export async function insertOrders(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  const column = (pick: (order: OrderRow) => unknown) => orders.map(pick);
  await tx.query(
    `INSERT INTO perpetual_orders (${COLUMNS})
     SELECT id, user_id, mode, market, side, kind, tif, nullif(price, '')::numeric, quantity, rested, filled, filled_value, fee, realized, leverage,
            is_reduce_only, nullif(tp, '')::numeric, nullif(sl, '')::numeric, origin, status, nullif(reason, ''), nullif(taking, '')::numeric, nullif(mark, '')::numeric,
            to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
       FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[], $10::numeric[],
                   $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::int4[], $16::boolean[], $17::text[], $18::text[], $19::text[],
                   $20::text[], $21::text[], $22::text[], $23::int8[], $24::text[])
         AS n(id, user_id, mode, market, side, kind, tif, price, quantity, rested, filled, filled_value, fee, realized, leverage, is_reduce_only, tp, sl,
              origin, status, reason, mark, at, taking)`,
    [
      column(({ id }) => String(id)),
      column(({ owner }) => String(owner)),
      column(({ mode }) => mode),
      column(({ market }) => market),
      column(({ side }) => side),
      column(({ kind }) => kind),
      column(({ timeInForce }) => timeInForce),
      column(({ price }) => price ?? ''),
      column(({ quantity }) => quantity),
      column(({ rested }) => rested),
      column(({ filled }) => filled),
      column(({ filledValue }) => filledValue),
      column(({ fee }) => fee),
      column(({ realized }) => realized),
      column(({ leverage }) => leverage),
      column(({ isReduceOnly }) => isReduceOnly),
      column(({ takeProfit }) => takeProfit ?? ''),
      column(({ stopLoss }) => stopLoss ?? ''),
      column(({ origin }) => origin),
      column(({ status }) => status),
      column(({ reason }) => reason ?? ''),
      column(({ mark }) => mark ?? ''),
      column(({ createdAt }) => String(createdAt)),
      column(({ takingLimit }) => takingLimit ?? ''),
    ],
  );
}

/** Applies the changes and returns the orders afterwards. @throws Error when one of them isn't open in the database: book and database differ */
export async function updateOrders(tx: Tx, changes: readonly OrderChange[], at: number): Promise<OrderRow[]> {
  if (changes.length === 0) return [];
  const { rows } = await tx.query(
    `UPDATE perpetual_orders o
        SET filled = o.filled + c.filled, filled_value = o.filled_value + c.value, fee = o.fee + c.fee, realized = o.realized + c.realized,
            rested = o.rested + c.rested, rank = CASE WHEN c.rank > 0 THEN c.rank ELSE o.rank END,
            take_profit = CASE WHEN c.is_exits THEN nullif(c.tp, '')::numeric ELSE o.take_profit END,
            stop_loss = CASE WHEN c.is_exits THEN nullif(c.sl, '')::numeric ELSE o.stop_loss END,
            price = coalesce(nullif(c.price, '')::numeric, o.price), quantity = coalesce(nullif(c.quantity, '')::numeric, o.quantity),
            status = c.status, reason = nullif(c.reason, ''), taking_limit = nullif(c.taking, '')::numeric, updated_at = to_timestamp($8::int8 / 1000.0)
       FROM unnest($1::int8[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::text[], $7::text[], $9::numeric[], $10::int8[], $11::text[],
                   $12::text[], $13::text[], $14::boolean[], $15::text[], $16::text[])
         AS c(id, filled, value, fee, realized, status, reason, rested, rank, taking, price, quantity, is_exits, tp, sl)
      WHERE o.id = c.id AND ${optimizationFence('o.status')} IN ('open', 'partially_filled')
      RETURNING ${ORDER_COLUMNS}`,
    [
      changes.map((change) => String(change.id)),
      changes.map((change) => change.filled),
      changes.map((change) => change.value),
      changes.map((change) => change.fee),
      changes.map((change) => change.realized),
      changes.map((change) => change.status),
      changes.map((change) => change.reason ?? ''),
      String(at),
      changes.map((change) => change.rested),
      changes.map((change) => String(change.rank)),
      changes.map((change) => change.takingLimit ?? ''),
      changes.map((change) => change.amended?.price ?? ''),
      changes.map((change) => String(change.amended?.quantity ?? '')),
      changes.map((change) => change.amended?.exits !== undefined),
      changes.map((change) => change.amended?.exits?.takeProfit ?? ''),
      changes.map((change) => change.amended?.exits?.stopLoss ?? ''),
    ],
  );
  if (rows.length !== changes.length) throw new Error(`${changes.length - rows.length} orders of a batch are not open in the database`);
  return rows.map(readOrder);
}

/** Writes fills (without a journal: a line of the tape), and beside them the events of their batch: one statement for both. */
export async function insertFills(
  tx: Tx,
  fills: readonly (FillRow & { journalId: string | null })[],
  { at, events }: { at: number; events: readonly NewEvent[] },
): Promise<void> {
  if (fills.length === 0) return appendEvents(tx, events);
  const column = (pick: (fill: FillRow & { journalId: string | null }) => unknown) => fills.map(pick);
  await queryWithEvents(
    tx,
    `INSERT INTO perpetual_fills (id, market, mode, source, price, quantity, value, taker_side, maker_order_id, taker_order_id, maker_fee, taker_fee,
                                  maker_realized, taker_realized, journal_id, maker_margin, taker_margin, created_at)
     SELECT n.*, to_timestamp($18::int8 / 1000.0)
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::numeric[], $6::numeric[], $7::numeric[], $8::text[], $9::int8[], $10::int8[],
                   $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::int8[],
                   $16::numeric[], $17::numeric[]) AS n`,
    [
      column(({ id }) => id),
      column(({ market }) => market),
      column(({ mode }) => mode),
      column(({ source }) => source),
      column(({ price }) => price),
      column(({ quantity }) => quantity),
      column(({ value }) => value),
      column(({ isTakerBuy }) => (isTakerBuy ? 'buy' : 'sell')),
      column(({ makerOrderId }) => (makerOrderId === null ? null : String(makerOrderId))),
      column(({ takerOrderId }) => (takerOrderId === null ? null : String(takerOrderId))),
      column(({ makerFee }) => makerFee),
      column(({ takerFee }) => takerFee),
      column(({ makerRealized }) => makerRealized),
      column(({ takerRealized }) => takerRealized),
      column(({ journalId }) => journalId),
      column(({ makerMargin }) => makerMargin),
      column(({ takerMargin }) => takerMargin),
      String(at),
    ],
    events,
  );
}

export async function insertLiquidations(tx: Tx, rows: readonly LiquidationRow[], at: number): Promise<void> {
  if (rows.length === 0) return;
  const column = (pick: (row: LiquidationRow) => unknown) => rows.map(pick);
  await tx.query(
    `INSERT INTO perpetual_liquidations (user_id, mode, market, position_id, order_id, side, quantity_before, cost_before, margin_before, closed, by_book,
                                         by_book_value, by_fund, by_others, mark, index_price, print_seq, liquidation_price, bankruptcy_price, fee,
                                         lost, returned, created_at)
     SELECT n.*, to_timestamp($23::int8 / 1000.0)
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::int8[], $5::int8[], $6::text[], $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[],
                   $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::int8[], $18::numeric[],
                   $19::numeric[], $20::numeric[], $21::numeric[], $22::numeric[]) AS n`,
    [
      column(({ owner }) => String(owner)),
      column(({ mode }) => mode),
      column(({ market }) => market),
      column(({ identity }) => String(identity.id)),
      column(({ orderId }) => String(orderId)),
      column(({ side }) => side),
      column(({ quantityBefore }) => quantityBefore),
      column(({ costBefore }) => costBefore),
      column(({ marginBefore }) => marginBefore),
      column(({ closed }) => closed),
      column(({ byBook }) => byBook),
      column(({ byBookValue }) => byBookValue),
      column(({ byFund }) => byFund),
      column(({ byOthers }) => byOthers),
      column(({ mark }) => mark),
      column(({ index }) => index),
      column(({ printSeq }) => String(printSeq)),
      column(({ liquidationPrice }) => liquidationPrice),
      column(({ bankruptcyPrice }) => bankruptcyPrice),
      column(({ fee }) => fee),
      column(({ lost }) => lost),
      column(({ returned }) => returned),
      String(at),
    ],
  );
}
