import type { OrderWire } from '../../../lib/protocol/spot';
import { formatAmount } from '../matching/matching';
import type { Answer, OrderRow } from './spot.commands';

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

/** What most orders have in these fields, which come last on the wire. Its schema lets a reader do without them. */
const ORDINARY = {
  stop: null,
  stop_side: null,
  triggered: null,
  held: '0',
  partner: null,
  entry: null,
  tp: null,
  sl: null,
  sl_limit: null,
  exits: null,
} as const satisfies Partial<OrderWire>;

const shorten = (order: OrderWire): OrderWire =>
  Object.fromEntries(Object.entries(order).filter(([field, value]) => (ORDINARY as Record<string, unknown>)[field] !== value)) as OrderWire;

const restore = (order: OrderWire): OrderWire => {
  const whole = Object.fromEntries(Object.entries(order).filter(([field]) => !(field in ORDINARY)));
  return { ...whole, ...ORDINARY, ...Object.fromEntries(Object.entries(order).filter(([field]) => field in ORDINARY)) } as OrderWire;
};

const mapOrders = (answer: Answer, map: (order: OrderWire) => OrderWire): Answer => {
  if (!('order' in answer)) return answer;
  const mapped = { ...answer, order: map(answer.order) };
  return 'partner' in mapped && mapped.partner !== undefined ? { ...mapped, partner: map(mapped.partner) } : mapped;
};

/** Returns an answer as it is stored: its orders without what is ordinary, which is a quarter of the row. */
export function shortenAnswer(answer: Answer): Answer {
  return mapOrders(answer, shorten);
}

/** Returns a stored answer as it was given, to the letter; one that was stored whole is the same. */
export function restoreAnswer(stored: Answer): Answer {
  return mapOrders(stored, restore);
}
