import 'server-only';
import type { Order, PlaceOrderInput } from '../../dto/spot';
import { placeSpotOrder } from '../../protocol/spot';
import { type Caller, callAs } from '../upstream';
import { reshapeOrder } from './reshape';

/** Places a spot order; the same request id with the same input answers as the first time. @throws the codes of call 25, OUTCOME_UNKNOWN */
export async function placeOrder(caller: Caller, input: PlaceOrderInput): Promise<{ order: Order; partner: Order | null }> {
  const { order, partner } = await callAs(caller, placeSpotOrder, {
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
  });
  return { order: reshapeOrder(order), partner: partner == null ? null : reshapeOrder(partner) };
}
