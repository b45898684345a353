import type { Order } from '@/lib/dto/spot';

/** An order of a list, with the stop order that it shares its hold with. */
export type JoinedOrder = { order: Order; partner: Order | null };

/** Makes one of the two orders of a pair: cancelling or filling one ends the other. One whose partner is not in the list stands alone. */
export function joinPairs(orders: readonly Order[]): JoinedOrder[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return orders.flatMap((order) => {
    const partner = order.partnerId === null ? null : (byId.get(order.partnerId) ?? null);
    return partner !== null && order.status === 'waiting' ? [] : [{ order, partner }];
  });
}
