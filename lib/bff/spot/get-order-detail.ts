import 'server-only';
import type { OrderDetail } from '../../dto/spot';
import { orderDetail } from '../../protocol/spot';
import { type Caller, callAs } from '../upstream';
import { reshapeOrderDetail } from './reshape';

/** Returns one order of the user with fills and ledger lines. @throws ORDER_NOT_FOUND, also for an order of somebody else */
export async function getOrderDetail(caller: Caller, { id }: { id: string }): Promise<OrderDetail> {
  return reshapeOrderDetail(await callAs(caller, orderDetail, { id }));
}
