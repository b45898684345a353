import type { PerpetualTerms } from '../../../lib/rules/perpetual';
import { createPerpetualTerms, type TierRow } from '../../../lib/rules/perpetual-terms';

/** What positions are opened under, as the registry has it: the tiers of two groups of markets. Rates are fractions. */
type ProductTerms = {
  liquidationFeeRate: string;
  majors: readonly string[];
  majorTiers: readonly TierRow[];
  otherTiers: readonly TierRow[];
};
/** Returns what is in force now, or with a number that version. @throws Error for a version that there is not */
export type ReadRisk = (version?: number) => { version: number; terms: ProductTerms };

/** Tiers and liquidation fee of one market by one version of the terms, in units. */
export type MarketRules = PerpetualTerms & { version: number };
/** Returns the rules of a market that are in force now, or with a number those of that version: a position goes by those that it was opened or last made larger under. */
export type RulesOf = (market: string, version?: number) => MarketRules;

/** Versions never change, so each is reckoned out once. */
export function createRulesOf(readRisk: ReadRisk): RulesOf {
  const known = new Map<string, MarketRules>();
  return (market, asked) => {
    const row = asked === undefined ? readRisk() : null;
    const version = row?.version ?? (asked as number);
    const found = known.get(`${version} ${market}`);
    if (found !== undefined) return found;
    const { liquidationFeeRate, majors, majorTiers, otherTiers } = (row ?? readRisk(version)).terms;
    const tiers = majors.includes(market) ? majorTiers : otherTiers;
    const rules = { ...createPerpetualTerms({ market, tiers, liquidationFeeRate }), version };
    known.set(`${version} ${market}`, rules);
    return rules;
  };
}
