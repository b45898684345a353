import { writeFile } from 'node:fs/promises';
import { ActRefused } from '../modules/operators/operators';
import { factsOf, findWithdrawal, listForOperators, type WithdrawalFacts, type WithdrawalRow } from '../modules/withdrawals/withdrawals';
import type { Database } from '../platform/db';

/** Returns what of a withdrawal a request of operators is about. @throws ActRefused */
export async function readFacts(db: Database, id: string): Promise<WithdrawalFacts> {
  const row = await findWithdrawal(db.read, id);
  if (row === null) throw new ActRefused('INPUT_INVALID', `There is no withdrawal ${id}.`);
  return factsOf(row);
}

/** Returns the withdrawals that wait for people: in review, to be paid by hand, or late, the oldest first. */
export async function describeWithdrawals(db: Database): Promise<string> {
  const rows = await listForOperators(db.read);
  return rows.length === 0 ? 'no withdrawal waits for operators\n' : rows.map(toLine).join('');
}

function toLine(row: WithdrawalRow): string {
  const { amount, fee, asset, network, address } = factsOf(row);
  const until = row.until === null ? '' : `, promised by ${new Date(row.until).toISOString()}`;
  const late = row.delay === null ? '' : `, LATE: ${row.delay}`;
  return `withdrawal ${row.id}  ${row.state}  ${amount} ${asset} (fee ${fee}) on ${network} to ${address}${until}${late}\n`;
}

/** Writes what is to be paid by hand on a network to a file, one withdrawal a line: number, address, what arrives, coin. Returns the line to print. */
export async function writePayList(db: Database, { network, file }: { network: string; file: string }): Promise<string> {
  const rows = (await listForOperators(db.read)).filter((row) => row.network === network && row.state === 'approved');
  const lines = rows.map((row) => [row.id, row.address, factsOf(row).arrives, row.asset].join(','));
  await writeFile(file, `${['withdrawal,address,amount,coin', ...lines].join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  return `${rows.length} withdrawals on ${network} are in ${file}\n`;
}
