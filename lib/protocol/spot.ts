import { z } from 'zod';
import { LEDGER_PARTS } from './balances';
import { defineCall } from './define-call';
import {
  amendmentFields,
  coinField,
  decimalField,
  fillFields,
  idField,
  marketField,
  millisField,
  pageField,
  requestIdField,
  signedDecimalField,
} from './fields';
import {
  BOOK_KINDS,
  EXIT_STATES,
  ORDER_SIDES,
  SPOT_ORDER_KINDS,
  SPOT_ORDER_STATUSES,
  SPOT_TICKET_KINDS,
  STOP_SIDES,
  TIMES_IN_FORCE,
} from './wire';

export const orderFields = z.object({
  id: idField,
  market: marketField,
  type: z.enum(ORDER_SIDES),
  kind: z.enum(SPOT_ORDER_KINDS),
  tif: z.enum(TIMES_IN_FORCE),
  price: decimalField.nullable(),
  num: decimalField,
  filled: decimalField,
  filled_value: decimalField,
  fee: decimalField,
  fee_coin: coinField,
  state: z.enum(SPOT_ORDER_STATUSES),
  reason: z.string().max(60).nullable(),
  time: millisField,
  updated: millisField,
  /** Ours, from here on; a stock backend leaves them out. Stop price, where the index has to go to reach it, and when it did. */
  stop: decimalField.nullish(),
  stop_side: z.enum(STOP_SIDES).nullish(),
  triggered: millisField.nullish(),
  /** What an order that waits holds by itself; beside a partner only what it needs beyond the partner's. */
  held: decimalField.nullish(),
  /** The other order of a pair, and the order whose exit this one is. */
  partner: idField.nullish(),
  entry: idField.nullish(),
  /** Exits of an entry: prices of take-profit, stop, the stop's limit, and whether they were placed. */
  tp: decimalField.nullish(),
  sl: decimalField.nullish(),
  sl_limit: decimalField.nullish(),
  exits: z.enum(EXIT_STATES).nullish(),
});
export type OrderWire = z.infer<typeof orderFields>;

/** How the book of any market refuses an order. */
export const ORDER_REFUSALS = [
  'ORDER_PRICE_INVALID',
  'ORDER_PRICE_OUT_OF_RANGE',
  'ORDER_QUANTITY_INVALID',
  'ORDER_QUANTITY_OUT_OF_RANGE',
  'ORDER_NOTIONAL_TOO_SMALL',
  'ORDER_WOULD_TAKE',
  'ORDER_NOT_FILLABLE',
  'ORDER_FOK_FILLS_TOO_MANY',
  'ORDER_NO_LIQUIDITY',
  'ORDER_SELF_TRADE',
] as const;

export const placeSpotOrder = defineCall({
  id: 'spot.place',
  number: 25,
  method: 'POST',
  path: '/Mobile/Trade/upTrade2',
  effect: 'write',
  request: z.object({
    market: marketField,
    type: z.enum(ORDER_SIDES),
    /** `stop_limit` and `oco` are ours. */
    kind: z.enum(SPOT_TICKET_KINDS),
    /** The limit price; of `oco` that of the limit order. */
    price: decimalField.optional(),
    num: decimalField,
    tif: z.enum(TIMES_IN_FORCE).optional(),
    /** Ours, for `stop_limit` and `oco`: the index price at which the order, or the second one of the pair, goes to the book. */
    stop: decimalField.optional(),
    /** Ours, for `oco`: the limit price of the stop order. */
    stop_limit: decimalField.optional(),
    /** Ours, for a limit or market buy, one or both: take-profit; stop-loss and the limit price of it. */
    tp: decimalField.optional(),
    sl: decimalField.optional(),
    sl_limit: decimalField.optional(),
    request_id: requestIdField,
  }),
  /** `partner`: the stop order of a pair. */
  answer: z.object({
    id: idField,
    state: z.enum(SPOT_ORDER_STATUSES),
    filled: decimalField,
    order: orderFields,
    partner: orderFields.nullish(),
  }),
  errors: [
    'SESSION_REQUIRED',
    'MARKET_UNKNOWN',
    'MARKET_STALE',
    'MARKET_HALTED',
    'MARKET_BUSY',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    ...ORDER_REFUSALS,
    'ORDER_STOP_INVALID',
    'ORDER_STOP_AT_MARKET',
    'ORDER_PAIR_INVALID',
    'ORDER_EXITS_INVALID',
    'ORDERS_OPEN_TOO_MANY',
    'INSUFFICIENT_BALANCE',
    'DUPLICATE_REQUEST',
  ],
  source:
    'legacy-api #25, extended by stop orders, pairs and exits (docs/money/spot.md); `num` in base units. The request id counts per user, mode and call: the same one with the same input answers as the first time.',
});

