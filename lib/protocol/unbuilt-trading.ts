import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, idField, marketField, millisField, pageField, requestIdField, signedDecimalField } from './fields';

/** Perpetual and seconds contracts, whose modules come later; the exchange answers FEATURE_NOT_OFFERED. */
export const placePerpetualOrder = defineCall({
  id: 'perpetual.place',
  number: 28,
  method: 'POST',
  path: '/Mobile/Trade/upTrade3',
  effect: 'write',
  request: z.object({
    market: marketField,
    type: z.enum(['long', 'short']),
    kind: z.enum(['limit', 'market']),
    price: decimalField.optional(),
    num: decimalField,
    leverage: z.string().regex(/^[1-9][0-9]{0,2}$/),
    tp: decimalField.optional(),
    sl: decimalField.optional(),
    request_id: requestIdField,
  }),
  answer: z.object({ id: idField, state: z.string().max(40), position: idField.nullable() }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #28',
});

export const placeOption = defineCall({
  id: 'option.place',
  number: 29,
  method: 'POST',
  path: '/Trade/optionTrade',
  effect: 'write',
  request: z.object({
    market: marketField,
    type: z.enum(['up', 'down']),
    num: decimalField,
    time: z.enum(['30', '60', '120', '180', '300']),
    request_id: requestIdField,
  }),
  answer: z.object({ id: idField, price: decimalField.nullable() }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #29; `price` is null until the first print after acceptance',
});

export const contractRecords = defineCall({
  id: 'option.records',
  number: 31,
  method: 'GET',
  path: '/user/ctrecords',
  request: z.object({ type: z.enum(['perpetual', 'option']), page: pageField.optional() }),
  answer: z
    .array(
      z.object({
        id: idField,
        market: marketField,
        buy_price: decimalField,
        buy_time: millisField,
        sell_price: decimalField.nullable(),
        sell_time: millisField.nullable(),
        margin: decimalField,
        fee: decimalField,
        profit: signedDecimalField,
      }),
    )
    .max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #31, newest first',
});
