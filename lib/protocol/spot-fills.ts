import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, marketField, millisField } from './fields';
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
      z.object({
        id: idField,
        order: idField,
        market: marketField,
        type: z.enum(ORDER_SIDES),
        kind: z.enum(SPOT_ORDER_KINDS),
        price: decimalField,
        num: decimalField,
        value: decimalField,
        fee: decimalField,
        fee_coin: coinField,
        liquidity: z.enum(['maker', 'taker']),
        time: millisField,
      }),
    )
    .max(FILLS_PAGE_MAX),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID'],
  source: `ours; spot fills of the session's account, newest order first, ${FILLS_PAGE_MAX} at a time`,
});
export type FillWire = z.infer<typeof spotFills.answer>[number];
