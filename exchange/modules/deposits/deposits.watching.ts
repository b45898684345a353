import type { Platform } from '../../platform/app';
import type { Tx } from '../../platform/db';
import { appendEvents } from '../../platform/event-log';
import { fromUnits } from '../../platform/decimal';
import { type BlockId, type Chain, CHAIN_SCALE, type ChainBlock, type PickOurs, toMatchKey } from '../networks/networks';
import { depositOrphaned, depositSeen } from './deposits.events';
import * as repository from './deposits.repository';
import { insertReorganisation } from './deposits.reorganisations';
import type { Cursor, DepositRow, FoundTransfer } from './deposits.repository';
import { confirmationsOf } from './deposits.showing';

/** Hashes that are remembered: a reorganisation that an operator looks at may be deeper than any that is followed by itself. */
const KEPT_BLOCKS = 1_000;
/** Transfers that one statement matches. */
const MATCHED_MAX = 5_000;

/** The chain was replaced, or went back, further than deposits wait: nothing is undone by itself. `common` is the last block that is as it was. */
export class DeepReorganisation extends Error {
  constructor(readonly common: number | null) {
    super(common === null ? 'the chain is another one than before' : `the chain was replaced after block ${common}`);
    this.name = 'DeepReorganisation';
  }
}

export type Watched = { network: string; chain: Chain; confirmations: number; assets: readonly string[] };
/** What a transaction must prove before it writes: that this process is the one that watches. */
export type Fence = (tx: Tx) => Promise<void>;
/** `hasMore`: there are blocks left to look through. `told`: whose deposits changed. `head` is the newest block, `block` the last one that was looked through. */
export type Step = { hasMore: boolean; told: readonly string[]; head: number; block: number };
type Input = Watched & { fence: Fence; pickOurs: PickOurs };

const WORK = { kind: 'work' } as const;

/** Returns what looks through the blocks of a network, a chunk of them in each step, from where it stopped. */
export function createWatching({ db, clock, log, metrics }: Pick<Platform, 'db' | 'clock' | 'log' | 'metrics'>) {
  /** The cursor as it was when the chain was asked: another process may have gone on since. */
  async function takeCursor(tx: Tx, { network, fence }: Input, expected: Cursor): Promise<boolean> {
    await fence(tx);
    const cursor = await repository.readCursor(tx, network, { isLocked: true });
    return cursor !== null && cursor.block === expected.block && cursor.hash === expected.hash;
  }

  async function lookThrough(input: Input, cursor: Cursor, blocks: readonly ChainBlock[], head: number): Promise<Step> {
    const { network } = input;
    const last = blocks.at(-1);
    if (last === undefined) return standStill(cursor, head, false);
    return db.transaction(async (tx) => {
      if (!(await takeCursor(tx, input, cursor))) return standStill(cursor, head, true);
      const found = blocks.flatMap((block) => listTransfers(block, input.assets));
      const told = new Set<string>();
      const added: DepositRow[] = [];
      for (let first = 0; first < found.length; first += MATCHED_MAX) {
        const transfers = found.slice(first, first + MATCHED_MAX);
        const matched = await repository.matchTransfers(tx, { network, transfers, at: clock.now() });
        added.push(...matched.added);
        for (const { userId } of [...matched.added, ...matched.back]) told.add(userId);
        if (matched.strange > 0) {
          metrics.alarm('deposit_strange', { network, count: matched.strange }, 'a transfer came back with another owner, asset or amount');
        }
      }
      const unread = blocks.flatMap((block) => block.unread ?? []);
      if (unread.length > 0)
        metrics.alarm('deposit_unread', { network, transactions: unread }, 'a transaction to us is too large to be read');
      const kept = { network, blocks, keptFrom: last.number - KEPT_BLOCKS };
      await repository.keepBlocks(tx, kept);
      await repository.moveCursor(tx, { network, block: last.number, hash: last.hash, head });
      await appendEvents(
        tx,
        added.map((row) => depositSeen.create(describeDeposit(row, { confirmations: confirmationsOf(row, input) }))),
      );
      return { hasMore: last.number < head, told: [...told], head, block: last.number };
    }, WORK);
  }

  async function goBack(input: Input, cursor: Cursor, to: number, head: number): Promise<Step> {
    const { network } = input;
    return db.transaction(async (tx) => {
      if (!(await takeCursor(tx, input, cursor))) return standStill(cursor, head, true);
      const hash = await repository.readKeptHash(tx, network, to);
      if (hash === null) return standStill(cursor, head, true);
      const at = clock.now();
      const dropped = await repository.dropAbove(tx, { network, block: to, at });
      await repository.forgetBlocksAbove(tx, network, to);
      await repository.moveCursor(tx, { network, block: to, hash, head: Math.max(head, to) });
      const orphaned = dropped.filter(({ state }) => state === 'orphaned');
      await appendEvents(
        tx,
        orphaned.map((row) => depositOrphaned.create({ ...describeDeposit(row, {}), at })),
      );
      const carried = dropped.filter(({ state }) => state === 'credited');
      const counts = { undone: orphaned.length, carried: carried.length };
      await insertReorganisation(tx, { network, at, from: cursor.block, to, ...counts, isByOperators: false });
      if (carried.length > 0) {
        const deposits = carried.map(({ id }) => id).slice(0, 20);
        metrics.alarm('deposit_carried', { network, count: carried.length, deposits }, 'credited deposits are in no block any more');
      }
      log.warn({ network, from: cursor.block, to, ...counts }, 'a chain was reorganised');
      return { hasMore: true, told: dropped.map(({ userId }) => userId), head, block: to };
    }, WORK);
  }

  return {
    /** Looks through the next chunk of blocks, or goes back to where the chain is still as it was. @throws ChainUnavailable, DeepReorganisation */
    async step(input: Input): Promise<Step> {
      const { network, chain } = input;
      const head = await chain.readHead();
      const cursor = await repository.readCursor(db.read, network);
      if (cursor === null) {
        const first = await findFirst(chain, head);
        await db.transaction((tx) => repository.openCursor(tx, { network, block: first.number, hash: first.hash }), WORK);
        return { hasMore: first.number < head.number, told: [], head: head.number, block: first.number };
      }
      if (head.number < cursor.block) {
        // Nodes that are behind, or fewer blocks than there were.
        const common = await findCommon(db.read, input, cursor, head.number);
        return common === head.number ? standStill(cursor, head.number, false) : goBack(input, cursor, common, head.number);
      }
      const shown = head.number === cursor.block ? head.hash : await chain.readHash(cursor.block);
      if (shown !== cursor.hash) return goBack(input, cursor, await findCommon(db.read, input, cursor, cursor.block - 1), head.number);
      if (head.number === cursor.block) return standStill(cursor, head.number, false);
      const blocks = await chain.readBlocks(cursor.block + 1, Math.min(head.number, cursor.block + chain.chunkBlocks), input.pickOurs);
      // The chain was replaced while it was read; the next step sees it.
      if (!isChain(cursor, blocks)) return standStill(cursor, head.number, true);
      return lookThrough(input, cursor, blocks, head.number);
    },
  };
}

