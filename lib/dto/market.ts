import { z } from 'zod';
import { BOOK_KINDS, CANDLE_INTERVALS, FEED_STATES, HALT_REASONS, LOCALES, ORDER_SIDES } from '../protocol/wire';
import { coinField, decimalField, idField, isoField, marketField, modeField, signedDecimalField } from './shared';

/** One market's figures; `changeRate` is a fraction over 24 h, `updatedAt` is when the price was made. What the backend doesn't say is null. */
export const tickerSchema = z.object({
  symbol: marketField,
  price: decimalField,
  bid: decimalField.nullable(),
  ask: decimalField.nullable(),
  changeRate: signedDecimalField,
  high: decimalField.nullable(),
  low: decimalField.nullable(),
  volume: decimalField.nullable(),
  turnover: decimalField.nullable(),
  updatedAt: isoField,
  state: z.enum(FEED_STATES),
  /** Why the venues don't confirm a newer price; set while `state` is halted. */
  halt: z.enum(HALT_REASONS).nullable(),
});
export type Ticker = z.infer<typeof tickerSchema>;

/** `sparkline` holds 11 prices of the last 24 h, oldest first; `listedAt` is null of a market that was there from the beginning. */
export const marketSchema = tickerSchema.extend({
  base: coinField,
  quote: coinField,
  sparkline: z.array(decimalField),
  listedAt: isoField.nullable(),
});
export type Market = z.infer<typeof marketSchema>;
export const marketsSchema = z.object({ markets: z.array(marketSchema) });

export const candleQuerySchema = z.strictObject({ symbol: marketField, interval: z.enum(CANDLE_INTERVALS), before: isoField.optional() });
/** Rows of [open time in ms, open, high, low, close, volume], oldest first. */
export const candlesSchema = z.object({
  candles: z.array(z.tuple([z.number(), decimalField, decimalField, decimalField, decimalField, decimalField])),
});
export type Candles = z.infer<typeof candlesSchema>;

export const marketQuerySchema = z.strictObject({ symbol: marketField });
/** `kind` spot unless said. */
export const bookQuerySchema = z.strictObject({ symbol: marketField, kind: z.enum(BOOK_KINDS).optional() });
/** Levels of [price, quantity], best first. */
export const bookSchema = z.object({
  symbol: marketField,
  kind: z.enum(BOOK_KINDS),
  mode: modeField,
  sequence: z.number(),
  at: isoField,
  bids: z.array(z.tuple([decimalField, decimalField])),
  asks: z.array(z.tuple([decimalField, decimalField])),
});
export type Book = z.infer<typeof bookSchema>;
export const tradeSchema = z.object({
  id: idField,
  price: decimalField,
  quantity: decimalField,
  takerSide: z.enum(ORDER_SIDES),
  at: isoField,
});
export type Trade = z.infer<typeof tradeSchema>;
export const tradesSchema = z.object({ trades: z.array(tradeSchema) });

/** What one market was printed at, a row a second. */
export const printsSchema = z.object({ prints: z.array(z.object({ at: isoField, price: decimalField })) });
export type Print = z.infer<typeof printsSchema>['prints'][number];

/** `priceBandRate` is how far from the index a limit price may be, as a fraction. */
export const marketRulesSchema = z.object({
  symbol: marketField,
  base: coinField,
  quote: coinField,
  tickSize: decimalField,
  stepSize: decimalField,
  quantityMin: decimalField,
  quantityMax: decimalField,
  minNotional: decimalField,
  makerFeeRate: decimalField,
  takerFeeRate: decimalField,
  priceBandRate: decimalField,
});
export type MarketRules = z.infer<typeof marketRulesSchema>;

/** English unless said. */
export const announcementsQuerySchema = z.strictObject({ locale: z.enum(LOCALES).optional() });
export const announcementSchema = z.object({ id: idField, title: z.string(), text: z.string(), at: isoField, isPinned: z.boolean() });
export type Announcement = z.infer<typeof announcementSchema>;
export const announcementsSchema = z.object({ announcements: z.array(announcementSchema) });
