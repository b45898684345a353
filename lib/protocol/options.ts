import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, idField, marketField, millisField, pageField, requestIdField, signedDecimalField } from './fields';
import { OPTION_DIRECTIONS, OPTION_STATES } from './wire';

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
    ratio: decimalField.optional(),
    request_id: requestIdField,
  }),
  answer: z.object({ id: idField, price: decimalField.nullable(), order: contractFields }),
  errors: [
    'SESSION_REQUIRED',
    'MARKET_UNKNOWN',
    'MARKET_STALE',
    'MARKET_HALTED',
    'OPTION_NOT_OFFERED_HERE',
    'TRADING_PAUSED',
    'CONSENT_REQUIRED',
    'TEST_REQUIRED',
    'OPTION_STAKE_OUT_OF_RANGE',
    'OPTION_TERMS_CHANGED',
    'STAKE_LIMIT',
    'LOSS_LIMIT',
    'OPTIONS_OPEN_TOO_MANY',
    'POOL_EXHAUSTED',
    'AMOUNT_PRECISION',
    'INSUFFICIENT_BALANCE',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source:
    'legacy-api #29; `price` is null until the first print after acceptance; the request id counts per user, mode and call. Ours: `ratio`, what the screen said; with another one in force nothing is bought',
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