async function isKept(tx: Tx, { network, chain }: Watched, number: number): Promise<boolean> {
  const kept = await repository.readKeptHash(tx, network, number);
  return kept !== null && (await chain.readHash(number)) === kept;
}

/** Finds the last block at or below `from` that is still as it was looked through. @throws DeepReorganisation where that is too far back */
async function findCommon(tx: Tx, watched: Watched, cursor: Cursor, from: number): Promise<number> {
  const lowest = Math.max(0, cursor.block - watched.confirmations);
  for (let number = from; number >= lowest; number -= 1) if (await isKept(tx, watched, number)) return number;
  // Up to a block the chains are one, above it they are not: halving finds it in some ten questions.
  const first = await repository.readFirstKept(tx, watched.network);
  let [low, high] = [Math.min(first, lowest), Math.min(from, lowest)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isKept(tx, watched, middle)) low = middle;
    else high = middle;
  }
  throw new DeepReorganisation((await isKept(tx, watched, low)) ? low : null);
}

/**
 * Returns the block from which a network is watched: the sandbox's chain is as old as the installation, so that nothing sent before the first look is
 * missed; of another chain no address is given out before (`depositAddresses`).
 */
async function findFirst(chain: Chain, head: BlockId): Promise<BlockId> {
  if (chain.paysBy !== 'request') return head;
  const hash = await chain.readHash(0);
  return hash === null ? head : { number: 0, hash };
}

/** Nothing was found; `hasMore`: somebody else went on, or the chain changed meanwhile, so look again. */
function standStill({ block }: Cursor, head: number, hasMore: boolean): Step {
  return { hasMore, told: [], head, block };
}

/** True when the blocks follow from the cursor and from each other. */
function isChain(cursor: Cursor, blocks: readonly ChainBlock[]): boolean {
  return blocks.every((block, index) => {
    const before = index === 0 ? { number: cursor.block, hash: cursor.hash } : (blocks[index - 1] as ChainBlock);
    return block.number === before.number + 1 && block.parentHash === before.hash;
  });
}

/** What is not listed is nobody's deposit, and a transfer of nothing is none. */
function listTransfers({ number, hash, transfers }: ChainBlock, assets: readonly string[]): FoundTransfer[] {
  return transfers.flatMap(({ txid, logIndex, asset, from, to, amount, spendableAfter = null }) =>
    asset === null || !assets.includes(asset) || amount <= 0n
      ? []
      : [
          {
            txid,
            logIndex,
            asset,
            address: to,
            sender: from,
            matchKey: toMatchKey(to),
            amount,
            block: number,
            blockHash: hash,
            spendableAfter,
          },
        ],
  );
}

/** Returns what an event says of a deposit. */
export function describeDeposit<More extends object>(row: DepositRow, more: More) {
  const { id: deposit, network, asset, amount, txid } = row;
  const payload = { deposit, network, asset, amount: fromUnits(amount, CHAIN_SCALE), txid, ...more };
  return { userId: row.userId, mode: 'real' as const, at: row.seenAt, payload };
}
