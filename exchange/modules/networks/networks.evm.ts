import { getAddress, keccak256 } from 'ethers';
import { z } from 'zod';
import { CHAIN_SCALE, type Chain, type ChainBlock, type ChainTransaction, ChainUnavailable, type EvmDoor } from './networks.chain';
import { readAllowances } from './networks.evm.allowances';
import { callFrame, listInternalTransfers, TRACER } from './networks.evm.trace';
import * as wire from './networks.evm.wire';
import { readBlock } from './networks.evm.blocks';
import { createNode, type Node, NodeRefusal } from './networks.rpc';
import { createSources, type Sources, sumBalances } from './networks.sources';
import { memoizeAsync } from '../../platform/memoize-async';

const POLL_MS = 4_000;
const BLOCK_MS = 12_000;
const STALL_MS = 5 * 60_000;
/** Blocks of one chunk: full ones with their receipts are megabytes each, from two nodes. */
const CHUNK_BLOCKS = 8;
const EIP155_MAX = 2 ** 52;

export type EvmSettings = {
  urls: readonly string[];
  chainId: number;
  /** The coin of the chain itself. */
  coin: string;
  tokens: readonly wire.Token[];
  /** How far nodes may differ at the tip; the confirmations of a deposit. */
  depthMax(): number;
  timeoutMs?: number;
};

/**
 * Returns an EVM chain behind several nodes of JSON-RPC. With two or more URLs, two have to show the same block, and the same transfers in it,
 * before it is believed. The chain's id and the decimals of its tokens are asked of the chain before anything else.
 */
export function createEvmChain({ urls, chainId, coin, tokens, depthMax, timeoutMs }: EvmSettings): Chain {
  const nodes = createSources(
    urls.map((url) => createNode(url, timeoutMs === undefined ? {} : { timeoutMs })),
    {
      readHeight: (node) => node.ask('eth_blockNumber', [], wire.blockNumber),
      readBlockId: (node, number) => node.ask('eth_getBlockByNumber', [wire.toHex(number), false], wire.blockId),
    },
  );
  const listed = { coin, tokens };

  const checked = memoizeAsync(async () => {
    const id = await nodes.askAlike('the id of the chain', (node) => node.ask('eth_chainId', [], wire.quantity));
    if (id !== BigInt(chainId)) throw new ChainUnavailable('disagreement', `the chain has the id ${id}, the settings say ${chainId}`);
    for (const { asset, contract, decimals } of tokens) {
      const call = [{ to: contract, data: wire.DECIMALS_CALL }, 'latest'] as const;
      const answer = await nodes.askAlike(`the decimals of ${asset}`, (node) => node.ask('eth_call', call, wire.word));
      const shown = answer === '0x' ? null : BigInt(answer);
      if (shown !== BigInt(decimals)) {
        throw new ChainUnavailable('disagreement', `${asset} has ${shown ?? 'no'} decimals on the chain, the settings say ${decimals}`);
      }
    }
  });
  async function findTransaction(txid: string): Promise<ChainTransaction | null> {
    if (!wire.transactionHash.safeParse(txid).success) return null;
    const read = async (node: Node) => {
      const sent = await node.ask('eth_getTransactionByHash', [txid], wire.foundTransaction);
      const receipt = sent?.blockHash == null ? null : await node.ask('eth_getTransactionReceipt', [txid], wire.receipt.nullable());
      if ([sent?.hash, receipt?.transactionHash].some((shown) => shown !== undefined && shown !== txid.toLowerCase()))
        throw new Error(`what was shown is not ${txid}`);
      return { sent, receipt };
    };
    // A node that hasn't heard of it says nothing against the one that has; what it did is believed when the quorum shows it alike.
    const answers = (await nodes.askAll(read)).flatMap(({ sent, receipt }) => (sent === null ? [] : [{ sent, receipt }]));
    if (answers.length === 0) return null;
    const waiting = { txid, block: null, confirmations: 0, isFailed: false, transfers: [], fee: null };
    const agreed = nodes.findAlike(answers.flatMap(({ sent, receipt }) => (receipt === null ? [] : [{ sent, receipt }])));
    if (agreed === undefined) return waiting;
    const { sent, receipt } = agreed;
    const head = await nodes.readHead(depthMax());
    if (receipt.blockNumber > head.number || (await nodes.readHash(receipt.blockNumber)) !== receipt.blockHash) return waiting;
    return {
      txid,
      block: { number: receipt.blockNumber, hash: receipt.blockHash },
      confirmations: head.number - receipt.blockNumber + 1,
      isFailed: wire.hasFailed(receipt),
      transfers: wire.listTransfers(sent, receipt, listed),
      fee: wire.readFee(receipt, coin),
      sender: getAddress(sent.from),
    };
  }

  async function readBalanceOf(address: string, asset: string): Promise<bigint> {
    if (asset === coin) return nodes.askOne((node) => node.ask('eth_getBalance', [address, 'latest'], wire.quantity));
    const token = tokens.find((each) => each.asset === asset);
    if (token === undefined) return 0n;
    const call = [{ to: token.contract, data: wire.encodeBalanceOf(address) }, 'latest'] as const;
    const answer = await nodes.askOne((node) => node.ask('eth_call', call, wire.word));
    return BigInt(answer) * 10n ** BigInt(CHAIN_SCALE - token.decimals);
  }

  return {
    pollMs: POLL_MS,
    blockMs: BLOCK_MS,
    stallMs: STALL_MS,
    chunkBlocks: CHUNK_BLOCKS,
    paysBy: 'signed',
    evm: createEvmDoor({ chainId, tokens, nodes, depthMax }),
    async readHead() {
      await checked();
      return nodes.readHead(depthMax());
    },
    readHash: nodes.readHash,
    async readBlocks(from, to, pickOurs) {
      const last = Math.min(to, from + CHUNK_BLOCKS - 1);
      const blocks: ChainBlock[] = [];
      for (let number = from; number <= last; number += 1) blocks.push(await readBlock(nodes, { number, listed, pickOurs }));
      return blocks;
    },
    findTransaction,
    async listInternal(txid) {
      const trace = await nodes.askOne((node) => node.ask('debug_traceTransaction', [txid, TRACER], callFrame)).catch(() => null);
      return trace === null ? null : listInternalTransfers(trace, { txid, coin });
    },
    async sendPayment(payment) {
      if (payment.kind !== 'signed') throw new Error('this chain takes signed transactions');
      return sendToAll(nodes, payment.bytes);
    },
    readBalance: (addresses, asset) => sumBalances(addresses, (address) => readBalanceOf(address, asset)),
  };
}

