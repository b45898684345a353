/** What stands between a user and leveraged or binary products: disclosure, test, breaks and limits. */
import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, limitField, millisField, requestIdField, signedDecimalField } from './fields';
import { TRADING_BREAKS, RISK_LIMITS, LIMITED_PRODUCTS } from './wire';

const limitFields = z.object({
  kind: z.enum(RISK_LIMITS),
  /** Null is none. */
  max: decimalField.nullable(),
  /** What was loosened and holds from `at` on; null: nothing waits. */
  later: z.object({ max: decimalField.nullable(), at: millisField }).nullable(),
});
const riskLimitsFields = z.object({
  offered: z.boolean(),
  accepted: millisField.nullable(),
  /** When the appropriateness test was passed; `next` is when a failed one may be tried again. */
  test: z.object({ passed: millisField.nullable(), next: millisField.nullable() }),
  paused_until: millisField.nullable(),
  losing_share: decimalField.nullable(),
  limits: z.array(limitFields).length(RISK_LIMITS.length),
  loss_today: decimalField,
  record: z.object({ count: z.number().int(), right: z.number().int(), profit: signedDecimalField }),
});
export type RiskLimitsWire = z.infer<typeof riskLimitsFields>;

/**
 * What consent, test, `record` and `losing_share` are about: seconds contracts when it is left out. Breaks and limits hold for all products
 * together, and the product says only whose state answers.
 */
const productField = z.enum(LIMITED_PRODUCTS).optional();

export const riskLimits = defineCall({
  id: 'x.riskLimits',
  number: null,
  method: 'GET',
  path: '/x/risk-limits',
  request: z.object({ product: productField }),
  answer: riskLimitsFields,
  errors: ['SESSION_REQUIRED'],
  source:
    "ours; the user's consent and limits in this mode, the share of accounts with results that lost (null: none yet), and the last 40 results",
});

export const riskLimitsConsent = defineCall({
  id: 'x.riskLimitsConsent',
  number: null,
  method: 'POST',
  path: '/x/risk-limits-consent',
  effect: 'write',
  request: z.object({ product: productField, request_id: requestIdField }),
  answer: riskLimitsFields,
  errors: ['SESSION_REQUIRED', 'OPTION_NOT_OFFERED_HERE', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'DUPLICATE_REQUEST'],
  source: 'ours; the risk disclosure was read and accepted, with the losing share shown then',
});

export const riskLimitsTest = defineCall({
  id: 'x.riskLimitsTest',
  number: null,
  method: 'POST',
  path: '/x/risk-limits-test',
  effect: 'write',
  request: z.object({ product: productField, answers: z.string().regex(/^[yn]{5}$/), request_id: requestIdField }),
  answer: riskLimitsFields,
  errors: ['SESSION_REQUIRED', 'OPTION_NOT_OFFERED_HERE', 'TEST_LATER', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'DUPLICATE_REQUEST'],
  source:
    'ours; the appropriateness test, one `y` or `n` a question. It is passed with every answer right; the next try is 24 hours after a failed one.',
});

export const riskLimitsPause = defineCall({
  id: 'x.riskLimitsPause',
  number: null,
  method: 'POST',
  path: '/x/risk-limits-pause',
  effect: 'write',
  request: z.object({ product: productField, days: z.enum(TRADING_BREAKS), request_id: requestIdField }),
  answer: riskLimitsFields,
  errors: ['SESSION_REQUIRED', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'DUPLICATE_REQUEST'],
  source:
    'ours; no contract can be bought and no position opened for so many days on either account. A break can be made longer, never shorter.',
});

export const riskLimitsChange = defineCall({
  id: 'x.riskLimitsChange',
  number: null,
  method: 'POST',
  path: '/x/risk-limits-change',
  effect: 'write',
  request: z.object({
    stake_max: limitField.optional(),
    stake_day_max: limitField.optional(),
    stake_week_max: limitField.optional(),
    stake_month_max: limitField.optional(),
    loss_day_max: limitField.optional(),
    loss_week_max: limitField.optional(),
    loss_month_max: limitField.optional(),
    product: productField,
    request_id: requestIdField,
  }),
  answer: riskLimitsFields,
  errors: ['SESSION_REQUIRED', 'AMOUNT_PRECISION', 'STEP_UP_REQUIRED', 'NOT_DONE_IN_TIME', 'REQUEST_PENDING', 'DUPLICATE_REQUEST'],
  source: 'ours; a limit left out is none. Tighter holds at once, looser after 24 hours and on the real account after a confirmation.',
});
