import { z } from 'zod';
import {
  CANDLE_MINUTES,
  DECIMAL_LENGTH_MAX,
  LIMIT_DIGITS_MAX,
  MILLIS_MAX,
  type Mode,
  PAGE_NUMBER_MAX,
  REQUEST_ID_LENGTH_MAX,
  REQUEST_ID_LENGTH_MIN,
} from './wire';

/** A non-negative decimal in ASCII digits, such as `0.015`; no sign, no exponent. */
export const decimalField = z
  .string()
  .max(DECIMAL_LENGTH_MAX)
  // What is reckoned with it afterwards needs a number.
  .regex(/^(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/, { abort: true })
  .meta({ examples: ['0.01'] });
/** A limit that a user sets on stakes or losses: `LIMIT_DIGITS_MAX` integer digits and the 8 decimals that the ledger has. */
export const limitField = z
  .string()
  .regex(new RegExp(`^(0|[1-9][0-9]{0,${LIMIT_DIGITS_MAX - 1}})(\\.[0-9]{1,8})?$`), { abort: true })
  .meta({ examples: ['100'] });
/** A decimal that may be negative. */
export const signedDecimalField = z
  .string()
  .max(DECIMAL_LENGTH_MAX + 1)
  .regex(/^-?(0|[1-9][0-9]{0,19})(\.[0-9]{1,18})?$/, { abort: true });
/** An integer in digits, as ids of rows are. */
export const idField = z
  .string()
  .regex(/^[1-9][0-9]{0,17}$/)
  .meta({ examples: ['1'] });
export const requestIdField = z
  .string()
  .min(REQUEST_ID_LENGTH_MIN)
  .max(REQUEST_ID_LENGTH_MAX)
  .regex(/^[A-Za-z0-9_-]+$/)
  .meta({ examples: ['request-0000000001'] });
/** `BTC-USDT`. */
export const marketField = z
  .string()
  .regex(/^[A-Z0-9]{2,10}-[A-Z0-9]{2,10}$/)
  .meta({ examples: ['BTC-USDT'] });
export const coinField = z
  .string()
  .regex(/^[A-Z0-9]{2,10}$/)
  .meta({ examples: ['USDT'] });
/** 0 real, 1 demo. */
export const isCsField = z.enum(['0', '1']);

export function toMode(isCs: z.infer<typeof isCsField>): Mode {
  return isCs === '1' ? 'demo' : 'real';
}

export function toIsCs(mode: Mode): z.infer<typeof isCsField> {
  return mode === 'demo' ? '1' : '0';
}

/** A whole number within bounds in plain ASCII digits: no sign, no space, no exponent, no other base, no zero in front. */
export function wholeNumberField({ min, max }: { min: number; max: number }) {
  return z
    .string()
    .regex(/^(0|[1-9][0-9]{0,8})$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
}

export const pageField = z
  .string()
  .regex(/^[1-9][0-9]{0,4}$/)
  .refine((page) => Number(page) <= PAGE_NUMBER_MAX);
export const candleMinutesField = z.enum(Object.values(CANDLE_MINUTES).map(String) as [string, ...string[]]);
/** Milliseconds since 1970, UTC. */
export const millisField = z.number().int().nonnegative().max(MILLIS_MAX);
/** The same as a form carries it. */
export const momentField = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .meta({ examples: ['1772366400000'] });
/** What a list is narrowed to and where it goes on: `from` (included) to `to` (excluded), then rows before the one with the number `before`. */
export const listFields = z.object({
  from: momentField.optional(),
  to: momentField.optional(),
  before: idField.optional(),
  /** Rows of a page: those of a screen unless it is for a file. */
  size: z.enum(['screen', 'file']).optional(),
});
export type ListFields = z.infer<typeof listFields>;
export const ipField = z
  .string()
  .max(45)
  .regex(/^[0-9a-fA-F:.]+$/);
export const messageAnswer = z.string().max(500);
export const noFields = z.object({});

/** What the owner of an order changed in it: price and total quantity before and after, and whether it kept its place in the queue. */
export const amendmentFields = z.object({
  id: idField,
  time: millisField,
  price_before: decimalField,
  price: decimalField,
  num_before: decimalField,
  num: decimalField,
  kept: z.boolean(),
  /** Of one that waits for its stop price. */
  stop_before: decimalField.optional(),
  stop: decimalField.optional(),
  /** Where take-profit or stop-loss changed: all of them, null where there was or is none. */
  tp_before: decimalField.nullish(),
  tp: decimalField.nullish(),
  sl_before: decimalField.nullish(),
  sl: decimalField.nullish(),
  sl_limit_before: decimalField.nullish(),
  sl_limit: decimalField.nullish(),
});

/** A fill from the side of one of its two orders; `value` in quote. */
export const fillFields = z.object({
  id: idField,
  price: decimalField,
  num: decimalField,
  value: decimalField,
  fee: decimalField,
  liquidity: z.enum(['maker', 'taker']),
  time: millisField,
});
