import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, idField, marketField, millisField, pageField, requestIdField, signedDecimalField } from './fields';
import { GUARDED_PRODUCTS, OPTION_BREAKS, OPTION_DIRECTIONS, OPTION_LIMITS, OPTION_STATES } from './wire';

export const contractFields = z.object({
  id: idField,
  market: marketField,
  type: z.enum(OPTION_DIRECTIONS),
  num: decimalField,
  /** Seconds from the purchase print to the delivery. */
  time: z.number().int().positive(),
  ratio: decimalField,
  profit: decimalField,
  state: z.enum(OPTION_STATES),
  reason: z.string().max(60).nullable(),
  accepted: millisField,
  price: decimalField.nullable(),
  price_time: millisField.nullable(),
  delivers: millisField.nullable(),
  delivery: decimalField.nullable(),
  paid: decimalField,
  settled: millisField.nullable(),
});
export type ContractWire = z.infer<typeof contractFields>;

export const placeOption = defineCall({
  id: 'option.place',
  number: 29,
  method: 'POST',
  path: '/Trade/optionTrade',
  effect: 'write',
  request: z.object({
    market: marketField,
    type: z.enum(OPTION_DIRECTIONS),
    num: decimalField,
    time: z.enum(['30', '60', '120', '180', '300']),
    request_id: requestIdField,
  }),
  answer: z.object({ id: idField, price: decimalField.nullable(), order: contractFields }),
  errors: [
    'SESSION_REQUIRED',
    'MARKET_UNKNOWN',
    'MARKET_STALE',
    'OPTION_NOT_OFFERED_HERE',
    'OPTION_PAUSED',
    'OPTION_CONSENT_REQUIRED',
    'OPTION_TEST_REQUIRED',
    'OPTION_STAKE_OUT_OF_RANGE',
    'OPTION_STAKE_LIMIT',
    'OPTION_LOSS_LIMIT',
    'OPTIONS_OPEN_TOO_MANY',
    'POOL_EXHAUSTED',
    'AMOUNT_PRECISION',
    'INSUFFICIENT_BALANCE',
    'DUPLICATE_REQUEST',
  ],
  source: 'legacy-api #29; `price` is null until the first print after acceptance; the request id counts per user, mode and call',
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
  source: 'legacy-api #31, newest first; settled contracts that got a purchase price, `margin` is the stake, a seconds contract has no fee',
});

export const optionProof = defineCall({
  id: 'x.proof',
  number: null,
  method: 'GET',
  path: '/x/proof',
  request: z.object({ id: idField }),
  answer: z.object({
    order: contractFields,
    tick: decimalField,
    prints: z
      .array(z.object({ seq: z.number().int(), time: millisField, prices: z.string(), previous: z.string(), hash: z.string() }))
      .max(400),
  }),
  errors: ['SESSION_REQUIRED', 'OPTION_NOT_FOUND'],
  source:
    'ours; the prints that made the purchase and the delivery price, ascending: the row before and the row of the purchase, then every row from the first of the five to the first at or after the delivery; hashed as x.prints says',
});

const limitFields = z.object({
  kind: z.enum(OPTION_LIMITS),
  /** Null is none. */
  max: decimalField.nullable(),
  /** What was loosened and holds from `at` on; null: nothing waits. */
  later: z.object({ max: decimalField.nullable(), at: millisField }).nullable(),
});
const guardFields = z.object({
  offered: z.boolean(),
  accepted: millisField.nullable(),
  /** When the appropriateness test was passed; `next` is when a failed one may be tried again. */
  test: z.object({ passed: millisField.nullable(), next: millisField.nullable() }),
  paused_until: millisField.nullable(),
  losing_share: decimalField.nullable(),
  limits: z.array(limitFields).length(OPTION_LIMITS.length),
  loss_today: decimalField,
  record: z.object({ count: z.number().int(), right: z.number().int(), profit: signedDecimalField }),
});
export type GuardWire = z.infer<typeof guardFields>;

/** Consent is per product; `record` and `losing_share` are those of the product. Limits hold for all products together. */
const productField = z.enum(GUARDED_PRODUCTS).optional();

export const optionGuard = defineCall({
  id: 'x.optionGuard',
  number: null,
  method: 'GET',
  path: '/x/option-guard',
  request: z.object({ product: productField }),
  answer: guardFields,
  errors: ['SESSION_REQUIRED'],
  source:
    "ours; the user's consent and limits in this mode, the share of accounts with settled contracts that lost (null: none yet), and the last 40 contracts won or lost",
});

export const optionConsent = defineCall({
  id: 'x.optionConsent',
  number: null,
  method: 'POST',
  path: '/x/option-consent',
  effect: 'write',
  request: z.object({ product: productField, request_id: requestIdField }),
  answer: guardFields,
  errors: ['SESSION_REQUIRED', 'OPTION_NOT_OFFERED_HERE', 'PERPETUAL_NOT_OFFERED_HERE', 'DUPLICATE_REQUEST'],
  source: 'ours; the risk disclosure was read and accepted, with the losing share shown then',
});

export const optionTest = defineCall({
  id: 'x.optionTest',
  number: null,
  method: 'POST',
  path: '/x/option-test',
  effect: 'write',
  request: z.object({ answers: z.string().regex(/^[yn]{5}$/), request_id: requestIdField }),
  answer: guardFields,
  errors: ['SESSION_REQUIRED', 'OPTION_NOT_OFFERED_HERE', 'OPTION_TEST_LATER', 'DUPLICATE_REQUEST'],
  source:
    'ours; the appropriateness test, one `y` or `n` a question. It is passed with every answer right; the next try is 24 hours after a failed one.',
});

export const optionPause = defineCall({
  id: 'x.optionPause',
  number: null,
  method: 'POST',
  path: '/x/option-pause',
  effect: 'write',
  request: z.object({ days: z.enum(OPTION_BREAKS), request_id: requestIdField }),
  answer: guardFields,
  errors: ['SESSION_REQUIRED', 'DUPLICATE_REQUEST'],
  source: 'ours; no contract can be bought for so many days on either account. A break can be made longer, never shorter.',
});

export const optionLimits = defineCall({
  id: 'x.optionLimits',
  number: null,
  method: 'POST',
  path: '/x/option-limits',
  effect: 'write',
  request: z.object({
    stake_max: decimalField.optional(),
    stake_day_max: decimalField.optional(),
    stake_week_max: decimalField.optional(),
    stake_month_max: decimalField.optional(),
    loss_day_max: decimalField.optional(),
    loss_week_max: decimalField.optional(),
    loss_month_max: decimalField.optional(),
    request_id: requestIdField,
  }),
  answer: guardFields,
  errors: ['SESSION_REQUIRED', 'AMOUNT_PRECISION', 'DUPLICATE_REQUEST'],
  source: 'ours; a limit left out is none. Tighter holds at once, looser after 24 hours.',
});
