import { z } from 'zod';
import { defineCall } from './define-call';
import {
  coinField,
  decimalField,
  idField,
  messageAnswer,
  millisField,
  noFields,
  pageField,
  requestIdField,
  signedDecimalField,
} from './fields';

/** Staking and hosting, whose modules come later; the exchange answers FEATURE_NOT_OFFERED. */
export const earningTerms = defineCall({
  id: 'staking.terms',
  number: 32,
  method: 'GET',
  path: '/api/financinlist',
  access: 'public',
  request: z.object({ type: z.enum(['0', '1']).optional() }),
  answer: z
    .array(
      z.object({
        id: idField,
        tian: z.number().int(),
        rate_min: decimalField,
        rate_max: decimalField,
        stnum: decimalField,
        maxstrnum: decimalField,
        coin: coinField,
        quota: decimalField,
      }),
    )
    .max(200),
  errors: ['FEATURE_NOT_OFFERED'],
  source: 'legacy-api #32; type 0 the hosting plans; rates in percent a day',
});

export const subscribeEarning = defineCall({
  id: 'staking.subscribe',
  number: 33,
  method: 'POST',
  path: '/Mobile/Financing/index',
  effect: 'write',
  request: z.object({ id: idField, price: decimalField, coin: z.string().max(10), request_id: requestIdField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'INSUFFICIENT_BALANCE', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #33; `price` is the amount',
});

export const stakingRecords = defineCall({
  id: 'staking.records',
  number: 34,
  method: 'GET',
  path: '/home/Financing/log',
  request: z.object({ state: z.string().max(20).optional(), page: pageField.optional() }),
  answer: z
    .array(
      z.object({
        id: idField,
        num: decimalField,
        coin: coinField,
        tian: z.number().int(),
        days_left: z.number().int(),
        shouyi: decimalField,
        state: z.string().max(20),
      }),
    )
    .max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #34, newest first',
});

export const hostingRecords = defineCall({
  id: 'hosting.records',
  number: 35,
  method: 'GET',
  path: '/financing/log',
  request: z.object({ state: z.enum(['all', 'running', 'complete']).optional(), page: pageField.optional() }),
  answer: z
    .array(
      z.object({
        id: idField,
        coin: coinField,
        num: decimalField,
        dayshouyi: signedDecimalField,
        shouyi: signedDecimalField,
        end: millisField,
        state: z.string().max(20),
      }),
    )
    .max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #35, newest first',
});

export const earningTotals = defineCall({
  id: 'hosting.totals',
  number: 36,
  method: 'GET',
  path: '/Financing/logall',
  request: noFields,
  answer: z.object({ money: decimalField, dayshouyi: signedDecimalField, shouyi: signedDecimalField }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #36; in USDT',
});

export const redeemEarning = defineCall({
  id: 'staking.redeem',
  number: 37,
  method: 'GET',
  path: '/order/outMoney',
  effect: 'write',
  request: z.object({ id: idField, request_id: requestIdField }),
  answer: messageAnswer,
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'DUPLICATE_REQUEST'],
  source: 'legacy-api #37',
});
