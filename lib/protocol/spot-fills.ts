import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, fillFields, idField, listFields, marketField } from './fields';
import { FILE_PAGE_MAX, ORDER_SIDES, SPOT_ORDER_KINDS } from './wire';

/** Order and fill after which a list of fills goes on. */
const placeFields = z.object({ order: idField, fill: idField });

export const spotFills = defineCall({
  id: 'x.fills',
  number: null,
  method: 'GET',
  path: '/x/fills',
  /** `order` and `fill` both or none. */
  request: listFields.omit({ before: true, size: true }).extend({
    market: marketField.optional(),
    kind: z.enum(SPOT_ORDER_KINDS).optional(),
    ...placeFields.partial().shape,
  }),
  /** `next` null: that was all. A page may hold fewer rows than fit, even none, and still have a next one. */
  answer: z.object({
    rows: z
      .array(
        fillFields.extend({
          order: idField,
          market: marketField,
          type: z.enum(ORDER_SIDES),
          kind: z.enum(SPOT_ORDER_KINDS),
          fee_coin: coinField,
        }),
      )
      .max(FILE_PAGE_MAX),
    next: placeFields.nullable(),
  }),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN'],
  source: `ours; spot fills of the session's account, newest order first, ${FILE_PAGE_MAX} at a time`,
});
export type FillWire = z.infer<typeof spotFills.answer>['rows'][number];
