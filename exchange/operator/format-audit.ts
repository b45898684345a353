import { type AuditReport, getAssetScale } from '../modules/ledger/ledger';
import type { PrintAudit } from '../modules/market-data/market-data';
import { fromUnits } from '../platform/decimal';

/** Returns the report as lines for an operator: one per realm and asset, then every finding, then the verdict. */
export function formatAudit(report: AuditReport): string {
  const lines = ['realm  asset  accounts  sum of postings  sum of balances'];
  for (const row of report.sums) {
    const scale = getAssetScale(row.asset);
    const sums = [fromUnits(row.postingsSum, scale), fromUnits(row.balancesSum, scale)];
    lines.push(
      `${row.realm.padEnd(6)} ${row.asset.padEnd(6)} ${String(row.accounts).padStart(8)}  ${sums.map((sum) => sum.padStart(15)).join('  ')}`,
    );
  }
  lines.push(`journals ${report.journals}, postings ${report.postings}`);
  for (const { address, derived, stored, last } of report.differences) {
    lines.push(`DIFFERENCE ${address}: postings sum to ${derived}, stored balance ${stored}, last posting says ${last} (base units)`);
  }
  for (const id of report.faultyJournals) lines.push(`FAULTY journal ${id}`);
  for (const { userId, realm, day, asset, code } of report.faultySums) {
    lines.push(`FAULTY sum of user ${userId}, ${realm}, ${day}, ${asset}, ${code}`);
  }
  lines.push(report.isClean ? 'clean: every sum is 0 and every stored balance is the sum of its postings' : 'NOT CLEAN');
  return `${lines.join('\n')}\n`;
}

/** Returns one line on the chain of price prints: whole, or where it breaks. */
export function formatPrintAudit({ rows, firstSeq, lastSeq, fault }: PrintAudit): string {
  if (fault != null) return `PRINT CHAIN BROKEN at ${fault.seq}: ${fault.reason}\n`;
  return rows === 0 ? 'print chain: empty\n' : `print chain: whole, ${rows} prints from ${firstSeq} to ${lastSeq}\n`;
}

/** Returns the findings about one subject as lines, or one line that there are none. */
export function formatFaults(subject: string, faults: readonly string[]): string {
  return faults.length === 0 ? `${subject}: exact\n` : faults.map((fault) => `FAULT ${fault}\n`).join('');
}
