import { z } from 'zod';
import {
  BOOK_KINDS,
  EXIT_STATES,
  ORDER_SIDES,
  SPOT_ORDER_KINDS,
  SPOT_ORDER_STATUSES,
  SPOT_TICKET_KINDS,
  STOP_SIDES,
  TIMES_IN_FORCE,
} from '../protocol/wire';
import { ledgerEntrySchema } from './balances';
import {
  amendmentSchema,
  coinField,
  decimalField,
  fillCoreSchema,
  idField,
  isoField,
  marketField,
  orderCoreSchema,
  pageField,
  requestIdField,
} from './shared';

export const orderSchema = orderCoreSchema.extend({
  side: z.enum(ORDER_SIDES),
  kind: z.enum(SPOT_ORDER_KINDS),
  /** Index price at which a stop-limit order goes to the book, whether the index has to rise or fall to it, and when it did. */
  stop: decimalField.nullable(),
  stopSide: z.enum(STOP_SIDES).nullable(),
  triggeredAt: isoField.nullable(),
  /** What an order that waits holds by itself; beside a partner only what it needs beyond the partner's hold. */
  heldWaiting: decimalField.nullable(),
  /** The other order of a pair, of which one ends the other, and the order whose exit this one is. */
  partnerId: idField.nullable(),
  entryId: idField.nullable(),
  stopLossLimit: decimalField.nullable(),
  exits: z.enum(EXIT_STATES).nullable(),
  status: z.enum(SPOT_ORDER_STATUSES),
});
export type Order = z.infer<typeof orderSchema>;

export const placeOrderInputSchema = z.strictObject({
  symbol: marketField,
  side: z.enum(ORDER_SIDES),
  kind: z.enum(SPOT_TICKET_KINDS),
  price: decimalField.optional(),
  quantity: decimalField,
  /** For `stop_limit` and `oco`; `stopLimit` for `oco` alone, whose `price` is that of its limit order. */
  stop: decimalField.optional(),
  stopLimit: decimalField.optional(),
  /** For a limit or market purchase, a take-profit, a stop-loss with its limit, or both. */
  takeProfit: decimalField.optional(),
  stopLoss: decimalField.optional(),
  stopLossLimit: decimalField.optional(),
  timeInForce: z.enum(TIMES_IN_FORCE).optional(),
  requestId: requestIdField,
});
export type PlaceOrderInput = z.infer<typeof placeOrderInputSchema>;
export const cancelOrderInputSchema = z.strictObject({ orderId: idField, requestId: requestIdField });
/** `quantity` is the total, what was filled included; what is left out stays. For spot and perpetual orders alike. */
export const amendOrderInputSchema = z.strictObject({
  orderId: idField,
  price: decimalField.optional(),
  quantity: decimalField.optional(),
  /** Of what isn't filled yet; null takes it away. */
  takeProfit: decimalField.nullable().optional(),
  stopLoss: decimalField.nullable().optional(),
  requestId: requestIdField,
});
/** `stop` of an order that waits for its stop price; `quantity` of one of a pair is that of both; another `stopLoss` comes with its limit. */
export const amendSpotInputSchema = amendOrderInputSchema.extend({ stop: decimalField.optional(), stopLossLimit: decimalField.optional() });
/** All open orders of one kind, of one market or (without `symbol`) of all. */
export const cancelAllInputSchema = z.strictObject({ kind: z.enum(BOOK_KINDS), symbol: marketField.optional(), requestId: requestIdField });
/** `left` are still open and may be asked for again. */
export const cancelAllAnswerSchema = z.object({ cancelled: z.number().int(), left: z.number().int() });
/** `partner`: the stop order of a pair. */
export const orderAnswerSchema = z.object({ order: orderSchema, partner: orderSchema.nullable().optional() });

/** `kept`: its place in the queue, which it loses unless it only becomes smaller. */
export const amendedOrderSchema = z.object({ order: orderSchema, kept: z.boolean() });

export const ordersQuerySchema = z.strictObject({
  symbol: marketField.optional(),
  state: z.enum(['open', 'closed', 'all']).optional(),
  page: pageField,
});
export const ordersSchema = z.object({ orders: z.array(orderSchema), hasMore: z.boolean() });

export const fillSchema = fillCoreSchema.extend({ feeAsset: coinField });
export type Fill = z.infer<typeof fillSchema>;
export const orderDetailSchema = z.object({
  order: orderSchema,
  fills: z.array(fillSchema),
  entries: z.array(ledgerEntrySchema),
  /** Oldest first. */
  amendments: z.array(amendmentSchema),
});
export type OrderDetail = z.infer<typeof orderDetailSchema>;
