import type { ExitState, SpotOrderStatus } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { optimizationFence } from '../../platform/optimization-fence';
import type { OrderChangeCore } from '../matching/matching';
import type { OrderRow } from './spot.commands';
import { ORDER_COLUMNS, readOrder } from './spot.repository';

export async function insertOrders(tx: Tx, orders: readonly OrderRow[]): Promise<void> {
  if (orders.length === 0) return;
  const texts = (value: (order: OrderRow) => string | number | null) =>
    orders.map((order) => {
      const found = value(order);
      return found === null ? '' : String(found);
    });
  await tx.query(
    `INSERT INTO spot_orders (id, user_id, mode, market, side, kind, time_in_force, price, quantity, rested, filled, filled_value, fee, status, reason,
                              stop_price, stop_side, held, rank, partner_id, entry_id, take_profit, stop_loss, stop_loss_limit, exits, taking_limit,
                              created_at, updated_at)
     SELECT id, user_id, mode, market, side, kind, tif, nullif(price, '')::numeric, quantity, rested, filled, filled_value, fee, status, nullif(reason, ''),
            nullif(stop, '')::numeric, nullif(stop_side, ''), held, rank, nullif(partner, '')::int8, nullif(entry, '')::int8,
            nullif(tp, '')::numeric, nullif(sl, '')::numeric, nullif(sl_limit, '')::numeric, nullif(exits, ''), nullif(taking, '')::numeric,
            to_timestamp(at / 1000.0), to_timestamp(at / 1000.0)
       FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::numeric[], $10::numeric[],
                   $11::numeric[], $12::numeric[], $13::numeric[], $14::text[], $15::text[], $16::int8[], $17::text[], $18::text[], $19::numeric[],
                   $20::int8[], $21::text[], $22::text[], $23::text[], $24::text[], $25::text[], $26::text[], $27::text[])
         AS n(id, user_id, mode, market, side, kind, tif, price, quantity, rested, filled, filled_value, fee, status, reason, at,
              stop, stop_side, held, rank, partner, entry, tp, sl, sl_limit, exits, taking)`,
    [
      texts((order) => order.id),
      texts((order) => order.owner),
      texts((order) => order.mode),
      texts((order) => order.market),
      texts((order) => order.side),
      texts((order) => order.kind),
      texts((order) => order.timeInForce),
      texts((order) => order.price),
      orders.map((order) => order.quantity),
      orders.map((order) => order.rested),
      orders.map((order) => order.filled),
      orders.map((order) => order.filledValue),
      orders.map((order) => order.fee),
      texts((order) => order.status),
      texts((order) => order.reason),
      texts((order) => order.createdAt),
      texts((order) => order.stop),
      texts((order) => order.stopSide),
      orders.map((order) => order.held),
      texts((order) => order.rank),
      texts((order) => order.partner),
      texts((order) => order.entry),
      texts((order) => order.takeProfit),
      texts((order) => order.stopLoss),
      texts((order) => order.stopLossLimit),
      texts((order) => order.exits),
      texts((order) => order.takingLimit),
    ],
  );
}

/** One whose rank changes was triggered, has gone on until now, or was amended. Only one that still waits holds something by waiting. */
export type OrderChange = OrderChangeCore<SpotOrderStatus>;

