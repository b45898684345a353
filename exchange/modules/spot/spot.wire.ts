import type { OrderWire } from '../../../lib/protocol/spot';
import { formatAmount } from '../matching/matching';
import type { OrderRow } from './spot.commands';

/** Returns an order as the protocol shows it. */
export function toOrderWire(order: OrderRow): OrderWire {
  const [base = '', quote = ''] = order.market.split('-');
  return {
    id: String(order.id),
    market: order.market,
    type: order.side,
    kind: order.kind,
    tif: order.timeInForce,
    price: order.price,
    num: formatAmount(order.quantity),
    filled: formatAmount(order.filled),
    filled_value: formatAmount(order.filledValue),
    fee: formatAmount(order.fee),
    fee_coin: order.side === 'buy' ? base : quote,
    state: order.status,
    reason: order.reason,
    time: order.createdAt,
    updated: order.updatedAt,
    stop: order.stop,
    stop_side: order.stopSide,
    triggered: order.triggeredAt,
    held: formatAmount(order.held),
    partner: order.partner === null ? null : String(order.partner),
    entry: order.entry === null ? null : String(order.entry),
    tp: order.takeProfit,
    sl: order.stopLoss,
    sl_limit: order.stopLossLimit,
    exits: order.exits,
  };
}
