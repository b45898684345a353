import { createHash, randomBytes } from 'node:crypto';
import { HDKey } from '@scure/bip32';
import type { Clock } from '../../platform/clock';
import type { Database, Tx } from '../../platform/db';
import { DomainError } from '../../platform/domain-error';
import { ACCOUNT_PATHS, type AddressBook, type AddressKind, openAddressBook } from './networks.addresses';
import { CHAIN_SCALE, type Chain, type ChainBlock, type ChainTransaction, type ChainTransfer, HotWalletShort } from './networks.chain';
import * as rows from './networks.sandbox.repository';

/** A new block this often. */
export const SANDBOX_BLOCK_MS = 5_000;
const WORK = { kind: 'work' } as const;
const POLL_MS = 1_000;
const STALL_MS = 5 * 60_000;
const CHUNK_BLOCKS = 500;
const UNIT = 10n ** BigInt(CHAIN_SCALE);
/** What our own hot wallet has of each asset when a chain begins, in whole units: the house's own test coins. */
const HOT_GRANTS: Readonly<Record<string, bigint>> = { USDT: 5_000_000n, USDC: 5_000_000n, ETH: 2_000n, BTC: 100n };

type SandboxSend = { key: string; from: string; to: string; asset: string; amount: bigint; granted: bigint };

/** A chain of the sandbox, with what only a sandbox can do. */
export type SandboxChain = Chain & {
  addresses: AddressBook;
  hotAddress: string;
  /**
   * Sends from any address: nobody signs here. `granted` is what the sender had from the beginning. The same `key` sends once.
   * @throws HotWalletShort, DUPLICATE_REQUEST
   */
  sendFrom(input: SandboxSend): Promise<string>;
  /** The same within a transaction. */
  sendIn(tx: Tx, input: SandboxSend): Promise<string>;
  /** What an address sent and received, newest first. */
  listTransactions(address: string, limit: number): Promise<rows.SandboxTransactionRow[]>;
  /** What an address holds besides what it was granted; what still waits for a block counts once it is in one. */
  readNet(address: string, asset: string): Promise<bigint>;
  /** Adds one block; in the exchange a job does it. */
  mine(): Promise<void>;
  /** Replaces the last `depth` blocks by others. `isKept`: what was in them waits for the next block, else it never was. For tests. */
  reorganise(input: { depth: number; isKept: boolean }): Promise<void>;
};

/** Makes the key of an installation and throws its private half away: what arrives at these addresses exists in the sandbox alone. */
function makeXpub(kind: AddressKind): string {
  return HDKey.fromMasterSeed(new Uint8Array(randomBytes(32))).derive(ACCOUNT_PATHS[kind]).publicExtendedKey;
}

/**
 * Opens the sandbox's chain behind a network, and begins it at the first start: blocks with hashes and parents, payments, reorganisations, all kept
 * in the database.
 */
