import { z } from 'zod';
import { wholeNumberField } from '../../../lib/protocol/fields';
import { readRawBlock, readRawTransaction, SATOSHI } from './networks.bitcoin.wire';
import { agreeOnSender, type BlockId, type Chain, type ChainBlock, type ChainTransaction, ChainUnavailable } from './networks.chain';
import { askBounded, SMALL_ANSWER_BYTES_MAX } from './networks.http';
import { createSources, sumBalances } from './networks.sources';

const POLL_MS = 15_000;
const BLOCK_MS = 600_000;
/** Two hours without a block come once in several years. */
const STALL_MS = 2 * 60 * 60_000;
/** A block weighs four million at most, and a byte one or more. */
const BLOCK_BYTES_MAX = 4_000_000;
/** Of a transaction as JSON, which says its scripts twice; and what is unspent of an address. */
const LISTED_BYTES_MAX = 4 * BLOCK_BYTES_MAX;
const CHUNK_BLOCKS = 4;
const NOT_FOUND = 404;
const GENESIS = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const HEIGHT_MAX = 100_000_000;
/** More than a block holds. */
const INPUTS_MAX = 100_000;
const height = z.number().int().min(0).max(HEIGHT_MAX);
const heightText = wholeNumberField({ min: 0, max: HEIGHT_MAX });
const foundTransaction = z.object({
  txid: hash,
  fee: z.number().int().nonnegative().optional(),
  /** Whoever has its first input paid for it; a new coin has none. */
  vin: z
    .array(z.object({ prevout: z.object({ scriptpubkey_address: z.string().max(120).optional() }).nullish() }))
    .max(INPUTS_MAX)
    .optional(),
  status: z.discriminatedUnion('confirmed', [
    z.object({ confirmed: z.literal(true), block_height: height, block_hash: hash }),
    z.object({ confirmed: z.literal(false) }),
  ]),
});
const satoshis = z
  .number()
  .int()
  .nonnegative()
  .transform((amount) => BigInt(amount));
const foundUnspent = z
  .array(z.object({ txid: hash, vout: z.number().int().min(0), status: z.object({ confirmed: z.boolean() }) }))
  .max(10_000);
const foundAddress = z.object({ chain_stats: z.object({ funded_txo_sum: satoshis, spent_txo_sum: satoshis }) });

export type BitcoinSettings = {
  urls: readonly string[];
  /** How far servers may differ at the tip; the confirmations of a deposit. */
  depthMax(): number;
  timeoutMs?: number;
};
/** One server of the API. Null: it says that there is no such thing. */
type Server = { read(path: string, bytesMax?: number): Promise<Buffer | null> };

function createServer(url: string, timeoutMs: number | undefined): Server {
  const base = url.replace(/\/+$/, '');
  return {
    async read(path, bytesMax = SMALL_ANSWER_BYTES_MAX) {
      const { isOk, status, bytes } = await askBounded(`${base}${path}`, { bytesMax, timeoutMs });
      if (status === NOT_FOUND) return null;
      if (!isOk) throw new Error(`HTTP ${status}`);
      return bytes;
    },
  };
}

async function readKnown(server: Server, path: string, bytesMax?: number): Promise<Buffer> {
  const bytes = await server.read(path, bytesMax);
  if (bytes === null) throw new Error(`${path} is not known`);
  return bytes;
}

async function readBlockId(server: Server, number: number): Promise<BlockId | null> {
  const bytes = await server.read(`/block-height/${number}`);
  return bytes === null ? null : { number, hash: hash.parse(bytes.toString('utf8').trim()) };
}

