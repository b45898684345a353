import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Networks } from '../modules/networks/networks';
import { ActionRefused } from '../modules/operators/operators';
import {
  coinsSchema,
  createPsbt,
  factsOf,
  findWithdrawal,
  listForOperators,
  takeToPay,
  type WithdrawalFacts,
  type WithdrawalRow,
} from '../modules/withdrawals/withdrawals';
import { describeWait } from '../../lib/operator/withdrawals';
import { readAddress } from '../../lib/rules/addresses';
import { CommitOutcomeUnknown, type Database } from '../platform/db';

/** Returns what of a withdrawal a request of operators is about. @throws ActionRefused */
export async function readFacts(db: Database, id: string): Promise<WithdrawalFacts> {
  const row = await findWithdrawal(db.read, id);
  if (row === null) throw new ActionRefused('INPUT_INVALID', `There is no withdrawal ${id}.`);
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
  const why = row.reason === null ? '' : `, ${describeWait(row.reason)}`;
  const late = row.delay === null ? '' : `, LATE: ${row.delay}`;
  return `withdrawal ${row.id}  ${row.state}  ${amount} ${asset} (fee ${fee}) on ${network} to ${address}${why}${until}${late}\n`;
}

type Target = { network: string; file: string; now: number; isAgain: boolean };

/** What goes into a file, null for no file, and the lines to print. */
type Filling = { content: string | Uint8Array | null; said: string };

/**
 * Takes what is to be paid into a file, whose name is taken before: where it can't be filled there is no file and nothing was taken. It has its content
 * once that is committed, so that no withdrawal stands in two files: until then it is a draft beside it, which stays where nobody knows what became of
 * the commit. Returns the lines to print, with those about what stands in earlier files.
 */
async function fillFile(db: Database, target: Target, fill: (rows: readonly WithdrawalRow[]) => Filling): Promise<string> {
  const { file } = target;
  const draft = `${file}.draft`;
  await writeFile(file, '', { mode: 0o600, flag: 'wx' });
  let isTaken = false;
  try {
    const { content, said } = await db.transaction(async (tx) => {
      const { rows, earlier } = await takeToPay(tx, target);
      const filling = fill(rows);
      if (filling.content !== null) await writeFile(draft, filling.content, { mode: 0o600 });
      const named = earlier.map((one) => `withdrawal ${one.id} stands in ${one.file} already\n`);
      return { ...filling, said: `${filling.said}${named.join('')}` };
    });
    isTaken = true;
    if (content === null) await rm(file);
    else await rename(draft, file);
    return said;
  } catch (error) {
    const isDraftKept = isTaken || error instanceof CommitOutcomeUnknown;
    await rm(file, { force: true });
    if (!isDraftKept) await rm(draft, { force: true });
    throw error;
  }
}

/** Writes what is to be paid by hand on a network to a file, one withdrawal a line: number, address, what arrives, coin. */
function writePayList(db: Database, target: Target): Promise<string> {
  const { network, file } = target;
  return fillFile(db, target, (rows) => {
    const lines = rows.map((row) => [row.id, row.address, factsOf(row).arrives, row.asset].join(','));
    const content = `${['withdrawal,address,amount,coin', ...lines].join('\n')}\n`;
    return { content, said: `${rows.length} withdrawals on ${network} are in ${file}\n` };
  });
}

const FEE = /^[1-9][0-9]{0,3}$/;

/** The rest stays the house's: nobody at a command line can have it go anywhere else. @throws ActionRefused */
async function readChange(networks: Networks, word: string): Promise<string> {
  const { address } = readAddress('BTC', word);
  if (address === null) throw new ActionRefused('INPUT_INVALID', 'An address of BTC for the change is needed.');
  await networks.open();
  if (networks.list().every(({ code, isOffered }) => code !== 'BTC' || !isOffered)) {
    throw new ActionRefused('INPUT_INVALID', 'BTC is not offered here: the settings name no key whose addresses are ours.');
  }
  if (networks.isHouseAddress('BTC', address)) return address;
  throw new ActionRefused(
    'INPUT_INVALID',
    `${address} is not ours: change goes to the hot wallet of the settings (BTC_HOT_WALLET) or to a change address of their key (BTC_XPUB, 1/0 to 1/49). ` +
      'Deposit addresses belong to members.',
  );
}

type PsbtInput = Target & { networks: Networks; coins: string; change: string; feePerByte: string };

/** Writes what is approved over BTC as an unsigned PSBT: each withdrawal is an output of its own. @throws ActionRefused */
async function writePsbt(db: Database, { networks, coins: path, feePerByte, ...input }: PsbtInput): Promise<string> {
  if (!FEE.test(feePerByte)) throw new ActionRefused('INPUT_INVALID', 'A fee of 1 to 9999 satoshi per byte is needed.');
  const change = await readChange(networks, input.change);
  const coins = coinsSchema.safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!coins.success) throw new ActionRefused('INPUT_INVALID', 'Coins are a list of {txid, index, address, amount}, amounts in satoshi.');
  return fillFile(db, input, (rows) => {
    if (rows.length === 0) return { content: null, said: 'nothing is to be paid over BTC\n' };
    const payments = rows.map(({ address, amount, fee }) => ({ address, amount: amount - fee }));
    const psbt = createPsbt({ coins: coins.data, payments, change, feePerByte: BigInt(feePerByte) });
    if (psbt === null) throw new ActionRefused('INPUT_INVALID', 'The coins do not suffice.');
    return {
      content: psbt,
      said: `${rows.map(({ id }) => `withdrawal ${id}\n`).join('')}are paid by ${input.file}, once it is signed and sent\n`,
    };
  });
}

const AGAIN = 'again';

/** `networks`: null where nothing knows them, as in a process that runs no exchange of its own. */
type PayFile = { kind: 'list' | 'psbt'; words: readonly string[]; now: number; networks: Networks | null };

/**
 * Writes what is to be paid by hand: `list` of <network> <file>, `psbt` of <coins.json> <file> <change address> <satoshi per byte>; with `again` at the end
 * also what stands in an earlier file. @throws ActionRefused
 */
export async function writePayFile(db: Database, { kind, words, now, networks }: PayFile): Promise<string> {
  const isAgain = words.at(-1) === AGAIN;
  const [first = '', file = '', change = '', feePerByte = ''] = words;
  if (kind === 'list') return writePayList(db, { network: first, file, now, isAgain });
  if (networks === null) throw new ActionRefused('INPUT_INVALID', 'No settings of networks are at hand here.');
  return writePsbt(db, { network: 'BTC', file, now, isAgain, networks, coins: first, change, feePerByte });
}
