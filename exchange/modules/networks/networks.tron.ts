import type { z } from 'zod';
import {
  agreeOnSender,
  CHAIN_SCALE,
  type Chain,
  type ChainBlock,
  type ChainTransaction,
  ChainUnavailable,
  requireOnce,
} from './networks.chain';
import { askBounded, SMALL_ANSWER_BYTES_MAX } from './networks.http';
import { createSources, sumBalances } from './networks.sources';
import { memoizeAsync } from '../../platform/memoize-async';
import * as wire from './networks.tron.wire';

const POLL_MS = 3_000;
const BLOCK_MS = 3_000;
const STALL_MS = 5 * 60_000;
const CHUNK_BLOCKS = 20;
const GENESIS = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
/**
 * A block has at most two million bytes. Its JSON says the data of each call twice, in hexadecimal, and names every field: eight times as much. What its
 * transactions came to, and all that one may be, is no more.
 */
const BLOCK_BYTES_MAX = 16 * 1024 * 1024;
/** Questions that are answered with a block, or with what strangers put in one. */
const FILLED: ReadonlySet<string> = new Set([
  'getblockbynum',
  'gettransactionbyid',
  'gettransactioninfobyblocknum',
  'gettransactioninfobyid',
]);
/** Who asks a contract: nobody. */
const ZERO_ADDRESS = `41${'0'.repeat(40)}`;
/** The key of TronGrid is for its servers alone. */
const KEY_HOST = /(^|\.)trongrid\.io$/;

export type TronSettings = {
  urls: readonly string[];
  apiKey: string | null;
  tokens: readonly wire.Token[];
  /** How far servers may differ at the tip; the confirmations of a deposit. */
  depthMax(): number;
  timeoutMs?: number;
};
/** One server of the API. */
type Server = { ask<T>(path: string, body: object, schema: z.ZodType<T>): Promise<T> };

/** Returns the headers of a question to a server: the key goes to TronGrid and to nobody else. */
export function headersFor(url: string, apiKey: string | null): Record<string, string> {
  return apiKey !== null && KEY_HOST.test(new URL(url).hostname) ? { 'TRON-PRO-API-KEY': apiKey } : {};
}

function createServer(url: string, apiKey: string | null, timeoutMs: number | undefined): Server {
  const base = url.replace(/\/+$/, '');
  const headers = headersFor(url, apiKey);
  return {
    async ask(path, body, schema) {
      const { isOk, status, bytes } = await askBounded(`${base}/wallet/${path}`, {
        bytesMax: FILLED.has(path) ? BLOCK_BYTES_MAX : SMALL_ANSWER_BYTES_MAX,
        method: 'POST',
        body: JSON.stringify(body),
        headers,
        timeoutMs,
      });
      if (!isOk) throw new Error(`HTTP ${status}`);
      return schema.parse(JSON.parse(bytes.toString('utf8')));
    },
  };
}

/**
 * Returns TRON behind several servers of the HTTP API of its full nodes, as TronGrid offers it. Two of them have to show the same block and the same
 * transfers in it, where there are so many. A block is two questions to each, however many addresses are ours; the results of its transactions have
 * to be complete.
 * @source https://developers.tron.network/reference
 */
