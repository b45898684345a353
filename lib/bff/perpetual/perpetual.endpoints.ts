import 'server-only';
import * as api from '../../api/perpetual';
import { marketQuerySchema } from '../../dto/market';
import * as dto from '../../dto/perpetual';
import { idSchema, nothing } from '../../dto/shared';
import { amendOrderInputSchema, cancelOrderInputSchema, ordersQuerySchema } from '../../dto/spot';
import { toIsCs } from '../../protocol/fields';
import { amendPerpetualOrder } from '../../protocol/amend';
import * as calls from '../../protocol/perpetual';
import * as lists from '../../protocol/perpetual-records';
import * as variants from '../../protocol/perpetual-variants';
import { serveCall } from '../operation';
import { isFullPage, toHistoryFields, toPageField } from '../pages';
import { toIso } from '../upstream';
import { toExitFields } from '../spot/reshape';
import * as to from './reshape';

export const perpetualTerms = serveCall(api.perpetualTerms, {
  input: marketQuerySchema,
  output: dto.perpetualTermsSchema,
  summary: 'Rules, fees, leverage tiers and funding terms of a perpetual market',
  call: variants.perpetualTerms,
  fields: ({ symbol }) => ({ market: symbol, type: 'perpetual' }),
  reshape: to.reshapeTerms,
});

export const marks = serveCall(api.marks, {
  input: nothing,
  output: dto.marksSchema,
  summary: "Mark prices and running funding rates of the session's mode",
  call: calls.marks,
  fields: (_input, { mode }) => ({ is_cs: toIsCs(mode) }),
  reshape: ({ at, rows }) => ({ at: toIso(at), marks: rows.map(to.reshapeMark) }),
});

export const fundingRates = serveCall(api.fundingRates, {
  input: dto.fundingRatesQuerySchema,
  output: dto.fundingRatesSchema,
  summary: 'Funding rates of a market as they were exchanged, newest first',
  call: lists.fundingRates,
  fields: ({ symbol, page }, { mode }) => ({ market: symbol, is_cs: toIsCs(mode), page: toPageField(page) }),
  isPast: ({ page = 1 }) => page > 1,
  reshape: (rows) => ({ rates: rows.map(to.reshapeFundingRate), hasMore: isFullPage(rows) }),
});

export const perpetualOpen = serveCall(api.perpetualOpen, {
  input: marketQuerySchema,
  output: dto.perpetualOpenSchema,
  summary: 'Open orders, position and available balance of one market',
  call: variants.perpetualOpen,
  fields: ({ symbol }) => ({ market: symbol, type: 'perpetual' }),
  reshape: to.reshapeOpen,
});

export const perpetualOrders = serveCall(api.perpetualOrders, {
  input: ordersQuerySchema,
  output: dto.perpetualOrdersSchema,
  summary: 'Perpetual orders, newest first',
  call: variants.perpetualHistory,
  fields: (input) => toHistoryFields('perpetual', input),
  reshape: (rows) => ({ orders: rows.map(to.reshapePerpetualOrder), hasMore: isFullPage(rows) }),
});

/** ORDER_NOT_FOUND also for an order of somebody else. */
export const perpetualOrder = serveCall(api.perpetualOrder, {
  input: idSchema,
  output: dto.perpetualOrderDetailSchema,
  summary: 'One perpetual order with fills and ledger lines',
  call: lists.perpetualOrderDetail,
  fields: ({ id }) => ({ id }),
  reshape: to.reshapePerpetualDetail,
});

export const positions = serveCall(api.positions, {
  input: nothing,
  output: dto.positionsSchema,
  summary: 'Open positions of all markets, newest first',
  call: calls.perpetualPositions,
  fields: () => ({}),
  reshape: (rows) => ({ positions: rows.map(to.reshapePosition) }),
});

export const closedPositions = serveCall(api.closedPositions, {
  input: dto.closedPositionsQuerySchema,
  output: dto.closedPositionsSchema,
  summary: 'Closed positions, newest first',
  call: variants.perpetualRecords,
  fields: ({ page }) => ({ type: 'perpetual', page: toPageField(page) }),
  reshape: (rows) => ({ positions: rows.map(to.reshapeClosed), hasMore: isFullPage(rows) }),
});

export const fundingPayments = serveCall(api.fundingPayments, {
  input: dto.perpetualPagesQuerySchema,
  output: dto.fundingPaymentsSchema,
  summary: 'Own funding payments, newest first',
  call: lists.fundingPayments,
  fields: ({ symbol, page }) => ({ market: symbol, page: toPageField(page) }),
  reshape: (rows) => ({ payments: rows.map(to.reshapeFundingPayment), hasMore: isFullPage(rows) }),
});