function createEvmDoor({
  chainId,
  tokens,
  nodes,
  depthMax,
}: Pick<EvmSettings, 'chainId' | 'tokens' | 'depthMax'> & { nodes: Sources<Node> }): EvmDoor {
  const { askOne, askAlike, askAll } = nodes;
  const toNumber = (value: bigint) => {
    if (value > BigInt(EIP155_MAX)) throw new ChainUnavailable('disagreement', `${value} is no count`);
    return Number(value);
  };
  const readNonceAt = async (address: string, block: number) =>
    toNumber(
      await askAlike('a count of transactions', (node) => node.ask('eth_getTransactionCount', [address, wire.toHex(block)], wire.quantity)),
    );
  return {
    chainId,
    tokenOf: (asset) => tokens.find((token) => token.asset === asset) ?? null,
    readNonce: async (address) => readNonceAt(address, (await nodes.readHead(depthMax())).number),
    readNonceAt,
    readFees: async () => {
      const { number } = await nodes.readHead(depthMax());
      const header = z.object({ baseFeePerGas: wire.quantity });
      const { baseFeePerGas } = await askAlike('a base fee', (node) =>
        node.ask('eth_getBlockByNumber', [wire.toHex(number), false], header),
      );
      // A tip is an opinion: of two the lower, of more the middle one, so that none alone says what is paid.
      const tips = (await askAll((node) => node.ask('eth_maxPriorityFeePerGas', [], wire.quantity))).sort((a, b) => (a < b ? -1 : 1));
      return { baseFeePerGas, priorityFeePerGas: tips[(tips.length - 1) >> 1] ?? 0n };
    },
    estimateGas: (call) =>
      askOne((node) => node.ask('eth_estimateGas', [{ ...call, value: `0x${call.value.toString(16)}` }], wire.quantity)),
    readAllowances: (asked) => readAllowances({ askOne }, { ...asked, tokens }),
  };
}

/**
 * Hands signed bytes to every node: one that keeps them to itself keeps them from no block. Returns their hash, by which alone they are followed.
 * @throws ChainUnavailable where none has taken them
 */
async function sendToAll(nodes: Sources<Node>, bytes: string): Promise<string> {
  const txid = keccak256(bytes);
  const outcomes = await nodes.askAll((node) =>
    sendSigned(node, { bytes, txid }).then(
      () => ({ isTaken: true, cause: null }),
      (cause: unknown) => ({ isTaken: false, cause }),
    ),
  );
  if (outcomes.some(({ isTaken }) => isTaken)) return txid;
  throw new ChainUnavailable('silent', 'no node has taken what was sent', outcomes[0]?.cause);
}

async function sendSigned(node: Node, { bytes, txid }: { bytes: string; txid: string }): Promise<void> {
  try {
    const answer = await node.ask('eth_sendRawTransaction', [bytes], wire.transactionHash);
    if (answer !== txid) throw new Error(`the node took ${answer} for ${txid}`);
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    // It may be there already: sent before, or by another node.
    const known = await node.ask('eth_getTransactionByHash', [txid], z.object({ hash: wire.transactionHash }).nullable());
    if (known?.hash !== txid) throw error;
  }
}