export async function openSandbox(
  { db, clock }: { db: Database; clock: Clock },
  { network, kind }: { network: string; kind: AddressKind },
): Promise<SandboxChain> {
  const chain = await rows.openSandboxChain(db.read, { network, xpub: makeXpub(kind), seed: randomBytes(32).toString('hex') });
  const addresses = openAddressBook(kind, chain.xpub);
  const hotAddress = addresses.derive('own', 0);
  const prefix = kind === 'evm' ? '0x' : '';
  const digest = (...parts: (string | number)[]) =>
    prefix +
    createHash('sha256')
      .update([chain.seed, network, ...parts].join('|'))
      .digest('hex');
  const hashOf = (number: number, forks: readonly rows.Fork[]) =>
    digest('block', forks.findLast(({ firstBlock }) => firstBlock <= number)?.fork ?? 0, number);
  const readState = () => rows.readSandboxHead(db.read, network);

  async function sendIn(tx: Tx, input: SandboxSend): Promise<string> {
    // The next block waits too, so nothing is put into one before this is committed.
    await rows.lockSandboxChain(tx, network);
    const before = await rows.findSandboxTransaction(tx, { network, requestKey: input.key });
    const { asset, from, to, amount } = input;
    if (before !== null) {
      if (before.asset !== asset || before.to !== to || before.amount !== amount) throw new DomainError('DUPLICATE_REQUEST');
      return before.hash;
    }
    const net = await rows.sumSandboxBalance(tx, { network, addresses: [from], asset, onlyConfirmed: true });
    if (input.granted + net < amount) throw new HotWalletShort(asset);
    const hash = digest('transaction', input.key);
    await rows.insertSandboxTransaction(tx, { network, requestKey: input.key, hash, from, to, asset, amount, sentAt: clock.now() });
    return hash;
  }
  const sendFrom = (input: SandboxSend) => db.transaction((tx) => sendIn(tx, input));

  const grantOf = (asset: string) => (HOT_GRANTS[asset] ?? 0n) * UNIT;
  return {
    pollMs: POLL_MS,
    blockMs: SANDBOX_BLOCK_MS,
    stallMs: STALL_MS,
    chunkBlocks: CHUNK_BLOCKS,
    paysBy: 'request',
    evm: null,
    addresses,
    hotAddress,
    async readHead() {
      const { head, forks } = await readState();
      return { number: head, hash: hashOf(head, forks) };
    },
    async readHash(number) {
      const { head, forks } = await readState();
      return number > head ? null : hashOf(number, forks);
    },
    async readBlocks(from, to) {
      // As of one moment: a reorganisation in between would mix two chains.
      return db.transaction(async (tx) => {
        await tx.query('SELECT 1 FROM sandbox_chains WHERE network = $1 FOR SHARE', [network]);
        return readBlocks(tx, { network, from, to, hashOf });
      }, WORK);
    },
    async findTransaction(txid): Promise<ChainTransaction | null> {
      const row = await rows.findSandboxTransaction(db.read, { network, hash: txid });
      if (row === null) return null;
      const { head, forks } = await readState();
      const block = row.block === null ? null : { number: row.block, hash: hashOf(row.block, forks) };
      return {
        txid,
        block,
        confirmations: block === null ? 0 : head - block.number + 1,
        isFailed: false,
        transfers: [toTransfer(row)],
        fee: null,
      };
    },
    async sendPayment(payment) {
      if (payment.kind !== 'request') throw new Error('the sandbox takes requests: it has no keys to sign with');
      const { key, asset, to, amount } = payment;
      return sendFrom({ key: `payment:${key}`, from: hotAddress, to, asset, amount, granted: grantOf(asset) });
    },
    async readBalance(of, asset) {
      const net = await rows.sumSandboxBalance(db.read, { network, addresses: of, asset, onlyConfirmed: true });
      return net + (of.includes(hotAddress) ? grantOf(asset) : 0n);
    },
    sendFrom,
    sendIn,
    listTransactions: (address, limit) => rows.listSandboxTransactionsOf(db.read, { network, address, limit }),
    readNet: (address, asset) => rows.sumSandboxBalance(db.read, { network, addresses: [address], asset, onlyConfirmed: true }),
    mine: () => db.transaction((tx) => rows.addSandboxBlocks(tx, [network]), WORK),
    reorganise: ({ depth, isKept }) =>
      db.transaction(async (tx) => {
        const head = await rows.lockSandboxChain(tx, network);
        if (depth < 1 || depth > head) throw new Error(`the chain of ${head} blocks has no ${depth} last ones`);
        await rows.forkSandboxChain(tx, { network, firstBlock: head - depth + 1, isKept });
      }),
  };
}

type BlockRange = { network: string; from: number; to: number; hashOf(number: number, forks: readonly rows.Fork[]): string };

async function readBlocks(tx: Tx, { network, from, to, hashOf }: BlockRange): Promise<ChainBlock[]> {
  const { head, forks } = await rows.readSandboxHead(tx, network);
  const last = Math.min(to, head, from + CHUNK_BLOCKS - 1);
  const sent = await rows.listSandboxTransactions(tx, { network, from, to: last });
  const inBlock = groupByBlock(sent);
  return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => {
    const number = from + index;
    const transfers = (inBlock.get(number) ?? []).map(toTransfer);
    return { number, hash: hashOf(number, forks), parentHash: hashOf(number - 1, forks), transfers };
  });
}

function toTransfer({ hash, asset, from, to, amount }: rows.SandboxTransactionRow): ChainTransfer {
  return { txid: hash, logIndex: 0, asset, from, to, amount };
}

function groupByBlock(sent: readonly rows.SandboxTransactionRow[]): Map<number, rows.SandboxTransactionRow[]> {
  const groups = new Map<number, rows.SandboxTransactionRow[]>();
  for (const row of sent) {
    const group = groups.get(row.block ?? 0);
    if (group === undefined) groups.set(row.block ?? 0, [row]);
    else group.push(row);
  }
  return groups;
}
