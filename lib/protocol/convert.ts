import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, millisField, noFields, requestIdField } from './fields';

/** The id of a quote. */
export const quoteIdField = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,40}$/)
  .meta({ examples: ['quote-00000000000001'] });

const conversionFields = z.object({
  from: coinField,
  to: coinField,
  num: decimalField,
  price: decimalField,
  fee: decimalField,
  received: decimalField,
});

export const convertCoins = defineCall({
  id: 'convert.convert',
  number: 48,
  method: 'POST',
  path: '/api/convert',
  effect: 'write',
  request: z.object({ from: coinField, to: coinField, num: decimalField, quote: quoteIdField.optional(), request_id: requestIdField }),
  answer: z.object({
    id: z.string().max(64),
    price: decimalField,
    fee: decimalField,
    expires: millisField.optional(),
    received: decimalField.optional(),
    ref: z.string().max(80).optional(),
  }),
  errors: [
    'SESSION_REQUIRED',
    'ASSET_UNKNOWN',
    'AMOUNT_INVALID',
    'AMOUNT_PRECISION',
    'CONVERT_PAIR_INVALID',
    'CONVERT_AMOUNT_OUT_OF_RANGE',
    'CONVERT_PRICE_UNCONFIRMED',
    'CONVERT_TOO_LARGE',
    'CONVERT_QUOTE_UNKNOWN',
    'CONVERT_QUOTE_EXPIRED',
    'CONVERT_QUOTE_USED',
    'INSUFFICIENT_BALANCE',
    'FEATURE_NOT_OFFERED',
    'RATE_LIMITED',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source:
    'legacy-api #48; without `quote` it makes one, which is good until `expires`; with it, and the same coins and amount, it executes exactly that one, once. `price` is in `to` for one of `from` before the fee, `fee` and `received` are in `to`. Ours: `received`, and `ref`, the reference of the ledger entries of what was executed.',
});

export const convertTerms = defineCall({
  id: 'x.convert',
  number: null,
  method: 'GET',
  path: '/x/convert',
  request: noFields,
  answer: z.object({
    spread: decimalField,
    fee: decimalField,
    min: decimalField,
    max: decimalField,
    small: decimalField,
    coins: z.array(z.object({ coin: coinField, open: z.boolean(), spread: decimalField, price: decimalField.optional() })).max(200),
  }),
  errors: ['SESSION_REQUIRED'],
  source:
    'ours; every pair of `coins` can be converted. `spread` and `fee` are fractions; `min`, `max` and `small` (what counts as a small balance) in USDT; `open` is false while the price of a coin is not confirmed; `price` its index in USDT. A pair has the wider `spread` of its two coins.',
});

export const convertSmall = defineCall({
  id: 'x.convertSmall',
  number: null,
  method: 'POST',
  path: '/x/convert-small',
  effect: 'write',
  request: z.object({ quote: quoteIdField.optional(), request_id: requestIdField }),
  answer: z.object({
    id: z.string().max(64),
    expires: millisField.optional(),
    lines: z.array(conversionFields.extend({ ref: z.string().max(80).optional() })).max(50),
    received: decimalField,
  }),
  errors: [
    'SESSION_REQUIRED',
    'CONVERT_TOO_LARGE',
    'CONVERT_PRICE_UNCONFIRMED',
    'CONVERT_QUOTE_UNKNOWN',
    'CONVERT_QUOTE_EXPIRED',
    'CONVERT_QUOTE_USED',
    'INSUFFICIENT_BALANCE',
    'RATE_LIMITED',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source:
    'ours; all that is available of coins worth less than x.convert says, into USDT: without `quote` a quote of it, with it exactly that one, whole or not at all. `id` is empty where there is nothing small. `received` is the sum.',
});

export const conversion = defineCall({
  id: 'x.conversion',
  number: null,
  method: 'GET',
  path: '/x/conversion',
  request: z.object({ ref: z.string().min(1).max(80) }),
  answer: conversionFields.extend({
    from_index: decimalField,
    to_index: decimalField,
    spread: decimalField,
    fee_rate: decimalField,
    quoted: millisField,
    time: millisField,
  }),
  errors: ['SESSION_REQUIRED', 'NOT_FOUND'],
  source:
    'ours; one conversion of the user in the mode in use, by the reference of its ledger entries: what lib/rules/convert.ts needs to come to the same amounts',
});
