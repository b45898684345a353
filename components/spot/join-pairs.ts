import type { Order } from '@/lib/dto/spot';
import { compareDecimals } from '@/lib/rules/decimal';

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

/**
 * Makes one of the two orders of a pair that is over: what did something stands for both, the limit order where neither did. One whose partner is not
 * in the list stands alone.
 */
export function joinPastPairs(orders: readonly Order[]): JoinedOrder[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return orders.flatMap((order) => {
    const partner = order.partnerId === null ? null : (byId.get(order.partnerId) ?? null);
    return partner === null || standsFor(order, partner) ? [{ order, partner }] : [];
  });
}

function standsFor(order: Order, partner: Order): boolean {
  const [own, other] = [order, partner].map(({ filledQuantity }) => compareDecimals(filledQuantity, '0'));
  return own === other ? order.stop === null : own !== 0;
}
