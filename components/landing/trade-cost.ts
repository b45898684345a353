import type { Market, MarketRules } from '@/lib/dto/market';
import { formatScaled, powerOfTen, roundToStep, toScaled } from '@/lib/rules/decimal';
import { type OrderPreview, previewOrder, SPOT_SCALE } from '@/lib/rules/spot';

/** What the example spends, in quote units. */
export const EXAMPLE_SPEND = '1000';

/**
 * Returns what about 1,000 quote units buy right now, taken from the book: the same preview as the ticket's. The quantity is rounded down
 * to the market's step, so `orderValue` lies at or just below 1,000. Null when the price can't be used.
 */
export function previewExampleTrade(market: Pick<Market, 'price'>, rules: MarketRules): OrderPreview | null {
  const price = toScaled(market.price, SPOT_SCALE);
  const spend = toScaled(EXAMPLE_SPEND, SPOT_SCALE);
  if (price === null || spend === null || price <= 0n) return null;
  const quantity = roundToStep(formatScaled((spend * powerOfTen(SPOT_SCALE)) / price, SPOT_SCALE), rules.stepSize, 'down');
  return previewOrder({ rules, side: 'buy', price: market.price, quantity, liquidity: 'taker' });
}
