import { z } from 'zod';
import { defineCall } from './define-call';
import { idField, listFields, marketField } from './fields';
import { contractFields } from './options';
import { perpetualOrderFields } from './perpetual';
import { fundingPaymentFields, liquidationFields } from './perpetual-records';
import { closedPositionFields } from './perpetual-variants';
import { orderFields } from './spot';
import { FILE_PAGE_MAX, OPTION_RESULTS, PERPETUAL_LISTED_KINDS, PERPETUAL_ORIGINS, SPOT_ORDER_KINDS } from './wire';

/** `next` null: that was all. A page may hold fewer rows than fit, even none, and still have a next one. */
export const pageOf = <Row extends z.ZodType>(row: Row) => z.object({ rows: z.array(row).max(FILE_PAGE_MAX), next: idField.nullable() });

export const spotOrderList = defineCall({
  id: 'x.spotOrders',
  number: null,
  method: 'GET',
  path: '/x/spot-orders',
  request: listFields.extend({ market: marketField.optional(), kind: z.enum(SPOT_ORDER_KINDS).optional() }),
  answer: pageOf(orderFields),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN'],
  source: 'ours; spot orders that are over, newest first, by the time at which they were placed',
});

export const perpetualOrderList = defineCall({
  id: 'x.perpetualOrders',
  number: null,
  method: 'GET',
  path: '/x/perpetual-orders',
  request: listFields.extend({ market: marketField.optional(), kind: z.enum(PERPETUAL_LISTED_KINDS).optional() }),
  answer: pageOf(perpetualOrderFields),
  errors: ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'],
  source: 'ours; perpetual orders that are over, newest first, by the time at which they were placed',
});

const contractListErrors = ['SESSION_REQUIRED', 'REQUEST_INVALID', 'MARKET_UNKNOWN', 'FEATURE_NOT_OFFERED'] as const;

export const closedPositionList = defineCall({
  id: 'x.closedPositions',
  number: null,
  method: 'GET',
  path: '/x/closed-positions',
  /** `kind` is what closed it. */
  request: listFields.extend({ market: marketField.optional(), kind: z.enum(PERPETUAL_ORIGINS).optional() }),
  answer: pageOf(closedPositionFields),
  errors: contractListErrors,
  source: 'ours; closed positions, the one that was closed last first, by the time at which they were closed',
});

export const fundingPaymentList = defineCall({
  id: 'x.fundingPaymentList',
  number: null,
  method: 'GET',
  path: '/x/funding-payment-list',
  request: listFields.extend({ market: marketField.optional() }),
  answer: pageOf(fundingPaymentFields),
  errors: contractListErrors,
  source: "ours; the user's own funding payments, newest first, by the instant of the funding",
});

export const liquidationList = defineCall({
  id: 'x.liquidationList',
  number: null,
  method: 'GET',
  path: '/x/liquidation-list',
  request: listFields.extend({ market: marketField.optional() }),
  answer: pageOf(liquidationFields),
  errors: contractListErrors,
  source: "ours; the user's own liquidations, newest first",
});

export const optionList = defineCall({
  id: 'x.optionList',
  number: null,
  method: 'GET',
  path: '/x/option-list',
  /** `kind` is how it ended. */
  request: listFields.extend({ market: marketField.optional(), kind: z.enum(OPTION_RESULTS).optional() }),
  answer: pageOf(contractFields),
  errors: contractListErrors,
  source: 'ours; settled seconds contracts, newest first, by the time at which they were bought',
});
