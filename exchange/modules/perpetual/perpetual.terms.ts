import { formatScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { createPerpetualTerms } from '../../../lib/rules/perpetual-terms';
import { SPOT_RATES } from '../../../lib/rules/spot';
import { createTerms, type MarketTerms } from '../matching/matching';

/** A market as market data lists it. */
export type ListedMarket = {
  market: string;
  base: string;
  quote: string;
  tickSize: string;
  stepSize: string;
  quantityMin: string;
  quantityMax: string;
  minNotional: string;
};

/** Returns the perpetual markets: the grid and limits of the spot market, the fees of the perpetual one. */
export function createPerpetualMarkets(listed: readonly ListedMarket[]): ReadonlyMap<string, MarketTerms> {
  return new Map(
    listed.map(({ market, base, quote, tickSize, stepSize, quantityMin, quantityMax, minNotional }) => {
      const { makerFeeRate, takerFeeRate } = createPerpetualTerms(market);
      const fees = { makerFeeRate: formatScaled(makerFeeRate, PERPETUAL_SCALE), takerFeeRate: formatScaled(takerFeeRate, PERPETUAL_SCALE) };
      const rules = { tickSize, stepSize, quantityMin, quantityMax, minNotional, priceBandRate: SPOT_RATES.priceBandRate, ...fees };
      return [market, createTerms({ symbol: market, base, quote, rules })];
    }),
  );
}
