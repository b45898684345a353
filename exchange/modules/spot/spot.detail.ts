import type { AnswerOf } from '../../../lib/protocol/define-call';
import type { orderDetail } from '../../../lib/protocol/spot';
import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { findOwnOrder, holdReference, listAmendments, listOrderEntries, toFillWire } from '../matching/matching';
import { listFillsOfOrder } from './spot.fills.repository';
import { SPOT_ORDERS } from './spot.repository';
import { stopReference } from './spot.postings';
import { toOrderWire } from './spot.wire';

/**
 * Returns an order with its fills and every ledger line that it caused for its owner, oldest first: hold and release carry the order as
 * reference (as a stop while it waits), the others belong to the journals of its fills.
 * @throws ORDER_NOT_FOUND also for another user's order and for one of the other mode
 */
export async function readOrderDetail(tx: Tx, input: { userId: string; mode: Mode; id: string }): Promise<AnswerOf<typeof orderDetail>> {
  const order = await findOwnOrder(tx, SPOT_ORDERS, input);
  if (order === null) throw new DomainError('ORDER_NOT_FOUND');
  const fills = await listFillsOfOrder(tx, input.id);
  const { amendments, journalIds, holds } = await listAmendments(tx, { product: 'spot', orderId: input.id });
  const references = [holdReference(input.id, null), ...holds, ...(order.stop === null ? [] : [stopReference(input.id)])];
  const entries = await listOrderEntries(tx, input, { product: 'spot', references, fills, journalIds });
  const wire = toOrderWire(order);
  return {
    order: wire,
    fills: fills.map((fill) => toFillWire(fill, { fee_coin: wire.fee_coin })),
    entries,
    amendments,
  };
}