export function createTronChain({ urls, apiKey, tokens, depthMax, timeoutMs }: TronSettings): Chain {
  const servers = createSources(
    urls.map((url) => createServer(url, apiKey, timeoutMs)),
    {
      async readHeight(server) {
        const head = await server.ask('getblock', { detail: false }, wire.blockHeader);
        if (head === null) throw new Error('there is no newest block');
        return head.number;
      },
      async readBlockId(server, number) {
        const found = await server.ask('getblock', { id_or_num: String(number), detail: false }, wire.blockHeader);
        return found === null ? null : { number: found.number, hash: found.hash };
      },
    },
  );

  const askContract = (server: Server, contract: string, more: object) => {
    const question = { owner_address: ZERO_ADDRESS, contract_address: wire.toHexAddress(contract), ...more };
    return server.ask('triggerconstantcontract', question, wire.constantResult);
  };

  const checked = memoizeAsync(async () => {
    const first = await servers.readHash(0);
    if (first !== GENESIS) throw new ChainUnavailable('disagreement', `the chain begins with ${first ?? 'nothing'}: it is another one`);
    for (const { asset, contract, decimals } of tokens) {
      const read = (server: Server) => askContract(server, contract, { function_selector: 'decimals()' });
      const shown = await servers.askAlike(`the decimals of ${asset}`, read);
      if (shown !== BigInt(decimals)) {
        throw new ChainUnavailable('disagreement', `${asset} has ${shown} decimals on the chain, the settings say ${decimals}`);
      }
    }
  });
  async function findTransaction(txid: string): Promise<ChainTransaction | null> {
    if (!wire.transactionHash.safeParse(txid).success) return null;
    const answers = await servers.askAll(async (server) => {
      const sent = await server.ask('gettransactionbyid', { value: txid }, wire.foundTransaction);
      const info = sent === null ? null : await server.ask('gettransactioninfobyid', { value: txid }, wire.foundInfo);
      if ((sent !== null && sent.txID !== txid) || (info !== null && info.id !== txid)) throw new Error(`what was sent is not ${txid}`);
      return { sent, info };
    });
    if (answers.every(({ sent }) => sent === null)) return null;
    const waiting: ChainTransaction = { txid, block: null, confirmations: 0, isFailed: false, transfers: [], fee: null };
    const mined = answers.flatMap(({ sent, info }) =>
      info === null
        ? []
        : [
            {
              number: info.blockNumber,
              isFailed: wire.hasFailed(info),
              fee: wire.readFee(info),
              transfers: wire.hasFailed(info) ? [] : [...wire.listCoinTransfers(sent), ...wire.listTransfers(info, tokens)],
            },
          ],
    );
    const agreed = servers.findAlike(mined);
    if (agreed === undefined) return waiting;
    const head = await servers.readHead(depthMax());
    const hash = agreed.number > head.number ? null : await servers.readHash(agreed.number);
    if (hash === null) return waiting;
    const { number, isFailed, transfers, fee } = agreed;
    const sender = agreeOnSender(answers.map(({ sent }) => wire.readSender(sent)));
    return { txid, block: { number, hash }, confirmations: head.number - number + 1, isFailed, transfers, fee, sender };
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
      const last = Math.min(to, from + CHUNK_BLOCKS - 1);
      const blocks: ChainBlock[] = [];
      for (let number = from; number <= last; number += 1) {
        blocks.push(await servers.askAlike(`block ${number}`, (server) => readBlock(server, number, tokens)));
      }
      return blocks;
    },
    findTransaction,
    sendPayment: () => Promise.reject(new Error('payments over TRON are made by people')),
    async readBalance(addresses, asset) {
      const token = tokens.find((each) => each.asset === asset);
      if (token === undefined) return 0n;
      const sum = await sumBalances(addresses, (address) => {
        const parameter = wire.toHexAddress(address).slice(2).padStart(64, '0');
        return servers.askOne((server) => askContract(server, token.contract, { function_selector: 'balanceOf(address)', parameter }));
      });
      return sum * 10n ** BigInt(CHAIN_SCALE - token.decimals);
    },
  };
}

async function readBlock(server: Server, number: number, tokens: readonly wire.Token[]): Promise<ChainBlock> {
  const block = await server.ask('getblockbynum', { num: number }, wire.fullBlock);
  const id = wire.readBlockId(block);
  if (id.number !== number) throw new Error(`block ${id.number} was sent for ${number}`);
  requireOnce(
    `block ${number}`,
    block.transactions.map(({ txID }) => txID),
  );
  const results = await server.ask('gettransactioninfobyblocknum', { num: number }, wire.infos);
  const byId = new Map(results.map((info) => [info.id, info]));
  const transfers = block.transactions.flatMap(({ txID }) => {
    const info = byId.get(txID);
    // Results come later than their block, and of another block when the server went over to it between the two questions.
    if (info === undefined || info.blockNumber !== number) throw new Error(`block ${number} has no result of ${txID} yet`);
    return wire.listTransfers(info, tokens, { isListedOnly: true });
  });
  return { ...id, transfers };
}
