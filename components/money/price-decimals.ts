import { decimalsOf } from './format';
import type { Market } from '../../lib/dto/market';

/** Returns how many decimals the prices of a market carry at most, so that one that ends in zeros is written as long as its neighbours. */
export function priceDecimals(market: Pick<Market, 'price' | 'high' | 'low' | 'sparkline'>): number {
  const { price, high, low, sparkline } = market;
  return Math.max(2, ...[price, high ?? '', low ?? '', ...sparkline].map(decimalsOf));
}
