import { formatScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE, type PerpetualTerms } from '../../../lib/rules/perpetual';
import { createPerpetualTerms } from '../../../lib/rules/perpetual-terms';
import { ASSETS, getAssetScale } from '../ledger/ledger';
import { MARKETS } from '../market-data/markets';
import { gridOf, type RegistryMarket } from './registry.markets';
import { canonical, type RegistryRow } from './registry.repository';

const toRate = (units: bigint) => formatScaled(units, PERPETUAL_SCALE);
const toTiers = ({ tiers }: PerpetualTerms) =>
  tiers.map(({ notionalMax, leverageMax, maintenanceRate }) => [toRate(notionalMax), leverageMax, toRate(maintenanceRate)]);

/** Returns the terms that the code still holds, without the fees and limits that it reads from the registry, in the registry's shape, by `<kind> <code>`. */
export function listTermsInCode(): Map<string, unknown> {
  const terms = new Map<string, unknown>();
  for (const { market, base, quote, tickSize, stepSize } of MARKETS) terms.set(`market ${market}`, { base, quote, tickSize, stepSize });
  const of = new Map(MARKETS.map(({ market }) => [market, createPerpetualTerms(market)]));
  const [first] = of.values();
  const other = [...of.values()].find((each) => first !== undefined && toTiers(each).length !== toTiers(first).length);
  if (first === undefined || other === undefined) throw new Error('there are two groups of perpetual markets');
  const majorTiers = toTiers(first);
  terms.set('product perpetual', {
    liquidationFeeRate: toRate(first.liquidationFeeRate),
    majors: [...of].filter(([, each]) => canonical(toTiers(each)) === canonical(majorTiers)).map(([market]) => market),
    majorTiers,
    otherTiers: toTiers(other),
  });
  return terms;
}

/** Fees and limits are read from the registry. */
function leaveReadOut({ kind, terms }: RegistryRow): unknown {
  if (kind === 'market') return gridOf(terms as RegistryMarket);
  if (kind !== 'product') return terms;
  const { makerFeeRate: _maker, takerFeeRate: _taker, ...others } = terms as Record<string, unknown>;
  return others;
}

/** Returns where the registry's newest rows and the code differ, one sentence each. */
export function findDifferences(rows: readonly RegistryRow[]): string[] {
  const newest = new Map(rows.map((row) => [`${row.kind} ${row.code}`, row]));
  const inCode = listTermsInCode();
  const faults = [...inCode].flatMap(([name, terms]) => {
    const row = newest.get(name);
    if (row === undefined) return [`${name} is not in the registry`];
    return canonical(leaveReadOut(row)) === canonical(terms) ? [] : [`${name} is another in the code than in the registry`];
  });
  for (const asset of ASSETS) {
    const terms = newest.get(`asset ${asset}`)?.terms;
    const scale = typeof terms === 'object' && terms !== null && 'scale' in terms ? terms.scale : null;
    if (scale !== getAssetScale(asset)) faults.push(`asset ${asset} has another scale in the ledger than in the registry`);
  }
  for (const { kind, code } of newest.values()) {
    const isKnown = kind === 'asset' ? ASSETS.includes(code) : kind === 'market' ? inCode.has(`market ${code}`) : true;
    if (!isKnown) faults.push(`${kind} ${code} is in the registry and not in the code`);
  }
  return faults;
}
