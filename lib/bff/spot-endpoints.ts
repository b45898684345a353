import { z } from 'zod';
import { idField } from '../dto/shared';
import {
  cancelAllAnswerSchema,
  cancelAllInputSchema,
  cancelOrderInputSchema,
  orderAnswerSchema,
  orderDetailSchema,
  ordersQuerySchema,
  ordersSchema,
  placeOrderInputSchema,
} from '../dto/spot';
import { defineEndpoint, read, write } from './define-endpoint';

/** The endpoints of spot orders. */
export const spotEndpoints = {
  orders: defineEndpoint({
    ...read,
    path: '/api/spot/orders',
    input: ordersQuerySchema,
    output: ordersSchema,
    summary: 'Spot orders, newest first',
  }),
  order: defineEndpoint({
    ...read,
    path: '/api/spot/orders/{id}',
    input: z.strictObject({ id: idField }),
    output: orderDetailSchema,
    summary: 'One order with fills and ledger lines',
  }),
  placeOrder: defineEndpoint({
    ...write,
    path: '/api/spot/orders',
    input: placeOrderInputSchema,
    output: orderAnswerSchema,
    summary: 'Place a spot order',
  }),
  cancelAll: defineEndpoint({
    ...write,
    path: '/api/orders/cancellations',
    input: cancelAllInputSchema,
    output: cancelAllAnswerSchema,
    summary: 'Cancel all open spot or perpetual orders, of one market or of all',
  }),
  cancelOrder: defineEndpoint({
    ...write,
    path: '/api/spot/cancellations',
    input: cancelOrderInputSchema,
    output: orderAnswerSchema,
    summary: 'Cancel what rests of a spot order',
  }),
} as const;
