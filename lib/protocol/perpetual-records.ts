import { z } from 'zod';
import { defineCall } from './define-call';
import {
  amendmentFields,
  decimalField,
  fillFields,
  idField,
  isCsField,
  marketField,
  millisField,
  pageField,
  signedDecimalField,
} from './fields';
import { perpetualOrderFields } from './perpetual';
import { entryFields } from './spot';
import { POSITION_SIDES } from './wire';

export const fundingRates = defineCall({
  id: 'x.fundingRates',
  number: null,
  method: 'GET',
  path: '/x/funding-rates',
  access: 'public',
  request: z.object({ market: marketField, is_cs: isCsField, page: pageField.optional() }),
  answer: z
    .array(
      z.object({
        time: millisField,
        rate: signedDecimalField,
        mark: decimalField,
        /** Average premium of the interval, and how many samples it is made of. */
        premium: signedDecimalField,
        samples: z.number().int().nonnegative(),
        /** `no_prints` where the prices of the instant are missing and nobody paid. */
        skipped: z.enum(['no_prints']).nullable(),
      }),
    )
    .max(100),
  errors: ['MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: 'ours; funding rates of a market as they were exchanged, newest first',
});

const ownPagesRequest = z.object({ market: marketField.optional(), page: pageField.optional() });
/** What happened to `num` contracts of a position at a mark price. */
const positionEventFields = z.object({
  id: idField,
  time: millisField,
  market: marketField,
  position: idField,
  type: z.enum(POSITION_SIDES),
  num: decimalField,
  mark: decimalField,
});

export const fundingPaymentFields = positionEventFields.extend({
  rate: signedDecimalField,
  /** Below zero was paid, above zero was received. */
  amount: signedDecimalField,
  journal: idField,
});

export const fundingPayments = defineCall({
  id: 'x.fundingPayments',
  number: null,
  method: 'GET',
  path: '/x/funding-payments',
  request: ownPagesRequest,
  answer: z.array(fundingPaymentFields).max(100),
  errors: ['SESSION_REQUIRED', 'MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: "ours; the user's own funding payments, newest first",
});

export const liquidationFields = positionEventFields.extend({
  /** Contracts that stayed open after a partial one; `num` were closed. */
  left: decimalField,
  /** Number of the print that made the mark price. */
  print: z.number().int().nonnegative(),
  liquidation: decimalField,
  bankruptcy: decimalField,
  /** Where the contracts went: the book (at `price` on average), the insurance fund, the other side of the market. */
  by_book: decimalField,
  by_fund: decimalField,
  by_others: decimalField,
  price: decimalField.nullable(),
  fee: decimalField,
  /** What of the margin was lost, and what came back to the available balance. */
  lost: decimalField,
  returned: decimalField,
  order: idField.nullable(),
});

export const liquidations = defineCall({
  id: 'x.liquidations',
  number: null,
  method: 'GET',
  path: '/x/liquidations',
  request: ownPagesRequest,
  answer: z.array(liquidationFields).max(100),
  errors: ['SESSION_REQUIRED', 'MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: "ours; the record of the user's own liquidations, newest first",
});

export const perpetualOrderDetail = defineCall({
  id: 'x.perpetualOrder',
  number: null,
  method: 'GET',
  path: '/x/perpetual-order',
  request: z.object({ id: idField }),
  answer: z.object({
    order: perpetualOrderFields,
    fills: z.array(fillFields.extend({ profit: signedDecimalField, journal: idField })).max(1000),
    entries: z.array(entryFields).max(5000),
    /** Oldest first, the newest of them. */
    amendments: z.array(amendmentFields).max(100).optional(),
  }),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'ORDER_NOT_FOUND'],
  source: 'ours; one order with its fills and every ledger entry that it caused for its owner, oldest first',
});