export const openOrders = defineCall({
  id: 'spot.open',
  number: 26,
  method: 'GET',
  path: '/Mobile/Ajax/getEntrustAndUsercoin1',
  request: z.object({ market: marketField, type: z.enum(['spot', 'perpetual', 'option']).optional() }),
  answer: z.object({
    entrust: z.array(orderFields).max(500),
    usercoin: z.object({
      base: coinField,
      base_available: decimalField,
      base_held: decimalField,
      quote: coinField,
      quote_available: decimalField,
      quote_held: decimalField,
    }),
  }),
  errors: ['SESSION_REQUIRED', 'MARKET_UNKNOWN'],
  source: 'legacy-api #26',
});

export const cancelOrder = defineCall({
  id: 'spot.cancel',
  number: 27,
  method: 'GET',
  path: '/home/order/upOrder2',
  effect: 'write',
  request: z.object({
    id: idField,
    type: z.enum(['spot', 'perpetual']).optional(),
    /** Ours: what `id` names when `type` is perpetual; an order unless said. A position is closed, wholly or (`num`) in part. */
    of: z.enum(['order', 'position']).optional(),
    num: decimalField.optional(),
    request_id: requestIdField,
  }),
  answer: z.object({ message: z.string(), order: orderFields }),
  errors: [
    'SESSION_REQUIRED',
    'ORDER_NOT_FOUND',
    'ORDER_CLOSED',
    'MARKET_BUSY',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'legacy-api #27; an order of a pair takes the other one along',
});

export const cancelAll = defineCall({
  id: 'x.cancelAll',
  number: null,
  method: 'POST',
  path: '/x/cancel-all',
  effect: 'write',
  request: z.object({ type: z.enum(BOOK_KINDS), market: marketField.optional(), request_id: requestIdField }),
  /** `left` are still open: another process had the market, or the time was over. Ask again for them. */
  answer: z.object({ cancelled: z.number().int().min(0), left: z.number().int().min(0) }),
  errors: [
    'SESSION_REQUIRED',
    'FEATURE_NOT_OFFERED',
    'MARKET_UNKNOWN',
    'MARKET_BUSY',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'ours; the open orders of one kind, of one market or of all, newest first, at most CANCEL_ALL_MAX of them',
});

export const orderHistory = defineCall({
  id: 'spot.history',
  number: 30,
  method: 'GET',
  path: '/user/getorder',
  request: z.object({
    type: z.enum(['spot', 'perpetual', 'option']),
    state: z.enum(['open', 'closed', 'all']).optional(),
    market: marketField.optional(),
    page: pageField.optional(),
  }),
  answer: z.array(orderFields).max(100),
  errors: ['SESSION_REQUIRED', 'MARKET_UNKNOWN'],
  source: 'legacy-api #30, newest first',
});

/** A ledger entry that an order caused for its owner. */
export const entryFields = z.object({
  id: z.string(),
  time: millisField,
  type: z.string(),
  coin: coinField,
  amount: signedDecimalField,
  balance: decimalField,
  part: z.enum(LEDGER_PARTS),
  journal: idField,
});

export const orderDetail = defineCall({
  id: 'x.order',
  number: null,
  method: 'GET',
  path: '/x/order',
  request: z.object({ id: idField }),
  answer: z.object({
    order: orderFields,
    fills: z.array(fillFields.extend({ fee_coin: coinField, journal: idField })).max(1000),
    entries: z.array(entryFields).max(5000),
    /** Oldest first, the newest of them. */
    amendments: z.array(amendmentFields).max(100).optional(),
  }),
  errors: ['SESSION_REQUIRED', 'ORDER_NOT_FOUND'],
  source: 'ours; one order with its fills and every ledger entry that it caused for its owner, oldest first',
});