/** Applies the changes and returns the orders afterwards. @throws Error when one of them isn't alive in the database: memory and database differ */
export async function updateOrders(tx: Tx, changes: readonly OrderChange[], at: number): Promise<OrderRow[]> {
  if (changes.length === 0) return [];
  const { rows } = await tx.query(
    `UPDATE spot_orders o
        SET filled = o.filled + c.filled, filled_value = o.filled_value + c.value, fee = o.fee + c.fee, rested = o.rested + c.rested,
            status = c.status, reason = nullif(c.reason, ''), taking_limit = nullif(c.taking, '')::numeric,
            held = CASE WHEN c.status = 'waiting' THEN c.held ELSE 0 END,
            stop_price = coalesce(nullif(c.stop, '')::numeric, o.stop_price),
            stop_since = coalesce(to_timestamp(nullif(c.since, 0) / 1000.0), o.stop_since),
            take_profit = CASE WHEN c.is_exits THEN nullif(c.tp, '')::numeric ELSE o.take_profit END,
            stop_loss = CASE WHEN c.is_exits THEN nullif(c.sl, '')::numeric ELSE o.stop_loss END,
            stop_loss_limit = CASE WHEN c.is_exits THEN nullif(c.sl_limit, '')::numeric ELSE o.stop_loss_limit END,
            exits = CASE WHEN NOT c.is_exits THEN o.exits WHEN c.tp = '' AND c.sl = '' THEN NULL ELSE 'pending' END,
            exits_since = CASE WHEN c.is_exits THEN to_timestamp($9::int8 / 1000.0) ELSE o.exits_since END,
            price = coalesce(nullif(c.price, '')::numeric, o.price), quantity = coalesce(nullif(c.quantity, '')::numeric, o.quantity),
            rank = CASE WHEN c.rank > 0 THEN c.rank ELSE o.rank END,
            triggered_at = CASE WHEN o.status = 'waiting' AND c.rank > 0 THEN to_timestamp($9::int8 / 1000.0) ELSE o.triggered_at END,
            updated_at = to_timestamp($9::int8 / 1000.0)
       FROM unnest($1::int8[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[], $6::int8[], $7::text[], $8::text[],
                   $10::text[], $11::text[], $12::text[], $13::numeric[], $14::text[], $15::int8[], $16::boolean[], $17::text[], $18::text[], $19::text[])
         AS c(id, filled, value, fee, rested, rank, status, reason, taking, price, quantity, held, stop, since, is_exits, tp, sl, sl_limit)
      WHERE o.id = c.id AND ${optimizationFence('o.status')} IN ('waiting', 'open', 'partially_filled') 
        AND (c.rank = 0 OR o.status = 'waiting' OR o.taking_limit IS NOT NULL OR c.price <> '')
      RETURNING ${ORDER_COLUMNS}`,
    [
      changes.map((change) => String(change.id)),
      changes.map((change) => change.filled),
      changes.map((change) => change.value),
      changes.map((change) => change.fee),
      changes.map((change) => change.rested),
      changes.map((change) => String(change.rank)),
      changes.map((change) => change.status),
      changes.map((change) => change.reason ?? ''),
      String(at),
      changes.map((change) => change.takingLimit ?? ''),
      changes.map((change) => change.amended?.price ?? ''),
      changes.map((change) => String(change.amended?.quantity ?? '')),
      changes.map((change) => change.amended?.waiting?.held ?? 0n),
      changes.map((change) => change.amended?.waiting?.stop ?? ''),
      changes.map((change) => String(change.amended?.waiting?.since ?? 0)),
      changes.map((change) => change.amended?.exits !== undefined),
      changes.map((change) => change.amended?.exits?.takeProfit ?? ''),
      changes.map((change) => change.amended?.exits?.stopLoss ?? ''),
      changes.map((change) => change.amended?.exits?.stopLossLimit ?? ''),
    ],
  );
  if (rows.length !== changes.length) throw new Error(`${changes.length - rows.length} orders of a batch are not open in the database`);
  return rows.map(readOrder);
}

/** Says what became of the exits of entries. @throws Error when they were settled before: memory and database differ */
export async function updateExits(tx: Tx, changes: readonly { id: number; exits: ExitState }[]): Promise<void> {
  if (changes.length === 0) return;
  const { rowCount } = await tx.query(
    `UPDATE spot_orders o SET exits = c.exits FROM unnest($1::int8[], $2::text[]) AS c(id, exits)
      WHERE o.id = c.id AND ${optimizationFence('o.exits')} = 'pending' RETURNING 1`,
    [changes.map((change) => String(change.id)), changes.map((change) => change.exits)],
  );
  if (rowCount !== changes.length) throw new Error('exits of a batch are not pending in the database');
}
