import type { Order } from '../../lib/dto/spot';
import { subtractDecimals } from '../../lib/rules/decimal';

/** Returns what an order brought after its fee, and in which coin. */
export function receivedOf(order: Order): { amount: string; asset: string } {
  const [base = '', quote = ''] = order.symbol.split('-');
  const gross = order.side === 'buy' ? order.filledQuantity : order.filledQuoteQuantity;
  const asset = order.side === 'buy' ? base : quote;
  return { amount: order.feeAsset === asset ? subtractDecimals(gross, order.fee) : gross, asset };
}
