import 'server-only';
import * as api from '../../api/spot';
import { idSchema } from '../../dto/shared';
import * as dto from '../../dto/spot';
import { amendOrder as amendCall } from '../../protocol/amend';
import * as calls from '../../protocol/spot';
import { serve, serveCall } from '../operation';
import { isFullPage, toHistoryFields } from '../pages';
import { callAs } from '../upstream';
import { reshapeOrder, reshapeOrderDetail, toExitFields } from './reshape';

export const orders = serve(api.orders, {
  input: dto.ordersQuerySchema,
  output: dto.ordersSchema,
  summary: 'Spot orders, newest first; the open ones of one market all at once',
  run: async (caller) => {
    const { state, symbol } = caller.input;
    if (state === 'open' && symbol !== undefined) {
      const { entrust } = await callAs(caller, calls.openOrders, { market: symbol, type: 'spot' });
      return { orders: entrust.map(reshapeOrder), hasMore: false };
    }
    const rows = await callAs(caller, calls.orderHistory, toHistoryFields('spot', caller.input));
    return { orders: rows.map(reshapeOrder), hasMore: isFullPage(rows) };
  },
});

/** ORDER_NOT_FOUND also for an order of somebody else. */
export const order = serveCall(api.order, {
  input: idSchema,
  output: dto.orderDetailSchema,
  summary: 'One order with fills and ledger lines',
  call: calls.orderDetail,
  fields: ({ id }) => ({ id }),
  reshape: reshapeOrderDetail,
});

export const placeOrder = serveCall(api.placeOrder, {
  input: dto.placeOrderInputSchema,
  output: dto.orderAnswerSchema,
  summary: 'Place a spot order',
  call: calls.placeSpotOrder,
  fields: (input) => ({
    market: input.symbol,
    type: input.side,
    kind: input.kind,
    price: input.price,
    num: input.quantity,
    tif: input.timeInForce,
    stop: input.stop,
    stop_limit: input.stopLimit,
    tp: input.takeProfit,
    sl: input.stopLoss,
    sl_limit: input.stopLossLimit,
    request_id: input.requestId,
  }),
  reshape: ({ order: placed, partner }) => ({
    order: reshapeOrder(placed),
    partner: partner == null ? null : reshapeOrder(partner),
  }),
});

export const cancelOrder = serveCall(api.cancelOrder, {
  input: dto.cancelOrderInputSchema,
  output: dto.orderAnswerSchema,
  summary: 'Cancel what rests of a spot order',
  call: calls.cancelOrder,
  fields: ({ orderId, requestId }) => ({ id: orderId, type: 'spot', request_id: requestId }),
  reshape: ({ order: cancelled }) => ({ order: reshapeOrder(cancelled) }),
});

export const amendOrder = serveCall(api.amendOrder, {
  input: dto.amendSpotInputSchema,
  output: dto.amendedOrderSchema,
  summary:
    'Change price or total quantity of a spot order that rests or waits, its stop price, or the exits of a purchase; it keeps its place unless it becomes larger or has another price',
  call: amendCall,
  fields: ({ orderId, price, quantity, stop, stopLossLimit, requestId, ...exits }) => ({
    ...{ id: orderId, price, num: quantity, stop, ...toExitFields(exits), sl_limit: stopLossLimit },
    request_id: requestId,
  }),
  reshape: ({ order: amended, kept }) => ({ order: reshapeOrder(amended), kept }),
});

export const cancelAll = serveCall(api.cancelAll, {
  input: dto.cancelAllInputSchema,
  output: dto.cancelAllAnswerSchema,
  summary: 'Cancel all open spot or perpetual orders, of one market or of all',
  call: calls.cancelAll,
  fields: ({ kind, symbol, requestId }) => ({ type: kind, market: symbol, request_id: requestId }),
  reshape: (answer) => answer,
});
