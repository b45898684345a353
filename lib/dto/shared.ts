import { z } from 'zod';
import {
  decimalField,
  limitField,
  idField,
  marketField,
  coinField,
  requestIdField,
  signedDecimalField,
  wholeNumberField,
} from '../protocol/fields';
import { ERROR_CODES, type ErrorCode } from '../protocol/errors';
import { MODES, PAGE_NUMBER_MAX, TIMES_IN_FORCE } from '../protocol/wire';

export { coinField, decimalField, limitField, idField, marketField, requestIdField, signedDecimalField };
export const modeField = z.enum(MODES);
/** ISO 8601 in UTC with milliseconds. */
export const isoField = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/);

/** Page of a list, counted from 1. */
export const pageField = wholeNumberField({ min: 1, max: PAGE_NUMBER_MAX }).optional();

/** What every order has, whatever is traded. `price` is null for market orders, `averagePrice` is null until something was filled. */
export const orderCoreSchema = z.object({
  id: idField,
  symbol: marketField,
  timeInForce: z.enum(TIMES_IN_FORCE),
  price: decimalField.nullable(),
  averagePrice: decimalField.nullable(),
  quantity: decimalField,
  filledQuantity: decimalField,
  filledQuoteQuantity: decimalField,
  fee: decimalField,
  feeAsset: coinField,
  /** Of the position that an order opens, or of a purchase, placed once it is filled. */
  takeProfit: decimalField.nullable(),
  stopLoss: decimalField.nullable(),
  reason: z.string().nullable(),
  createdAt: isoField,
  updatedAt: isoField,
});

/** What every fill has, from the side of its order. */
export const fillCoreSchema = z.object({
  id: idField,
  price: decimalField,
  quantity: decimalField,
  quoteQuantity: decimalField,
  fee: decimalField,
  liquidity: z.enum(['maker', 'taker']),
  at: isoField,
  journalId: idField,
});

/** What every handler answers when it refuses. `field` names the input that was wrong, where one was. */
export const errorBodySchema = z.object({
  error: z.object({
    code: z.enum(ERROR_CODES as [ErrorCode, ...ErrorCode[]]),
    params: z.record(z.string(), z.string()).optional(),
    field: z.string().optional(),
    /** The backend's own words, for codes that have no better ones (LEGACY_UNKNOWN). Plain text, never markup. */
    message: z.string().max(300).optional(),
    requestId: z.string(),
  }),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
export const doneSchema = z.object({ done: z.literal(true) });

/** The input of an endpoint that takes none. */
export const nothing = z.strictObject({});
/** The input of an endpoint about one thing. */
export const idSchema = z.strictObject({ id: idField });

const exitsSchema = z.object({
  takeProfit: decimalField.nullable(),
  stopLoss: decimalField.nullable(),
  /** Of a spot order. */
  stopLossLimit: decimalField.nullable(),
});
/** What its owner changed in an order. */
export const amendmentSchema = z.object({
  id: idField,
  at: isoField,
  priceBefore: decimalField,
  price: decimalField,
  quantityBefore: decimalField,
  quantity: decimalField,
  /** Null of one that waited for no stop price. */
  stopBefore: decimalField.nullable(),
  stop: decimalField.nullable(),
  /** Null of one that left take-profit and stop-loss alone. */
  exits: z.object({ before: exitsSchema, after: exitsSchema }).nullable(),
  kept: z.boolean(),
});
export type OrderAmendment = z.infer<typeof amendmentSchema>;
