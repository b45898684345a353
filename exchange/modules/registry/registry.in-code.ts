import { ASSETS, getAssetScale } from '../ledger/ledger';
import { MARKETS } from '../market-data/markets';
import { gridOf, type RegistryMarket } from './registry.markets';
import { canonical, type RegistryRow } from './registry.repository';

/** Returns where the registry's newest rows and the code differ, one sentence each: the code holds the coins and the grid of every market, and each asset's decimals. */
export function findDifferences(rows: readonly RegistryRow[]): string[] {
  const newest = new Map(rows.map((row) => [`${row.kind} ${row.code}`, row]));
  const faults = MARKETS.flatMap(({ market, base, quote, tickSize, stepSize }) => {
    const row = newest.get(`market ${market}`);
    if (row === undefined) return [`market ${market} is not in the registry`];
    const isSame = canonical(gridOf(row.terms as RegistryMarket)) === canonical({ base, quote, tickSize, stepSize });
    return isSame ? [] : [`market ${market} is another in the code than in the registry`];
  });
  for (const asset of ASSETS) {
    const terms = newest.get(`asset ${asset}`)?.terms;
    const scale = typeof terms === 'object' && terms !== null && 'scale' in terms ? terms.scale : null;
    if (scale !== getAssetScale(asset)) faults.push(`asset ${asset} has another scale in the ledger than in the registry`);
  }
  for (const { kind, code } of newest.values()) {
    const isKnown = kind === 'asset' ? ASSETS.includes(code) : kind === 'market' ? MARKETS.some(({ market }) => market === code) : true;
    if (!isKnown) faults.push(`${kind} ${code} is in the registry and not in the code`);
  }
  return faults;
}
