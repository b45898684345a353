import type { Order } from '@/lib/dto/spot';
import { heldBy } from './order-facts';

/**
 * Returns what the end of an order gave back to the balance: quote for a buy, base for a sell. Null while it lives, for one of a pair, whose
 * hold is shared, and where a fill came in between: what was held then isn't known here.
 */
export function releasedBy(before: Order, after: Order): string | null {
  if (after.status !== 'cancelled' || before.partnerId !== null || before.filledQuantity !== after.filledQuantity) return null;
  return heldBy(before);
}
