import { AnswerTooLarge } from '../../platform/bounded-body';
import { toMatchKey } from './networks.addresses';
import { type ChainBlock, type ChainTransfer, type PickOurs, requireOnce } from './networks.chain';
import * as wire from './networks.evm.wire';
import type { Node } from './networks.rpc';
import type { Sources } from './networks.sources';

/** Receipts that are asked for at once. */
const RECEIPTS_AT_ONCE = 20;

type Listed = { coin: string; tokens: readonly wire.Token[] };
type Input = { number: number; listed: Listed; pickOurs: PickOurs | undefined };

/**
 * Reads a block that the quorum shows alike: who may have got money by its transactions and by the logs of listed tokens alone, then the receipts of those
 * transactions that may have moved something to us. Whatever else strangers log, of which a block holds more than any node shows, is not asked for.
 * @throws ChainUnavailable
 */
export async function readBlock(nodes: Pick<Sources<Node>, 'askAlike'>, { number, listed, pickOurs }: Input): Promise<ChainBlock> {
  const { number: shown, hash, parentHash, sent } = await nodes.askAlike(`block ${number}`, (node) => readMoves(node, number, listed));
  const ours = await pickOurs?.(sent.flatMap(({ recipients }) => recipients));
  const wanted = ours === undefined ? sent : sent.filter(({ recipients }) => recipients.some((address) => ours.has(toMatchKey(address))));
  const transfers: ChainTransfer[] = [];
  const unread: string[] = [];
  for (let first = 0; first < wanted.length; first += RECEIPTS_AT_ONCE) {
    const piece = wanted.slice(first, first + RECEIPTS_AT_ONCE);
    const read = await Promise.all(piece.map(({ transaction }) => readTransfers(nodes, { transaction, hash, listed })));
    for (const [index, found] of read.entries()) {
      if (found === null) unread.push((piece[index] as Moved).transaction.hash);
      else transfers.push(...found);
    }
  }
  return { number: shown, hash, parentHash, transfers, unread };
}

type Moved = { transaction: wire.Transaction; recipients: string[] };

async function readMoves(node: Node, number: number, { tokens }: Listed) {
  const { transactions, ...block } = await node.ask('eth_getBlockByNumber', [wire.toHex(number), true], wire.fullBlock);
  if (block.number !== number) throw new Error(`block ${block.number} was sent for ${number}`);
  requireOnce(
    `block ${number}`,
    transactions.map(({ hash }) => hash),
  );
  const filter = { blockHash: block.hash, address: tokens.map(({ contract }) => contract), topics: [wire.TRANSFER_TOPIC] };
  const moves = tokens.length === 0 ? [] : await node.ask('eth_getLogs', [filter], wire.moves);
  // A node that doesn't know the filter answers about its newest block, and what was paid in this one would be passed over.
  if (moves.some(({ blockHash }) => blockHash !== block.hash)) throw new Error(`logs of another block were sent for ${block.hash}`);
  const byHash = new Map<string, typeof moves>();
  for (const move of moves) {
    const known = byHash.get(move.transactionHash);
    if (known === undefined) byHash.set(move.transactionHash, [move]);
    else known.push(move);
  }
  const sent = transactions.flatMap((transaction): Moved[] => {
    const recipients = wire.listRecipients(transaction, byHash.get(transaction.hash) ?? []);
    return recipients.length === 0 ? [] : [{ transaction, recipients }];
  });
  return { ...block, sent };
}

/** Null: nodes agree that it is larger than they show. */
async function readTransfers(
  nodes: Pick<Sources<Node>, 'askAlike'>,
  { transaction, hash, listed }: { transaction: wire.Transaction; hash: string; listed: Listed },
): Promise<ChainTransfer[] | null> {
  return nodes.askAlike(`transaction ${transaction.hash}`, async (node) => {
    try {
      const receipt = await node.ask('eth_getTransactionReceipt', [transaction.hash], wire.receipt);
      if (receipt.transactionHash !== transaction.hash) throw new Error(`what was shown is not ${transaction.hash}`);
      // The node went over to another block between the questions.
      if (receipt.blockHash !== hash) throw new Error(`the block of ${transaction.hash} changed while it was read`);
      return wire.listTransfers(transaction, receipt, listed).filter(({ asset }) => asset !== null);
    } catch (error) {
      if (error instanceof AnswerTooLarge) return null;
      throw error;
    }
  });
}
