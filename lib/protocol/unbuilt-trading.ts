import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, idField, marketField, requestIdField } from './fields';

/** Perpetual contracts, whose module comes later; the exchange answers FEATURE_NOT_OFFERED. */
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
