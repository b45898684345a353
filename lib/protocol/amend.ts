import { z } from 'zod';
import { defineCall } from './define-call';
import { decimalField, idField, requestIdField } from './fields';
import { perpetualOrderFields } from './perpetual';
import { ORDER_REFUSALS, orderFields } from './spot';

/** A price that is given another value or, by `none`, taken away. */
const exitField = z.union([decimalField, z.literal('none')]);

/**
 * How amending an order of any market is asked for. `num` is the total, what was filled included; `tp` and `sl` are its take-profit and stop-loss, for
 * what isn't filled yet. What is left out stays.
 */
const amendRequest = z.object({
  id: idField,
  price: decimalField.optional(),
  num: decimalField.optional(),
  tp: exitField.optional(),
  sl: exitField.optional(),
  request_id: requestIdField,
});
/** How it is refused, beside what its market says. */
const AMEND_REFUSALS = [
  'SESSION_REQUIRED',
  'ORDER_NOT_FOUND',
  'ORDER_CLOSED',
  'ORDER_NOT_AMENDABLE',
  'ORDER_AMEND_BELOW_FILLED',
  'ORDER_UNCHANGED',
  ...ORDER_REFUSALS,
  'MARKET_STALE',
  'MARKET_HALTED',
  'MARKET_BUSY',
  'NOT_DONE_IN_TIME',
  'REQUEST_PENDING',
  'INSUFFICIENT_BALANCE',
  'DUPLICATE_REQUEST',
] as const;

export const amendOrder = defineCall({
  id: 'x.amendOrder',
  number: null,
  method: 'POST',
  path: '/x/amend-order',
  effect: 'write',
  /** `stop`: of a stop-limit order that waits; `num` of one of a pair is that of both; `sl_limit` comes with another `sl`. */
  request: amendRequest.extend({ stop: decimalField.optional(), sl_limit: decimalField.optional() }),
  /** `kept`: the place in the queue. */
  answer: z.object({ message: z.string(), order: orderFields, kept: z.boolean() }),
  errors: [
    ...AMEND_REFUSALS,
    'ORDER_EXITS_INVALID',
    'ORDER_STOP_INVALID',
    'ORDER_STOP_AT_MARKET',
    'ORDER_PAIR_INVALID',
    'ORDERS_OPEN_TOO_MANY',
    'REQUEST_INVALID',
  ],
  source:
    'ours; changes price or quantity of an order that rests or waits, its stop price, or the exits of a purchase, in one transaction. A resting one keeps its place where it only becomes smaller or has other exits, else it queues up anew and may be filled at once. The request id counts per user, mode and call.',
});

export const amendPerpetualOrder = defineCall({
  id: 'x.amendPerpetualOrder',
  number: null,
  method: 'POST',
  path: '/x/amend-perpetual-order',
  effect: 'write',
  request: amendRequest,
  /** `kept`: the place in the queue. */
  answer: z.object({ message: z.string(), order: perpetualOrderFields, kept: z.boolean() }),
  errors: [
    ...AMEND_REFUSALS,
    'FEATURE_NOT_OFFERED',
    'CONSENT_REQUIRED',
    'TEST_REQUIRED',
    'TRADING_PAUSED',
    'STAKE_LIMIT',
    'LOSS_LIMIT',
    'INSURANCE_TOO_LOW',
    'MARKET_REDUCE_ONLY',
    'POSITION_TOO_LARGE',
    'POSITION_WOULD_LIQUIDATE',
    'REDUCE_ONLY_REFUSED',
    'TAKE_PROFIT_INVALID',
    'STOP_LOSS_INVALID',
    'REQUEST_INVALID',
  ],
  source:
    'ours; as x.amendOrder, for a resting perpetual order; leverage stays; what was filled has set the triggers of its position, and those stay',
});
