import { readFile, writeFile } from 'node:fs/promises';
import { ActRefused } from '../modules/operators/operators';
import {
  coinsSchema,
  createPsbt,
  factsOf,
  findWithdrawal,
  listForOperators,
  listToPay,
  type WithdrawalFacts,
  type WithdrawalRow,
} from '../modules/withdrawals/withdrawals';
import { readAddress } from '../../lib/rules/addresses';
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
async function writePayList(db: Database, { network, file, now }: { network: string; file: string; now: number }): Promise<string> {
  const rows = await listToPay(db.read, { network, now });
  const lines = rows.map((row) => [row.id, row.address, factsOf(row).arrives, row.asset].join(','));
  await writeFile(file, `${['withdrawal,address,amount,coin', ...lines].join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  return `${rows.length} withdrawals on ${network} are in ${file}\n`;
}

const FEE = /^[1-9][0-9]{0,3}$/;

/** Writes what is approved over BTC as an unsigned PSBT: each withdrawal is an output of its own. Returns the line to print. @throws ActRefused */
async function writePsbt(
  db: Database,
  input: { coins: string; file: string; change: string; feePerByte: string; now: number },
): Promise<string> {
  const change = readAddress('BTC', input.change).address;
  if (change === null || !FEE.test(input.feePerByte)) {
    throw new ActRefused('INPUT_INVALID', 'An address of BTC for the change, and a fee of 1 to 9999 satoshi per byte are needed.');
  }
  const coins = coinsSchema.safeParse(JSON.parse(await readFile(input.coins, 'utf8')));
  if (!coins.success) throw new ActRefused('INPUT_INVALID', 'Coins are a list of {txid, index, address, amount}, amounts in satoshi.');
  const rows = await listToPay(db.read, { network: 'BTC', now: input.now });
  if (rows.length === 0) return 'nothing is approved over BTC\n';
  const payments = rows.map(({ address, amount, fee }) => ({ address, amount: amount - fee }));
  const psbt = createPsbt({ coins: coins.data, payments, change, feePerByte: BigInt(input.feePerByte) });
  if (psbt === null) throw new ActRefused('INPUT_INVALID', 'The coins do not suffice.');
  await writeFile(input.file, psbt, { mode: 0o600, flag: 'wx' });
  return `${rows.map(({ id }) => `withdrawal ${id}\n`).join('')}are paid by ${input.file}, once it is signed and sent\n`;
}

type PayFile = { kind: 'list' | 'psbt'; words: readonly string[]; now: number };

/** Writes what is to be paid by hand: `list` of <network> <file>, `psbt` of <coins.json> <file> <change address> <satoshi per byte>. @throws ActRefused */
export function writePayFile(db: Database, { kind, words, now }: PayFile): Promise<string> {
  const [first = '', file = '', change = '', feePerByte = ''] = words;
  return kind === 'list' ? writePayList(db, { network: first, file, now }) : writePsbt(db, { coins: first, file, change, feePerByte, now });
}
