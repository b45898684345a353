import { z } from 'zod';
import { defineCall } from './define-call';
import { idField, listFields, marketField } from './fields';
import { perpetualOrderFields } from './perpetual';
import { orderFields } from './spot';
import { FILE_PAGE_MAX, PERPETUAL_LISTED_KINDS, SPOT_ORDER_KINDS } from './wire';

/** `next` null: that was all. A page may hold fewer rows than fit, even none, and still have a next one. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row).max(FILE_PAGE_MAX), next: idField.nullable() });

export const spotOrderList = defineCall({
  id: 'x.spotOrders',
  number: null,
  method: 'GET',
  path: '/x/spot-orders',
  request: listFields.extend({ market: marketField.optional(), kind: z.enum(SPOT_ORDER_KINDS).optional() }),
  answer: pageOf(orderFields),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN'],
  source: 'ours; spot orders that are over, newest first, by the time at which they were placed',
});

export const perpetualOrderList = defineCall({
  id: 'x.perpetualOrders',
  number: null,
  method: 'GET',
  path: '/x/perpetual-orders',
  request: listFields.extend({ market: marketField.optional(), kind: z.enum(PERPETUAL_LISTED_KINDS).optional() }),
  answer: pageOf(perpetualOrderFields),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: 'ours; perpetual orders that are over, newest first, by the time at which they were placed',
});
