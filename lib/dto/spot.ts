import { z } from 'zod';
import { ORDER_KINDS, ORDER_SIDES, ORDER_STATUSES, TIMES_IN_FORCE } from '../protocol/wire';
import { ledgerEntrySchema } from './balances';
import { coinField, decimalField, idField, isoField, marketField, requestIdField } from './shared';

/** `price` is null for market orders, `averagePrice` is null until something was filled. */
export const orderSchema = z.object({
  id: idField,
  symbol: marketField,
  side: z.enum(ORDER_SIDES),
  kind: z.enum(ORDER_KINDS),
  timeInForce: z.enum(TIMES_IN_FORCE),
  price: decimalField.nullable(),
  averagePrice: decimalField.nullable(),
  quantity: decimalField,
  filledQuantity: decimalField,
  filledQuoteQuantity: decimalField,
  fee: decimalField,
  feeAsset: coinField,
  status: z.enum(ORDER_STATUSES),
  reason: z.string().nullable(),
  createdAt: isoField,
  updatedAt: isoField,
});
export type Order = z.infer<typeof orderSchema>;

export const placeOrderInputSchema = z.strictObject({
  symbol: marketField,
  side: z.enum(ORDER_SIDES),
  kind: z.enum(ORDER_KINDS),
  price: decimalField.optional(),
  quantity: decimalField,
  timeInForce: z.enum(TIMES_IN_FORCE).optional(),
  requestId: requestIdField,
});
export type PlaceOrderInput = z.infer<typeof placeOrderInputSchema>;
export const cancelOrderInputSchema = z.strictObject({ orderId: idField, requestId: requestIdField });
export const orderAnswerSchema = z.object({ order: orderSchema });

export const ordersQuerySchema = z.strictObject({
  symbol: marketField.optional(),
  state: z.enum(['open', 'closed', 'all']).optional(),
  page: z.coerce.number().int().min(1).max(10_000).optional(),
});
export const ordersSchema = z.object({ orders: z.array(orderSchema), hasMore: z.boolean() });
export type Orders = z.infer<typeof ordersSchema>;

export const fillSchema = z.object({
  id: idField,
  price: decimalField,
  quantity: decimalField,
  quoteQuantity: decimalField,
  fee: decimalField,
  feeAsset: coinField,
  liquidity: z.enum(['maker', 'taker']),
  at: isoField,
  journalId: idField,
});
export type Fill = z.infer<typeof fillSchema>;
export const orderDetailSchema = z.object({ order: orderSchema, fills: z.array(fillSchema), entries: z.array(ledgerEntrySchema) });
export type OrderDetail = z.infer<typeof orderDetailSchema>;
