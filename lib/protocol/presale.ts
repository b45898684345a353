import { z } from 'zod';
import { PRESALE_MODES, PRESALE_STATES } from '../rules/presale';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, millisField, noFields, pageField, requestIdField } from './fields';

export const PRESALES_MAX = 50;
const termsField = z.string().max(40);
const COUNT = z.number().int().nonnegative();

/** A sale: `price` in USDT a token; tokens are whole; `min` and `max` for each person; `sold` is what was asked for; of what one gets, `first` percent comes at the end, the rest in `parts` parts every `days` days. `terms` names what can't change after the first purchase. */
export const presaleFields = z.object({
  id: idField,
  coin: coinField,
  price: decimalField,
  supply: COUNT,
  sold: COUNT,
  mode: z.enum(PRESALE_MODES),
  cap: COUNT,
  min: COUNT,
  max: COUNT,
  starts: millisField,
  ends: millisField,
  state: z.enum(PRESALE_STATES),
  vesting: z.object({ first: COUNT, parts: COUNT, days: COUNT }),
  terms: termsField.optional(),
  sandbox: z.enum(['0', '1']),
});

export const presales = defineCall({
  id: 'x.presale',
  number: null,
  method: 'GET',
  path: '/x/presale',
  access: 'public',
  request: noFields,
  answer: z.array(presaleFields).max(PRESALES_MAX),
  errors: ['FEATURE_NOT_OFFERED'],
  source:
    'ours; pre-sales, those that end last first. `first-come`: as long as there is some; `pro-rata`: beyond the supply each gets a share, and the rest of the payment back. Below `cap` everything goes back',
});

export const presaleBuy = defineCall({
  id: 'x.presaleBuy',
  number: null,
  method: 'POST',
  path: '/x/presale/buy',
  effect: 'write',
  request: z.object({
    id: idField,
    num: z
      .string()
      .regex(/^[1-9][0-9]{0,11}$/)
      .meta({ examples: ['10'] }),
    terms: termsField.optional(),
    request_id: requestIdField,
  }),
  answer: z.object({ id: idField, coin: coinField, num: COUNT, cost: decimalField, time: millisField }),
  errors: [
    'SESSION_REQUIRED',
    'REAL_ACCOUNT_ONLY',
    'FEATURE_NOT_OFFERED',
    'PRESALE_NOT_FOUND',
    'PRESALE_CLOSED',
    'PRESALE_AMOUNT',
    'PRESALE_LEFT',
    'PRESALE_TERMS_CHANGED',
    'PRESALE_TOO_MANY',
    'INSUFFICIENT_BALANCE',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'ours; real account only. The payment is held until the sale is over. `terms` as they were shown',
});

export const presalePurchases = defineCall({
  id: 'x.presalePurchases',
  number: null,
  method: 'GET',
  path: '/x/presale/purchases',
  request: z.object({ page: pageField.optional() }),
  answer: z
    .array(
      z.object({
        id: idField,
        sale: idField.optional(),
        coin: coinField,
        num: COUNT,
        cost: decimalField,
        got: COUNT.nullable(),
        back: decimalField.nullable(),
        received: COUNT,
        next: millisField.nullable(),
        time: millisField,
      }),
    )
    .max(200),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED'],
  source:
    'ours; what the user asked for in pre-sales, newest first, each in the `sale` of this number; `got` and `back` once the sale is settled; `received` of it is delivered, more `next`',
});
