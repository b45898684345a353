import type { AccountFamily, AuditFindings, JournalCodes } from '../../composition/module';
import type { Database } from '../../platform/db';
import { fromUnits } from '../../platform/decimal';
import { getAssetScale } from './ledger.addresses';
import type { AuditReport } from './ledger.audit';
import { listPostedCodes } from './ledger.reading';

const STRANGERS_MAX = 100;

/** Returns the report as an operator reads it: one line per realm and asset, then every finding. */
export function describeLedgerAudit(report: AuditReport): AuditFindings {
  const figures = ['realm  asset  accounts  sum of postings  sum of balances'];
  const faults: string[] = [];
  for (const row of report.sums) {
    const scale = getAssetScale(row.asset);
    const sums = [row.postingsSum, row.balancesSum].map((sum) => fromUnits(sum, scale));
    const padded = sums.map((sum) => sum.padStart(15)).join('  ');
    figures.push(`${row.realm.padEnd(6)} ${row.asset.padEnd(6)} ${String(row.accounts).padStart(8)}  ${padded}`);
    if (sums.some((sum) => sum !== '0')) faults.push(`${row.realm} ${row.asset} does not sum to zero`);
  }
  figures.push(`journals ${report.journals}, postings ${report.postings}`);
  for (const { address, derived, stored, last } of report.differences) {
    faults.push(`${address}: postings sum to ${derived}, stored balance ${stored}, last posting says ${last} (base units)`);
  }
  for (const id of report.faultyJournals) faults.push(`journal ${id}`);
  for (const { userId, realm, day, asset, code } of report.faultySums) {
    faults.push(`sum of user ${userId}, ${realm}, ${day}, ${asset}, ${code}`);
  }
  return { figures, faults };
}

/** Returns a sentence for each journal code and each account of nobody that no module brings; 100 of either at most. */
export async function findStrangers(
  db: Database,
  { codes, families }: { codes: JournalCodes; families: readonly AccountFamily[] },
): Promise<string[]> {
  const posted = await listPostedCodes(db.long);
  const { rows } = await db.long.query<{ address: string }>(
    `SELECT address FROM ledger_accounts
      WHERE owner <> 'user' AND NOT (regexp_replace(address, '^([a-z]+):[a-z]+:(.*):[A-Z0-9]+$', '\\1:\\2') LIKE ANY($1::text[]))
      ORDER BY address LIMIT $2`,
    [families.map((family) => family.replaceAll('_', '\\_').replace(/\*$/, '%')), STRANGERS_MAX],
  );
  return [
    ...posted.filter((code) => !Object.hasOwn(codes, code)).map((code) => `journal code ${code} is brought by no module`),
    ...rows.map(({ address }) => `account ${address} is of a family that no module brings`),
  ].slice(0, 2 * STRANGERS_MAX);
}
