import { formatScaled, toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { PERPETUAL_FEES_MAX } from '../../../lib/rules/perpetual-terms';
import type { FeeRates } from '../../../lib/rules/spot';
import { type ListedMarket, type MarketTerms, toListedTerms } from '../matching/matching';
import { smaller } from './perpetual.bounds';
import type { FeesInForce } from './perpetual.turn';

/** Returns the perpetual markets: the grid and limits of the spot market. */
export function createPerpetualMarkets(listed: readonly ListedMarket[]): ReadonlyMap<string, MarketTerms> {
  return new Map(listed.map((market) => [market.market, toListedTerms(market)]));
}

const { makerFeeRate: makerMax, takerFeeRate: takerMax } = PERPETUAL_FEES_MAX;
/** The most that trading may cost: what rests holds it, and what may be liquidated reckons with it. */
export const PERPETUAL_FEE_BOUNDS: FeeRates = {
  makerFeeRate: formatScaled(makerMax, PERPETUAL_SCALE),
  takerFeeRate: formatScaled(takerMax, PERPETUAL_SCALE),
};

/** Returns what is charged at these rates, in units of 0.00000001. A rate above its bound counts as the bound: nothing that was held would pay it. */
export function toFeesInForce({ makerFeeRate, takerFeeRate }: FeeRates): FeesInForce {
  const units = (rate: string, max: bigint) => smaller(toScaled(rate, PERPETUAL_SCALE) ?? max, max);
  return { maker: units(makerFeeRate, makerMax), taker: units(takerFeeRate, takerMax) };
}
