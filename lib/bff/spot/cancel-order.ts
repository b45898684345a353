import 'server-only';
import type { Order } from '../../dto/spot';
import { cancelOrder as cancelOrderCall } from '../../protocol/spot';
import { type Caller, callAs } from '../upstream';
import { reshapeOrder } from './reshape';

/** Cancels what still rests of a spot order. @throws ORDER_NOT_FOUND, ORDER_CLOSED, OUTCOME_UNKNOWN */
export async function cancelOrder(caller: Caller, input: { orderId: string; requestId: string }): Promise<{ order: Order }> {
  const { order } = await callAs(caller, cancelOrderCall, { id: input.orderId, type: 'spot', request_id: input.requestId });
  return { order: reshapeOrder(order) };
}
