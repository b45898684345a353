import { z } from 'zod';
import { defineCall } from './define-call';
import {
  candleMinutesField,
  coinField,
  decimalField,
  idField,
  isCsField,
  marketField,
  millisField,
  noFields,
  signedDecimalField,
} from './fields';
import { BOOK_KINDS, CANDLES_MAX, FEED_STATES, HALT_REASONS } from './wire';

/** A coin, or a pair by its base, in whatever case: `BTC`, `btc_usdt`, `BTC/USDT`. */
const pairNameField = z.string().regex(/^[A-Za-z0-9]{2,10}([-_/][A-Za-z0-9]{2,10})?$/);
/** A figure that a backend may leave out. */
const figureField = decimalField.nullable().default(null);

/**
 * Positions as in the legacy rows; `k` holds 11 points of [time in s, value]. Ours: `at` says when the price was made (0 where a backend
 * doesn't say), `state` how fresh it is, and `listed` since when the market is there (ms, 0: from the beginning), so that one call tells all that a
 * market list shows.
 */
export const marketRow = z.object({
  '0': pairNameField,
  '1': z.string().regex(/^[A-Za-z0-9]{2,10}$/),
  '2': decimalField,
  '3': figureField,
  '4': figureField,
  '5': figureField,
  '6': z.string().default(''),
  '7': figureField,
  '8': signedDecimalField,
  '9': z.string().default(''),
  '10': z.string().default(''),
  '11': figureField,
  '12': figureField,
  k: z
    .array(z.tuple([z.number(), decimalField]))
    .max(100)
    .default([]),
  at: millisField.default(0),
  state: z.enum(FEED_STATES).default('fresh'),
  halt: z.enum(HALT_REASONS).nullable().default(null),
  listed: millisField.default(0),
});

const marketListAnswer = z.record(z.string(), marketRow);
const marketListNotes =
  '`url` is an object by pair name (btc_usdt) in the published order; 0 base, 1 quote, 2 price, 3 bid, 4 ask, 5 turnover, 6 unused (legacy), 7 volume, 8 change % over 24 h, 9 label, 10 image path, 11 high, 12 low';

export const marketList = defineCall({
  id: 'markets.list',
  number: 21,
  method: 'GET',
  path: '/ajax/allcoin_a/id/{id}/type/{type}',
  access: 'public',
  carrier: 'url',
  request: z.object({ id: z.string().regex(/^[0-9]{1,4}$/), type: z.string().regex(/^[0-9]{1,2}$/), coin: coinField.optional() }),
  answer: marketListAnswer,
  errors: [],
  source: `legacy-api #21; ${marketListNotes}`,
});

export const marketListOfType = defineCall({
  id: 'markets.listOfType',
  number: 22,
  method: 'GET',
  path: '/ajax/allcoin_a/id/1/type/{type}/coin/',
  access: 'public',
  carrier: 'url',
  request: z.object({ type: z.string().regex(/^[0-9]{1,2}$/) }),
  answer: marketListAnswer,
  errors: [],
  source: `legacy-api #22; ${marketListNotes}`,
});

export const candles = defineCall({
  id: 'markets.candles',
  number: 23,
  method: 'GET',
  path: '/ajax/kxianb/name/{name}/time/{time}',
  access: 'public',
  request: z.object({
    name: marketField,
    time: candleMinutesField,
    before: z
      .string()
      .regex(/^[0-9]{1,14}$/)
      .optional(),
  }),
  answer: z.array(z.tuple([millisField, decimalField, decimalField, decimalField, decimalField, decimalField])).max(CANDLES_MAX),
  errors: ['MARKET_UNKNOWN'],
  source: 'legacy-api #23, oldest first, the last one still open. Ours: `before` (ms) pages backwards. Weeks begin on Monday 00:00 UTC.',
});

