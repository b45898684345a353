import type { idSchema } from '../dto/shared';
import type {
  amendedOrderSchema,
  amendSpotInputSchema,
  cancelAllAnswerSchema,
  cancelAllInputSchema,
  cancelOrderInputSchema,
  orderAnswerSchema,
  orderDetailSchema,
  ordersQuerySchema,
  ordersSchema,
  placeOrderInputSchema,
} from '../dto/spot';
import { type MemberRead, type MemberWrite, TRADING } from './define';

/** Spot orders. */
export const orders: MemberRead<typeof ordersQuerySchema, typeof ordersSchema> = {
  id: 'orders',
  method: 'GET',
  access: 'member',
  path: '/api/spot/orders',
  topic: 'orders',
  fresh: 'own',
};
export const order: MemberRead<typeof idSchema, typeof orderDetailSchema> = {
  id: 'order',
  method: 'GET',
  access: 'member',
  path: '/api/spot/orders/{id}',
  topic: 'orders',
  fresh: 'own',
};
export const placeOrder: MemberWrite<typeof placeOrderInputSchema, typeof orderAnswerSchema> = {
  id: 'placeOrder',
  method: 'POST',
  access: 'member',
  path: '/api/spot/orders',
  numbered: 'spot.place',
  makesStale: TRADING,
};
export const cancelOrder: MemberWrite<typeof cancelOrderInputSchema, typeof orderAnswerSchema> = {
  id: 'cancelOrder',
  method: 'POST',
  access: 'member',
  path: '/api/spot/cancellations',
  numbered: 'spot.cancel',
  makesStale: TRADING,
};
export const amendOrder: MemberWrite<typeof amendSpotInputSchema, typeof amendedOrderSchema> = {
  id: 'amendOrder',
  method: 'POST',
  access: 'member',
  path: '/api/spot/amendments',
  numbered: 'spot.amend',
  makesStale: TRADING,
};
export const cancelAll: MemberWrite<typeof cancelAllInputSchema, typeof cancelAllAnswerSchema> = {
  id: 'cancelAll',
  method: 'POST',
  access: 'member',
  path: '/api/orders/cancellations',
  numbered: 'x.cancelAll',
  makesStale: TRADING,
};
