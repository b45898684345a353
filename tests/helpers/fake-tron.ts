import { createHash } from 'node:crypto';
import { openStubServer, type StubAnswer } from './stub-server';

const GENESIS_HASH = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
const TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** What a transaction does: a token's transfer, which may fail, or one of the chain's own coin. */
export type TronSend = { kind: 'token' | 'coin'; contract?: string; to: string; units: number; isFailed?: boolean };
type Sent = TronSend & { txid: string };
type Block = { number: number; hash: string; parent: string; sent: readonly Sent[] };

/** The 21 bytes of an address in base58check, in hexadecimal digits. */
function toHex(address: string): string {
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  return value.toString(16).padStart(50, '0').slice(0, 42);
}
const word = (address: string) => toHex(address).slice(2).padStart(64, '0');

/** A chain of TRON blocks; servers of the full nodes' HTTP API stand before it. `decimals` are those of every token. */
export function createFakeTron({ decimals = 6 }: { decimals?: number } = {}) {
  const from = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';
  let serial = 0;
  let waiting: Sent[] = [];
  const blocks: Block[] = [
    { number: 0, hash: GENESIS_HASH, parent: 'e58f33f9baf9305dc6f82b9f1934ea8f0ade2defb951258d50167028c780351f', sent: [] },
  ];

  function mineOne(sent: readonly Sent[]): void {
    serial += 1;
    const number = blocks.length;
    const digest = createHash('sha256').update(`block ${serial}`).digest('hex');
    blocks.push({ number, hash: number.toString(16).padStart(16, '0') + digest.slice(16), parent: blocks.at(-1)?.hash ?? '', sent });
  }

  const showHeader = ({ number, hash, parent }: Block) => ({
    blockID: hash,
    block_header: {
      raw_data: {
        ...(number === 0 ? {} : { number }),
        txTrieRoot: '0'.repeat(64),
        parentHash: parent,
        version: 30,
        timestamp: 1_700_000_000_000,
      },
      witness_signature: 'ab'.repeat(65),
    },
  });
  const showTransaction = ({ txid, kind, contract, to, units, isFailed }: Sent) => {
    const value =
      kind === 'coin'
        ? { amount: units, owner_address: toHex(from), to_address: toHex(to) }
        : { data: 'a9059cbb', owner_address: toHex(from), contract_address: toHex(contract ?? to) };
    const type = kind === 'coin' ? 'TransferContract' : 'TriggerSmartContract';
    return {
      ret: [{ contractRet: isFailed ? 'REVERT' : 'SUCCESS' }],
      signature: ['ab'.repeat(65)],
      txID: txid,
      raw_data: { contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }], ref_block_bytes: '0001' },
      raw_data_hex: '0a02',
    };
  };
  const showInfo = ({ number }: Block, { txid, kind, contract, to, units, isFailed }: Sent) => ({
    id: txid,
    fee: 267_000,
    blockNumber: number,
    blockTimeStamp: 1_700_000_000_000,
    contractResult: [''],
    ...(isFailed ? { result: 'FAILED' } : {}),
    receipt: kind === 'coin' ? { net_usage: 268 } : { energy_usage_total: 14_631, result: isFailed ? 'REVERT' : 'SUCCESS' },
    ...(kind === 'coin' || isFailed
      ? {}
      : {
          log: [
            {
              address: toHex(contract ?? to).slice(2),
              topics: [TOPIC, word(from), word(to)],
              data: units.toString(16).padStart(64, '0'),
            },
          ],
        }),
  });
  const balanceOf = (contract: string, owner: string) =>
    blocks
      .flatMap(({ sent }) => sent)
      .filter((one) => one.kind === 'token' && !one.isFailed && toHex(one.contract ?? '') === contract && word(one.to) === owner)
      .reduce((sum, { units }) => sum + units, 0);

  function answer(path: string, body: Record<string, unknown>): StubAnswer {
    const block = blocks[Number(body.num ?? body.id_or_num ?? blocks.length - 1)];
    const holder = blocks.find(({ sent }) => sent.some(({ txid }) => txid === body.value));
    const sent = holder?.sent.find(({ txid }) => txid === body.value) ?? waiting.find(({ txid }) => txid === body.value);
    if (path === '/wallet/getblock') return block === undefined ? {} : showHeader(block);
    if (path === '/wallet/getblockbynum')
      return block === undefined ? {} : { ...showHeader(block), transactions: block.sent.map(showTransaction) };
    if (path === '/wallet/gettransactioninfobyblocknum') return block?.sent.map((one) => showInfo(block, one)) ?? [];
    if (path === '/wallet/gettransactionbyid') return sent === undefined ? {} : showTransaction(sent);
    if (path === '/wallet/gettransactioninfobyid') return sent === undefined || holder === undefined ? {} : showInfo(holder, sent);
    if (path !== '/wallet/triggerconstantcontract') return null;
    const isDecimals = body.function_selector === 'decimals()';
    const shown = isDecimals ? decimals : balanceOf(String(body.contract_address), String(body.parameter));
    return { result: { result: true }, energy_used: 541, constant_result: [shown.toString(16).padStart(64, '0')] };
  }

  return {
    blocks,
    openServer: () => openStubServer(answer),
    send(send: TronSend): string {
      serial += 1;
      const txid = createHash('sha256').update(`transaction ${serial}`).digest('hex');
      waiting.push({ ...send, txid });
      return txid;
    },
    mine(count = 1): void {
      for (let block = 0; block < count; block += 1) {
        mineOne(waiting);
        waiting = [];
      }
    },
    /** Replaces the last blocks by empty ones; what was in them never was. */
    reorganise(depth: number): void {
      blocks.splice(blocks.length - depth, depth);
      for (let block = 0; block < depth; block += 1) mineOne([]);
    },
  };
}