export const tradeInfo = defineCall({
  id: 'markets.rules',
  number: 24,
  method: 'GET',
  path: '/trade/tradeinfo',
  access: 'public',
  request: z.object({ market: marketField, type: z.enum(['spot', 'perpetual', 'option']) }),
  answer: z.object({
    market: marketField,
    base: coinField,
    quote: coinField,
    tick: decimalField,
    step: decimalField,
    min: decimalField,
    max: decimalField,
    min_value: decimalField,
    maker: decimalField,
    taker: decimalField,
    price_band: decimalField,
    open_max: z.number().int(),
  }),
  errors: ['MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: 'legacy-api #24; rates are fractions; `price_band` is how far from the index a price may be, as a fraction',
});

export const news = defineCall({
  id: 'help.news',
  number: 56,
  method: 'GET',
  path: '/ajax/getNews',
  access: 'public',
  request: z.object({ lang: z.string().max(10).optional() }),
  answer: z
    .array(z.object({ id: idField, title: z.string(), text: z.string(), time: millisField, pinned: z.boolean().optional() }))
    .max(50),
  errors: [],
  source: 'legacy-api #56, newest first; ours: `pinned`, and those stand first',
});

const tickerFields = z.object({
  market: marketField,
  price: decimalField,
  bid: decimalField.nullable(),
  ask: decimalField.nullable(),
  change: signedDecimalField,
  high: decimalField,
  low: decimalField,
  volume: decimalField,
  turnover: decimalField,
  index: decimalField,
  index_at: millisField,
  sources: z.number().int(),
  state: z.enum(FEED_STATES),
  /** Why the venues don't confirm a newer price, while `state` is halted. */
  halt: z.enum(HALT_REASONS).nullable(),
});
export type TickerWire = z.infer<typeof tickerFields>;

export const tickers = defineCall({
  id: 'x.tickers',
  number: null,
  method: 'GET',
  path: '/x/tickers',
  access: 'public',
  request: noFields,
  answer: z.object({ at: millisField, rows: z.array(tickerFields).max(500) }),
  errors: [],
  source: 'ours; `price` is the index price in tick steps, `change` a fraction over 24 h, `index_at` when the newest print was made',
});

export const prints = defineCall({
  id: 'x.prints',
  number: null,
  method: 'GET',
  path: '/x/prints',
  access: 'public',
  request: z.object({
    from: z
      .string()
      .regex(/^[0-9]{1,15}$/)
      .optional(),
    limit: z
      .string()
      .regex(/^[1-9][0-9]{0,2}$/)
      .optional(),
  }),
  answer: z
    .array(z.object({ seq: z.number().int(), time: millisField, prices: z.string(), previous: z.string(), hash: z.string() }))
    .max(600),
  errors: [],
  source:
    'ours; hash = sha256(previous + "\\n" + seq + "\\n" + time + "\\n" + prices), lower-case hex; `prices` is the canonical text MARKET=price joined by ";" in alphabetical order; newest first without `from`, else ascending from that seq',
});

const bookSide = z.array(z.tuple([decimalField, decimalField])).max(100);
export const book = defineCall({
  id: 'x.book',
  number: null,
  method: 'GET',
  path: '/x/book',
  access: 'public',
  request: z.object({ market: marketField, is_cs: isCsField, type: z.enum(BOOK_KINDS).optional() }),
  answer: z.object({
    market: marketField,
    is_cs: isCsField,
    type: z.enum(BOOK_KINDS).optional(),
    seq: z.number().int(),
    at: millisField,
    bids: bookSide,
    asks: bookSide,
  }),
  errors: ['MARKET_UNKNOWN'],
  source: 'ours; best first; levels of [price, quantity]; the spot book unless `type` says perpetual',
});
export type BookWire = z.infer<typeof book.answer>;

export const lastTrades = defineCall({
  id: 'x.trades',
  number: null,
  method: 'GET',
  path: '/x/trades',
  access: 'public',
  request: z.object({ market: marketField, is_cs: isCsField, type: z.enum(BOOK_KINDS).optional() }),
  answer: z
    .array(z.object({ id: idField, price: decimalField, num: decimalField, side: z.enum(['buy', 'sell']), time: millisField }))
    .max(100),
  errors: ['MARKET_UNKNOWN'],
  source: "ours; newest first; `side` is the taker's",
});
