import { useMember } from '@/components/layout/member-context';
import type { Order } from '@/lib/dto/spot';

/** Returns what gives the page of a spot order; null where the exchange tells nothing of a single order. */
export function useOrderAddress(): (order: Pick<Order, 'id'>) => string | null {
  const { features } = useMember();
  return ({ id }) => (features.includes('order-detail') ? `/orderdetails?id=${id}` : null);
}
