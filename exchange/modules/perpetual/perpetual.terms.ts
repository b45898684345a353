import { formatScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { createPerpetualTerms } from '../../../lib/rules/perpetual-terms';
import { SPOT_RATES } from '../../../lib/rules/spot';
import { type ListedMarket, type MarketTerms, toListedTerms } from '../matching/matching';

/** Returns the perpetual markets: the grid and limits of the spot market, the fees of the perpetual one. */
export function createPerpetualMarkets(listed: readonly ListedMarket[]): ReadonlyMap<string, MarketTerms> {
  return new Map(
    listed.map((market) => {
      const { makerFeeRate, takerFeeRate } = createPerpetualTerms(market.market);
      const fees = { makerFeeRate: formatScaled(makerFeeRate, PERPETUAL_SCALE), takerFeeRate: formatScaled(takerFeeRate, PERPETUAL_SCALE) };
      return [market.market, toListedTerms(market, { priceBandRate: SPOT_RATES.priceBandRate, ...fees })];
    }),
  );
}
