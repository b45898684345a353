import 'server-only';
import type { z } from 'zod';
import type {
  PerpetualOpen,
  PerpetualOrder,
  PerpetualOrderDetail,
  PerpetualOrders,
  PlacedPerpetual,
  PlacePerpetualInput,
} from '../../dto/perpetual';
import type { ordersQuerySchema } from '../../dto/spot';
import { placePerpetualOrder } from '../../protocol/perpetual';
import { perpetualOrderDetail } from '../../protocol/perpetual-records';
import { perpetualCancel, perpetualHistory, perpetualOpen } from '../../protocol/perpetual-variants';
import { isFullPage, toHistoryFields } from '../pages';
import { type Caller, callAs } from '../upstream';
import { reshapeOpen, reshapePerpetualDetail, reshapePerpetualOrder, reshapePosition } from './reshape';

/** Places a perpetual order; the same request id with the same input answers as the first time. @throws the codes of call 28 */
export async function placePerpetual(caller: Caller, input: PlacePerpetualInput): Promise<PlacedPerpetual> {
  const { order, position } = await callAs(caller, placePerpetualOrder, {
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
  });
  return { order: reshapePerpetualOrder(order), position: position === null ? null : reshapePosition(position) };
}

/** Cancels what still rests of a perpetual order. @throws ORDER_NOT_FOUND, ORDER_CLOSED */
export async function cancelPerpetual(caller: Caller, input: { orderId: string; requestId: string }): Promise<{ order: PerpetualOrder }> {
  const fields = { id: input.orderId, type: 'perpetual' as const, of: 'order' as const, request_id: input.requestId };
  const { order } = await callAs(caller, perpetualCancel, fields);
  return { order: reshapePerpetualOrder(order) };
}

/** Returns open orders and the position of one market with what is available. @throws MARKET_UNKNOWN, FEATURE_NOT_OFFERED */
export async function getPerpetualOpen(caller: Caller, { symbol }: { symbol: string }): Promise<PerpetualOpen> {
  return reshapeOpen(await callAs(caller, perpetualOpen, { market: symbol, type: 'perpetual' }));
}

/** Returns one page of the user's perpetual orders in the session's mode, newest first. */
export async function listPerpetualOrders(caller: Caller, query: z.infer<typeof ordersQuerySchema>): Promise<PerpetualOrders> {
  const rows = await callAs(caller, perpetualHistory, toHistoryFields('perpetual', query));
  return { orders: rows.map(reshapePerpetualOrder), hasMore: isFullPage(rows) };
}

/** Returns one perpetual order with fills and ledger lines. @throws ORDER_NOT_FOUND, also for an order of somebody else */
export async function getPerpetualOrder(caller: Caller, { id }: { id: string }): Promise<PerpetualOrderDetail> {
  return reshapePerpetualDetail(await callAs(caller, perpetualOrderDetail, { id }));
}
