/** Calls 24, 26, 27, 30 and 31 as they answer `type=perpetual`; their rows of the catalogue describe spot (31: seconds contracts). */
import { z } from 'zod';
import { defineCall } from './define-call';
import { coinField, decimalField, idField, marketField, millisField, signedDecimalField } from './fields';
import { tradeInfo } from './markets';
import { contractRecords } from './options';
import { perpetualOrderFields, positionFields } from './perpetual';
import { tierFields } from './perpetual-tiers';
import { cancelOrder, openOrders, orderHistory } from './spot';
import { PERPETUAL_ORIGINS, POSITION_SIDES } from './wire';

export const perpetualTerms = defineCall({
  ...tradeInfo,
  answer: tradeInfo.answer.extend({
    /** What is opened now is under these. */
    tiers: tierFields,
    /** How far the mark price may be from the index, as a fraction. */
    mark_clamp: decimalField,
    liquidation_fee: decimalField,
    /** The most that `maker` and `taker` may ever be: what rests holds the one, liquidation reckons with the other. */
    maker_max: decimalField.optional(),
    taker_max: decimalField.optional(),
    funding: z.object({ hours: z.number().int().positive(), interest: decimalField, clamp: decimalField, cap: decimalField }),
  }),
  source: 'legacy-api #24, type perpetual; rates are fractions, those of funding per interval',
});

export const perpetualOpen = defineCall({
  ...openOrders,
  answer: z.object({
    entrust: z.array(perpetualOrderFields).max(500),
    positions: z.array(positionFields).max(100),
    usercoin: z.object({ quote: coinField, quote_available: decimalField, quote_held: decimalField, quote_margin: decimalField }),
  }),
  source: 'legacy-api #26, type perpetual; `quote_margin` is the margin of all positions of the mode',
});

export const perpetualCancel = defineCall({
  ...cancelOrder,
  answer: z.object({
    message: z.string(),
    order: perpetualOrderFields,
    /** Of a closing: all its orders so far, and what is still to close of what was asked for. */
    orders: z.array(perpetualOrderFields).max(20).optional(),
    open: decimalField.optional(),
  }),
  errors: [
    'SESSION_REQUIRED',
    'ORDER_NOT_FOUND',
    'ORDER_CLOSED',
    'POSITION_NOT_FOUND',
    'ORDER_QUANTITY_INVALID',
    'ORDER_NO_LIQUIDITY',
    'MARKET_STALE',
    'MARKET_HALTED',
    'MARKET_BUSY',
    'NOT_DONE_IN_TIME',
    'REQUEST_PENDING',
    'DUPLICATE_REQUEST',
  ],
  source: 'legacy-api #27, type perpetual; `order` is the cancelled one, or the market order that closed the position',
});

export const perpetualHistory = defineCall({
  ...orderHistory,
  answer: z.array(perpetualOrderFields).max(100),
  source: 'legacy-api #30, type perpetual, newest first',
});

/** A position that is over. */
export const closedPositionFields = z.object({
  id: idField,
  market: marketField,
  type: z.enum(POSITION_SIDES),
  num: decimalField,
  buy_price: decimalField,
  buy_time: millisField,
  sell_price: decimalField,
  sell_time: millisField,
  margin: decimalField,
  fee: decimalField,
  funding: signedDecimalField,
  profit: signedDecimalField,
  reason: z.enum(PERPETUAL_ORIGINS),
});

export const perpetualRecords = defineCall({
  ...contractRecords,
  answer: z.array(closedPositionFields).max(200),
  source:
    'legacy-api #31, type perpetual, newest first: closed positions. `buy_price` is the average entry, `sell_price` the average exit, `margin` the most that was in it, `profit` before fee and funding, `reason` what closed it.',
});
