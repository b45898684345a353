import type { AuditFindings } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from '../ledger/ledger';
import { proveNewest } from './liabilities.repository';

/** Proves that the newest published tree sums to its leaves, and both to what the ledger says of that moment. */
export async function auditLiabilities(db: Pick<Database, 'transaction'>): Promise<AuditFindings> {
  const found = await db.transaction((tx) => proveNewest(tx), { kind: 'long' });
  if (found === null) return { figures: ['no tree was published yet'], faults: [] };
  const write = (asset: string, units: bigint | null) => (units === null ? 'none' : fromUnits(units, getAssetScale(asset)));
  const wrong = found.sums.filter(({ root, leaves, ledger }) => root === null || root !== leaves || root !== ledger);
  return {
    figures: [
      `tree ${found.id} of ${new Date(found.at).toISOString()}`,
      ...found.sums.map(({ asset, root }) => `${asset}: ${write(asset, root)}`),
    ],
    faults: wrong.map(({ asset, root, leaves, ledger }) => {
      const [ofRoot, ofLeaves, ofLedger] = [root, leaves, ledger].map((units) => write(asset, units));
      return `${asset}: the root says ${ofRoot}, its leaves ${ofLeaves}, the ledger ${ofLedger}`;
    }),
  };
}