/**
 * Returns Bitcoin behind several servers of Esplora's HTTP API. Two of them have to show the same hash of a block, where there are so many; what is in the
 * block is then proved by the hash, whichever server it comes from. A block is one question, however many addresses are ours.
 * @source https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function createBitcoinChain({ urls, depthMax, timeoutMs }: BitcoinSettings): Chain {
  const servers = createSources(
    urls.map((url) => createServer(url, timeoutMs)),
    { readHeight: async (server) => heightText.parse((await readKnown(server, '/blocks/tip/height')).toString('utf8')), readBlockId },
  );
  let checking: Promise<void> | null = null;

  async function check(): Promise<void> {
    const first = await servers.readHash(0);
    if (first !== GENESIS) throw new ChainUnavailable('disagreement', `the chain begins with ${first ?? 'nothing'}: it is another one`);
  }
  /** Once; again when it failed. */
  function checked(): Promise<void> {
    checking ??= check().catch((error: unknown) => {
      checking = null;
      throw error;
    });
    return checking;
  }

  async function findTransaction(txid: string): Promise<ChainTransaction | null> {
    if (!hash.safeParse(txid).success) return null;
    const answers = await servers.askAll(async (server) => {
      const bytes = await server.read(`/tx/${txid}`, LISTED_BYTES_MAX);
      if (bytes === null) return null;
      const { status, fee, vin } = foundTransaction.parse(JSON.parse(bytes.toString('utf8')));
      return { shown: { ...status, fee }, sender: vin?.[0]?.prevout?.scriptpubkey_address };
    });
    // A server that hasn't heard of it says nothing against those that have.
    const known = answers.filter((answer) => answer !== null);
    if (known.length === 0) return null;
    const waiting: ChainTransaction = { txid, block: null, confirmations: 0, isFailed: false, transfers: [], fee: null };
    const agreed = servers.findAlike(known.flatMap(({ shown }) => (shown.confirmed ? shown : [])));
    if (agreed?.confirmed !== true) return waiting;
    const block = { number: agreed.block_height, hash: agreed.block_hash };
    const head = await servers.readHead(depthMax());
    if (block.number > head.number || (await servers.readHash(block.number)) !== block.hash) return waiting;
    const transfers = await servers.askOne(async (server) =>
      readRawTransaction(await readKnown(server, `/tx/${txid}/raw`, BLOCK_BYTES_MAX), txid),
    );
    const sender = agreeOnSender(known.map((answer) => answer.sender));
    const fee = agreed.fee === undefined ? null : { asset: 'BTC', amount: BigInt(agreed.fee) * SATOSHI };
    return { txid, block, confirmations: head.number - block.number + 1, isFailed: false, transfers, fee, sender };
  }

  return {
    pollMs: POLL_MS,
    blockMs: BLOCK_MS,
    stallMs: STALL_MS,
    chunkBlocks: CHUNK_BLOCKS,
    paysBy: null,
    evm: null,
    async readHead() {
      await checked();
      return servers.readHead(depthMax());
    },
    readHash: servers.readHash,
    async readBlocks(from, to) {
      const blocks: ChainBlock[] = [];
      for (let number = from; number <= Math.min(to, from + CHUNK_BLOCKS - 1); number += 1) {
        const known = await servers.readHash(number);
        if (known === null) break;
        const read = await servers.askOne(async (server) =>
          readRawBlock(await readKnown(server, `/block/${known}/raw`, BLOCK_BYTES_MAX), known),
        );
        blocks.push({ number, hash: known, ...read });
      }
      return blocks;
    },
    findTransaction,
    sendPayment: () => Promise.reject(new Error('payments over Bitcoin are made by people')),
    listUnspent: (address) =>
      servers.askOne(async (server) => {
        const bytes = await readKnown(server, `/address/${address}/utxo`, LISTED_BYTES_MAX);
        const found = foundUnspent.parse(JSON.parse(bytes.toString('utf8')));
        return found.filter(({ status }) => status.confirmed).map(({ txid, vout }) => ({ txid, index: vout }));
      }),
    readBalance: (addresses, asset) =>
      asset === 'BTC'
        ? sumBalances(addresses, (address) =>
            servers.askOne(async (server) => {
              const { chain_stats: of } = foundAddress.parse(JSON.parse((await readKnown(server, `/address/${address}`)).toString('utf8')));
              return (of.funded_txo_sum - of.spent_txo_sum) * SATOSHI;
            }),
          )
        : Promise.resolve(0n),
  };
}
