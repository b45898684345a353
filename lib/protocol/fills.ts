import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, fillFields, idField, listFields, marketField, signedDecimalField } from './fields';
import { FILE_PAGE_MAX, ORDER_SIDES, PERPETUAL_LISTED_KINDS, POSITION_SIDES, SPOT_ORDER_KINDS } from './wire';

/** Order and fill after which a list of fills goes on. */
const placeFields = z.object({ order: idField, fill: idField });

/** `order` and `fill` both or none. */
const askedFields = listFields
  .omit({ before: true, size: true })
  .extend({ market: marketField.optional(), ...placeFields.partial().shape });
const ofOrderFields = fillFields.extend({ order: idField, market: marketField, fee_coin: coinField });
/** `next` null: that was all. A page may hold fewer rows than fit, even none, and still have a next one. */
const fillsOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row).max(FILE_PAGE_MAX), next: placeFields.nullable() });

export const spotFills = defineCall({
  id: 'x.fills',
  number: null,
  method: 'GET',
  path: '/x/fills',
  request: askedFields.extend({ kind: z.enum(SPOT_ORDER_KINDS).optional() }),
  answer: fillsOf(ofOrderFields.extend({ type: z.enum(ORDER_SIDES), kind: z.enum(SPOT_ORDER_KINDS) })),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN'],
  source: `ours; spot fills of the session's account, newest order first, ${FILE_PAGE_MAX} at a time`,
});
export type FillWire = z.infer<typeof spotFills.answer>['rows'][number];

export const perpetualFills = defineCall({
  id: 'x.perpetualFills',
  number: null,
  method: 'GET',
  path: '/x/perpetual-fills',
  request: askedFields.extend({ kind: z.enum(PERPETUAL_LISTED_KINDS).optional() }),
  /** `profit` is what the fill realised, before fees. */
  answer: fillsOf(ofOrderFields.extend({ type: z.enum(POSITION_SIDES), kind: z.enum(PERPETUAL_LISTED_KINDS), profit: signedDecimalField })),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: `ours; perpetual fills of the session's account, newest order first, ${FILE_PAGE_MAX} at a time`,
});
export type PerpetualFillWire = z.infer<typeof perpetualFills.answer>['rows'][number];
