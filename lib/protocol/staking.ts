import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, messageAnswer, millisField, pageField, requestIdField, signedDecimalField } from './fields';
import { NOT_RENEWED, STAKING_KINDS, STAKING_STATES } from './wire';

const COUNT = z.number().int().nonnegative();
const yesOrNo = z.enum(['0', '1']);
/** Ours: 0 hosting, else staking. */
const typeField = z.enum(['0', '1']).optional();
const termsField = z.string().max(40);

/** A term; rates in percent a day, `quota` what its pool can still take on, times of a term's day and waits in ms. `terms` names what one agrees to. */
export const termFields = z.object({
  id: idField,
  tian: z.number().int(),
  rate_min: decimalField,
  rate_max: decimalField,
  stnum: decimalField,
  maxstrnum: decimalField,
  coin: coinField,
  quota: decimalField,
  kind: z.enum(STAKING_KINDS),
  day: COUNT,
  place: decimalField.nullable(),
  wait: COUNT,
  exit: COUNT,
  sandbox: yesOrNo,
  covered: millisField.nullable(),
  terms: termsField.optional(),
});

/** The published rules of a hosting plan, by name. */
export const rulesField = z.record(z.string().max(30), z.union([z.string().max(40), z.number(), z.array(z.string().max(30)).max(20)]));

/** A hosting plan; rates are percent, `quota` what can still be put in, `next` when its book is valued next. `state` is that of the book; `terms` names what one agrees to. */
export const planFields = z.object({
  id: idField,
  kind: z.literal('hosting'),
  tian: COUNT,
  stnum: decimalField,
  maxstrnum: decimalField,
  coin: coinField,
  quota: decimalField,
  day: COUNT,
  fee: decimalField,
  exit: decimalField,
  sandbox: yesOrNo,
  next: millisField.nullable(),
  state: z.enum(['live', 'stopping', 'stopped']),
  since: millisField,
  rules: rulesField,
  terms: termsField.optional(),
});

export const earningTerms = defineCall({
  id: 'staking.terms',
  number: 32,
  method: 'GET',
  path: '/api/financinlist',
  access: 'public',
  request: z.object({ type: typeField }),
  answer: z.array(z.union([termFields, planFields])).max(200),
  errors: ['FEATURE_NOT_OFFERED'],
  source:
    'legacy-api #32; type 0 the hosting plans (`planFields`, ours); rates in percent a day. Ours: `kind`; `day`, how long a day of the term is, `wait` until it earns and `exit` until the principal is back, in ms; `place`, of which the amount is a whole number; `sandbox`; `covered`, when the last promise of the pool ends',
});

export const subscribeEarning = defineCall({
  id: 'staking.subscribe',
  number: 33,
  method: 'POST',
  path: '/Mobile/Financing/index',
  effect: 'write',
  request: z.object({
    id: idField,
    price: decimalField,
    coin: z.string().max(10),
    rate: decimalField.optional(),
    terms: termsField.optional(),
    type: typeField,
    request_id: requestIdField,
  }),
  answer: messageAnswer,
  errors: [
    'SESSION_REQUIRED',
    'STAKING_TERM_UNKNOWN',
    'STAKING_AMOUNT_TOO_SMALL',
    'STAKING_AMOUNT_TOO_LARGE',
    'STAKING_PLACES',
    'STAKING_TERMS_CHANGED',
    'STAKING_POOL_EXHAUSTED',
    'STAKING_OPEN_TOO_MANY',
    'HOSTING_QUOTA_FULL',
    'HOSTING_STOPPED',
    'HOSTING_TERMS_CHANGED',
    'AMOUNT_INVALID',
    'AMOUNT_PRECISION',
    'INSUFFICIENT_BALANCE',
    'STEP_UP_REQUIRED',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source:
    'legacy-api #33; `price` is the amount. Ours: `rate`, the daily rate in percent that the screen said; with another one nothing is subscribed; `terms` as they were shown; `type` 0: `id` is a hosting plan',
});

/** A position; money in its coin, `rate` in percent a day, `day` and `exit` (until the principal is back) in ms. */
export const positionFields = z.object({
  id: idField,
  num: decimalField,
  coin: coinField,
  tian: z.number().int(),
  days_left: COUNT,
  shouyi: decimalField,
  state: z.enum(STAKING_STATES),
  kind: z.enum(STAKING_KINDS),
  rate: decimalField,
  daily: decimalField,
  total: decimalField,
  day: COUNT,
  exit: COUNT.optional(),
  days_paid: COUNT,
  begun: millisField,
  starts: millisField,
  ends: millisField,
  next: millisField.nullable(),
  returned: decimalField,
  over: millisField.nullable(),
  renew: yesOrNo,
  renewed: idField.nullable(),
  not_renewed: z.enum(NOT_RENEWED).nullable(),
});

export const stakingRecords = defineCall({
  id: 'staking.records',
  number: 34,
  method: 'GET',
  path: '/home/Financing/log',
  request: z.object({ state: z.enum(['open', 'over', 'all']).optional(), page: pageField.optional() }),
  answer: z.array(positionFields).max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'legacy-api #34, newest first. Ours: all from `kind` on; `next` is when the next day is credited, or the principal is back; `returned` what is back of the principal once it is over, before that what leaving now gives back; `renew` that it goes on at its end, `renewed` the position in which it did, `not_renewed` what was in the way',
});

export const earningTotals = defineCall({
  id: 'staking.totals',
  number: 36,
  method: 'GET',
  path: '/Financing/logall',
  request: z.object({ type: typeField }),
  answer: z.object({ money: decimalField, dayshouyi: signedDecimalField, shouyi: signedDecimalField }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'legacy-api #36; in USDT: what is staked now, what was earned since 00:00 UTC, and ever, less what leaving early gave up. Ours: `type` 0 says the same of hosting, `money` is what it is worth',
});

export const redeemEarning = defineCall({
  id: 'staking.redeem',
  number: 37,
  method: 'GET',
  path: '/order/outMoney',
  effect: 'write',
  request: z.object({ id: idField, type: typeField, request_id: requestIdField }),
  answer: messageAnswer,
  errors: [
    'SESSION_REQUIRED',
    'STAKING_NOT_FOUND',
    'STAKING_OVER',
    'FEATURE_NOT_OFFERED',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'legacy-api #37; the message says what came back. Ours: `type` 0 leaves a hosted amount at the next valuation',
});

export const stakingRenewal = defineCall({
  id: 'x.stakingRenewal',
  number: null,
  method: 'POST',
  path: '/x/staking-renewal',
  effect: 'write',
  request: z.object({ id: idField, renew: yesOrNo, request_id: requestIdField }),
  answer: messageAnswer,
  errors: [
    'SESSION_REQUIRED',
    'STAKING_NOT_FOUND',
    'STAKING_OVER',
    'STEP_UP_REQUIRED',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'ours; says whether a running position goes on for the same term when it ends, by the terms of that day. Off from the beginning',
});
