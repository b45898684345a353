import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, fillFields, idField, marketField } from './fields';
import { FILLS_PAGE_MAX, ORDER_SIDES, SPOT_ORDER_KINDS } from './wire';

export const spotFills = defineCall({
  id: 'x.fills',
  number: null,
  method: 'GET',
  path: '/x/fills',
  /** Both or none: order and fill of the last row read so far. */
  request: z.object({ order: idField.optional(), fill: idField.optional() }),
  answer: z
    .array(
      fillFields.extend({
        order: idField,
        market: marketField,
        type: z.enum(ORDER_SIDES),
        kind: z.enum(SPOT_ORDER_KINDS),
        fee_coin: coinField,
      }),
    )
    .max(FILLS_PAGE_MAX),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID'],
  source: `ours; spot fills of the session's account, newest order first, ${FILLS_PAGE_MAX} at a time`,
});
export type FillWire = z.infer<typeof spotFills.answer>[number];
