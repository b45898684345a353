import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, isCsField, marketField, millisField, requestIdField, signedDecimalField } from './fields';
import { tierFields } from './perpetual-tiers';
import { ORDER_REFUSALS } from './spot';
import { ORDER_KINDS, ORDER_STATUSES, PERPETUAL_ORIGINS, POSITION_SIDES, TIMES_IN_FORCE } from './wire';

/** A whole multiple. */
const leverageField = z.string().regex(/^[1-9][0-9]{0,2}$/);

/** `type` long buys contracts, short sells them; `num` in base units, `filled_value` is the sum of price × quantity. */
export const perpetualOrderFields = z.object({
  id: idField,
  market: marketField,
  type: z.enum(POSITION_SIDES),
  kind: z.enum(ORDER_KINDS),
  tif: z.enum(TIMES_IN_FORCE),
  price: decimalField.nullable(),
  num: decimalField,
  filled: decimalField,
  filled_value: decimalField,
  leverage: z.number().int().positive(),
  reduce: z.boolean(),
  /** Prices of the triggers that the position gets when this order fills. */
  tp: decimalField.nullable(),
  sl: decimalField.nullable(),
  origin: z.enum(PERPETUAL_ORIGINS),
  fee: decimalField,
  fee_coin: coinField,
  /** Realised by the part that reduced a position, before fees. */
  profit: signedDecimalField,
  /** What the open rest holds of the available balance. */
  held: decimalField,
  state: z.enum(ORDER_STATUSES),
  reason: z.string().max(60).nullable(),
  time: millisField,
  updated: millisField,
});
export type PerpetualOrderWire = z.infer<typeof perpetualOrderFields>;

/** One open position. Amounts in the quote asset; `cost` is the sum of price × quantity of what is open, exactly. */
export const positionFields = z.object({
  id: idField,
  market: marketField,
  type: z.enum(POSITION_SIDES),
  num: decimalField,
  cost: decimalField,
  margin: decimalField,
  leverage: z.number().int().positive(),
  /** Mark prices at which the position is liquidated and at which its margin is used up; null: no price does. */
  liquidation: decimalField.nullable(),
  bankruptcy: decimalField.nullable(),
  tp: decimalField.nullable(),
  sl: decimalField.nullable(),
  /** What it goes by: in force when it was opened, last made larger or given more leverage. Left out: what is in force. */
  tiers: tierFields.optional(),
  liquidation_fee: decimalField.optional(),
  /** Realised by reductions so far, before fees. */
  profit: signedDecimalField,
  fee: decimalField,
  /** Funding so far: below zero was paid, above zero was received. */
  funding: signedDecimalField,
  opened: millisField,
  updated: millisField,
});
export type PositionWire = z.infer<typeof positionFields>;

/** As a write answers with it: what it goes by is in the lists alone, so that an answer that is kept for repeats stays small. */
const changedPositionFields = positionFields.omit({ tiers: true, liquidation_fee: true });
export type ChangedPositionWire = z.infer<typeof changedPositionFields>;

const positionAnswer = z.object({ position: changedPositionFields });

export const placePerpetualOrder = defineCall({
  id: 'perpetual.place',
  number: 28,
  method: 'POST',
  path: '/Mobile/Trade/upTrade3',
  effect: 'write',
  request: z.object({
    market: marketField,
    type: z.enum(POSITION_SIDES),
    kind: z.enum(ORDER_KINDS),
    price: decimalField.optional(),
    num: decimalField,
    leverage: leverageField,
    tif: z.enum(TIMES_IN_FORCE).optional(),
    reduce: z.enum(['0', '1']).optional(),
    tp: decimalField.optional(),
    sl: decimalField.optional(),
    request_id: requestIdField,
  }),
  answer: z.object({
    id: idField,
    state: z.enum(ORDER_STATUSES),
    /** The position in this market after what was filled at once; null: none. */
    position: changedPositionFields.nullable(),
    order: perpetualOrderFields,
  }),
  errors: [
    'SESSION_REQUIRED',
    'FEATURE_NOT_OFFERED',
    'CONSENT_REQUIRED',
    'TEST_REQUIRED',
    'TRADING_PAUSED',
    'STAKE_LIMIT',
    'LOSS_LIMIT',
    'MARKET_UNKNOWN',
    'MARKET_STALE',
    'INSURANCE_TOO_LOW',
    'MARKET_HALTED',
    'MARKET_REDUCE_ONLY',
    'MARKET_BUSY',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'LEVERAGE_INVALID',
    'POSITION_TOO_LARGE',
    'POSITION_WOULD_LIQUIDATE',
    'TAKE_PROFIT_INVALID',
    'STOP_LOSS_INVALID',
    'REDUCE_ONLY_REFUSED',
    ...ORDER_REFUSALS,
    'ORDERS_OPEN_TOO_MANY',
    'INSUFFICIENT_BALANCE',
    'DUPLICATE_REQUEST',
  ],
  source:
    'legacy-api #28; `num` in base units. Ours: `tif`, and `reduce` 1 for an order that only makes a position smaller. The request id counts per user, mode and call.',
});

