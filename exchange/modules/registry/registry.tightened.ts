import { compareDecimals } from '../../../lib/rules/decimal';
import type { PerpetualRisk } from './registry.perpetual';

type Tiers = PerpetualRisk['majorTiers'];
/** What is taken on in a market is under this now: the highest leverage, and the lowest maintenance rate as a fraction. */
export type Tightened = { market: string; leverage: number; maintenance: string };

/**
 * Returns the markets in which some position could be opened with less leverage after a change, needs more maintenance margin, is no longer taken, or
 * costs more to liquidate.
 */
export function findTightened(markets: readonly string[], before: PerpetualRisk, after: PerpetualRisk): Tightened[] {
  const isDearer = compareDecimals(after.liquidationFeeRate, before.liquidationFeeRate) > 0;
  return markets.flatMap((market) => {
    const [old, tiers] = [tiersOf(before, market), tiersOf(after, market)];
    const [first] = tiers;
    if (first === undefined || !(isDearer || isTighter(old, tiers))) return [];
    return [{ market, leverage: first[1], maintenance: first[2] }];
  });
}

function tiersOf({ majors, majorTiers, otherTiers }: PerpetualRisk, market: string): Tiers {
  return majors.includes(market) ? majorTiers : otherTiers;
}

/** Tables change at their bounds alone, so a look at each bound of both sees every difference. */
function isTighter(before: Tiers, after: Tiers): boolean {
  return [...before, ...after].some(([bound]) => {
    const [old, now] = [rowAt(before, bound), rowAt(after, bound)];
    if (old === undefined) return false;
    return now === undefined || now[1] < old[1] || compareDecimals(now[2], old[2]) > 0;
  });
}

function rowAt(tiers: Tiers, notional: string): Tiers[number] | undefined {
  return tiers.find(([bound]) => BigInt(bound) >= BigInt(notional));
}