export const liquidations = serveCall(api.liquidations, {
  input: dto.perpetualPagesQuerySchema,
  output: dto.liquidationsSchema,
  summary: 'Own liquidations, newest first',
  call: lists.liquidations,
  fields: ({ symbol, page }) => ({ market: symbol, page: toPageField(page) }),
  reshape: (rows) => ({ liquidations: rows.map(to.reshapeLiquidation), hasMore: isFullPage(rows) }),
});

export const placePerpetual = serveCall(api.placePerpetual, {
  input: dto.placePerpetualInputSchema,
  output: dto.placedPerpetualSchema,
  summary: 'Place a perpetual order',
  call: calls.placePerpetualOrder,
  fields: (input) => ({
    market: input.symbol,
    type: input.side,
    kind: input.kind,
    price: input.price,
    num: input.quantity,
    leverage: String(input.leverage),
    tif: input.timeInForce,
    reduce: input.isReduceOnly === true ? '1' : undefined,
    tp: input.takeProfit,
    sl: input.stopLoss,
    request_id: input.requestId,
  }),
  reshape: ({ order, position }) => ({
    order: to.reshapePerpetualOrder(order),
    position: position === null ? null : to.reshapeChangedPosition(position),
  }),
});

export const cancelPerpetual = serveCall(api.cancelPerpetual, {
  input: cancelOrderInputSchema,
  output: dto.perpetualOrderAnswerSchema,
  summary: 'Cancel what rests of a perpetual order',
  call: variants.perpetualCancel,
  fields: ({ orderId, requestId }) => ({ id: orderId, type: 'perpetual', of: 'order', request_id: requestId }),
  reshape: ({ order }) => ({ order: to.reshapePerpetualOrder(order) }),
});

export const amendPerpetual = serveCall(api.amendPerpetual, {
  input: amendOrderInputSchema,
  output: dto.amendedPerpetualSchema,
  summary:
    'Change price, total quantity or triggers of a resting perpetual order; it keeps its place unless it becomes larger or has another price',
  call: amendPerpetualOrder,
  fields: ({ orderId, price, quantity, requestId, ...exits }) => ({
    ...{ id: orderId, price, num: quantity, ...toExitFields(exits) },
    request_id: requestId,
  }),
  reshape: ({ order, kept }) => ({ order: to.reshapePerpetualOrder(order), kept }),
});

export const closePosition = serveCall(api.closePosition, {
  input: dto.closePositionInputSchema,
  output: dto.perpetualOrderAnswerSchema,
  summary: 'Close a position at the market, wholly or in part; answers with the order that does it',
  call: variants.perpetualCancel,
  fields: ({ positionId, quantity, requestId }) => ({
    id: positionId,
    type: 'perpetual',
    of: 'position',
    num: quantity,
    request_id: requestId,
  }),
  reshape: ({ order }) => ({ order: to.reshapePerpetualOrder(order) }),
});

export const positionMargin = serveCall(api.positionMargin, {
  input: dto.changeMarginInputSchema,
  output: dto.positionAnswerSchema,
  summary: 'Add margin to a position or take some out',
  call: calls.changeMargin,
  fields: ({ positionId, change, amount, requestId }) => ({ id: positionId, change, num: amount, request_id: requestId }),
  reshape: ({ position }) => ({ position: to.reshapeChangedPosition(position) }),
});

export const positionLeverage = serveCall(api.positionLeverage, {
  input: dto.changeLeverageInputSchema,
  output: dto.positionAnswerSchema,
  summary: 'Change the leverage of a position, and with it its margin',
  call: calls.changeLeverage,
  fields: ({ positionId, leverage, requestId }) => ({ id: positionId, leverage: String(leverage), request_id: requestId }),
  reshape: ({ position }) => ({ position: to.reshapeChangedPosition(position) }),
});

export const positionTriggers = serveCall(api.positionTriggers, {
  input: dto.changeTriggersInputSchema,
  output: dto.positionAnswerSchema,
  summary: 'Set take-profit and stop-loss of a position; null is none',
  call: calls.changeTriggers,
  fields: ({ positionId, takeProfit, stopLoss, requestId }) => ({
    id: positionId,
    tp: takeProfit ?? undefined,
    sl: stopLoss ?? undefined,
    request_id: requestId,
  }),
  reshape: ({ position }) => ({ position: to.reshapeChangedPosition(position) }),
});