export const perpetualPositions = defineCall({
  id: 'x.positions',
  number: null,
  method: 'GET',
  path: '/x/positions',
  request: z.object({ market: marketField.optional() }),
  answer: z.array(positionFields).max(100),
  errors: ['SESSION_REQUIRED', 'FEATURE_NOT_OFFERED', 'MARKET_UNKNOWN'],
  source: 'ours; the open positions of the mode in all perpetual markets, newest first',
});

/** Of every call that changes an open position. */
const POSITION_ERRORS = [
  'SESSION_REQUIRED',
  'FEATURE_NOT_OFFERED',
  'POSITION_NOT_FOUND',
  'TRADING_PAUSED',
  'MARKET_STALE',
  'MARKET_HALTED',
  'MARKET_BUSY',
  'NOT_DONE_IN_TIME',
  'REQUEST_PENDING',
  'DUPLICATE_REQUEST',
] as const;

export const changeMargin = defineCall({
  id: 'x.margin',
  number: null,
  method: 'POST',
  path: '/x/margin',
  effect: 'write',
  request: z.object({ id: idField, change: z.enum(['add', 'remove']), num: decimalField, request_id: requestIdField }),
  answer: positionAnswer,
  errors: [...POSITION_ERRORS, 'MARGIN_TOO_LOW', 'LOSS_LIMIT', 'AMOUNT_INVALID', 'AMOUNT_PRECISION', 'INSUFFICIENT_BALANCE'],
  source:
    'ours; moves `num` between available balance and position margin. What is left must be the initial margin at the mark price at least.',
});

export const changeLeverage = defineCall({
  id: 'x.leverage',
  number: null,
  method: 'POST',
  path: '/x/leverage',
  effect: 'write',
  request: z.object({ id: idField, leverage: leverageField, request_id: requestIdField }),
  answer: positionAnswer,
  errors: [...POSITION_ERRORS, 'LEVERAGE_INVALID', 'POSITION_WOULD_LIQUIDATE', 'LOSS_LIMIT', 'MARKET_REDUCE_ONLY', 'INSUFFICIENT_BALANCE'],
  source:
    'ours; sets the leverage of an open position. Its margin becomes the initial margin of its cost: what is missing comes from the available balance, what is too much goes back as far as it could be taken out.',
});

export const changeTriggers = defineCall({
  id: 'x.triggers',
  number: null,
  method: 'POST',
  path: '/x/triggers',
  effect: 'write',
  request: z.object({ id: idField, tp: decimalField.optional(), sl: decimalField.optional(), request_id: requestIdField }),
  answer: positionAnswer,
  errors: [...POSITION_ERRORS, 'TAKE_PROFIT_INVALID', 'STOP_LOSS_INVALID', 'ORDER_PRICE_INVALID'],
  source:
    'ours; sets both triggers of a position; one left out is none. They close the whole position at the market when the mark price reaches them.',
});

export const marks = defineCall({
  id: 'x.marks',
  number: null,
  method: 'GET',
  path: '/x/marks',
  access: 'public',
  request: z.object({ is_cs: isCsField }),
  answer: z.object({
    at: millisField,
    is_cs: isCsField,
    rows: z
      .array(
        z.object({
          market: marketField,
          mark: decimalField,
          index: decimalField,
          /** The funding rate as it would be if the interval ended now; above zero longs pay. */
          rate: signedDecimalField,
          /** When funding is exchanged next. */
          next: millisField,
        }),
      )
      .max(500),
  }),
  errors: ['FEATURE_NOT_OFFERED'],
  source: 'ours; mark and index price of every perpetual market in one mode, with the running funding rate',
});
export type MarksWire = z.infer<typeof marks.answer>;
