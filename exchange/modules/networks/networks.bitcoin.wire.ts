import { createHash } from 'node:crypto';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { CHAIN_SCALE, type ChainTransfer } from './networks.chain';

/** Decimals of BTC. */
const SATOSHI_SCALE = 8;
/** Units of 10^-18 in a satoshi. */
export const SATOSHI = 10n ** BigInt(CHAIN_SCALE - SATOSHI_SCALE);
const HEADER_BYTES = 80;
const HASH_BYTES = 32;
/**
 * A transaction as long as two hashes could be a node of the tree of hashes, passed off as one. Then all of a level are, the first too; and no two hashes
 * are what the first transaction of a block is.
 */
const AMBIGUOUS_BYTES = 2 * HASH_BYTES;
/** What the first transaction of a block spends: no output. */
const NO_OUTPUT = Buffer.concat([Buffer.alloc(HASH_BYTES), Buffer.alloc(4, 0xff)]);

/** New coins can be spent in the hundredth block after theirs. @source Bitcoin Core, COINBASE_MATURITY */
const NEW_COINS_SPENDABLE_AFTER = 100;

const sha256 = (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest());
const hashTwice = (data: Uint8Array) => sha256(sha256(data));
const base58check = createBase58check(sha256);
/** Hashes are shown with their bytes turned round. */
const show = (hash: Uint8Array) => Buffer.from(hash).reverse().toString('hex');

/** Reads bytes in their order. @throws RangeError where there are too few */
class Reader {
  offset = 0;
  constructor(readonly bytes: Buffer) {}

  take(length: number): Buffer {
    const end = this.offset + length;
    if (end > this.bytes.length) throw new RangeError(`${this.bytes.length} bytes are too few`);
    const part = this.bytes.subarray(this.offset, end);
    this.offset = end;
    return part;
  }

  /** A count of things that take at least a byte each. */
  count(): number {
    const first = this.take(1).readUInt8();
    const count =
      first < 0xfd ? first : first === 0xfd ? this.take(2).readUInt16LE() : first === 0xfe ? this.take(4).readUInt32LE() : Number.NaN;
    if (!(count <= this.bytes.length - this.offset)) throw new RangeError('a count is larger than what follows');
    return count;
  }

  skipText(): void {
    this.take(this.count());
  }
}

type Read = { txid: string; hash: Uint8Array; baseBytes: number; isFirst: boolean; transfers: ChainTransfer[] };

function readTransaction(reader: Reader): Read {
  const start = reader.offset;
  const version = reader.take(4);
  const isWitness = reader.bytes[reader.offset] === 0 && reader.bytes[reader.offset + 1] === 1;
  if (isWitness) reader.take(2);
  const bodyStart = reader.offset;
  const inputs = reader.count();
  let isFirst = inputs === 1;
  for (let input = 0; input < inputs; input += 1) {
    const spent = reader.take(NO_OUTPUT.length);
    isFirst &&= spent.equals(NO_OUTPUT);
    reader.skipText();
    reader.take(4);
  }
  const outputs = Array.from({ length: reader.count() }, () => {
    const value = reader.take(8).readBigUInt64LE();
    return { value, script: reader.take(reader.count()) };
  });
  const body = reader.bytes.subarray(bodyStart, reader.offset);
  for (let input = 0; isWitness && input < inputs; input += 1) {
    for (let items = reader.count(); items > 0; items -= 1) reader.skipText();
  }
  const lockTime = reader.take(4);
  const base = isWitness ? Buffer.concat([version, body, lockTime]) : reader.bytes.subarray(start, reader.offset);
  const hash = hashTwice(base);
  const txid = show(hash);
  const transfers = outputs.flatMap(({ value, script }, logIndex): ChainTransfer[] => {
    const to = toAddress(script);
    if (to === null) return [];
    return [
      {
        txid,
        logIndex,
        asset: 'BTC',
        from: '',
        to,
        amount: value * SATOSHI,
        ...(isFirst && { spendableAfter: NEW_COINS_SPENDABLE_AFTER }),
      },
    ];
  });
  return { txid, hash, baseBytes: base.length, isFirst, transfers };
}

/** Returns the address that an output pays to; null for outputs without one. @source BIP-13, BIP-141, BIP-173, BIP-350 */
export function toAddress(script: Uint8Array): string | null {
  const hex = Buffer.from(script).toString('hex');
  if (/^76a914[0-9a-f]{40}88ac$/.test(hex)) return base58check.encode(Uint8Array.from([0x00, ...script.subarray(3, 23)]));
  if (/^a914[0-9a-f]{40}87$/.test(hex)) return base58check.encode(Uint8Array.from([0x05, ...script.subarray(2, 22)]));
  if (/^0014[0-9a-f]{40}$|^0020[0-9a-f]{64}$/.test(hex)) return bech32.encode('bc', [0, ...bech32.toWords(script.subarray(2))]);
  if (/^5120[0-9a-f]{64}$/.test(hex)) return bech32m.encode('bc', [1, ...bech32m.toWords(script.subarray(2))]);
  return null;
}

/** Reads one transaction and makes sure that it is the one that was asked for: its hash is its name. @throws Error */
export function readRawTransaction(bytes: Buffer, txid: string): ChainTransfer[] {
  const reader = new Reader(bytes);
  const read = readTransaction(reader);
  if (read.txid !== txid || reader.offset !== bytes.length) throw new Error(`what was sent is not the transaction ${txid}`);
  return read.transfers;
}

/**
 * Reads a block as it is stored, and makes sure that it is the one with this hash and that nothing was added, left out or changed: the header has the
 * hash, and the transactions have the header's root.
 * @throws Error, RangeError
 */
export function readRawBlock(bytes: Buffer, hash: string): { parentHash: string; transfers: ChainTransfer[] } {
  const reader = new Reader(bytes);
  const header = reader.take(HEADER_BYTES);
  if (show(hashTwice(header)) !== hash) throw new Error(`what was sent is not the block ${hash}`);
  const transactions: Read[] = [];
  for (let left = reader.count(); left > 0; left -= 1) transactions.push(readTransaction(reader));
  if (reader.offset !== bytes.length) throw new Error(`the block ${hash} has more bytes than transactions`);
  if (transactions[0]?.isFirst !== true && transactions.some(({ baseBytes }) => baseBytes === AMBIGUOUS_BYTES))
    throw new Error(`the block ${hash} has an ambiguous transaction`);
  const root = show(toRoot(transactions.map((transaction) => transaction.hash)));
  if (root !== show(header.subarray(36, 68))) throw new Error(`the transactions of the block ${hash} are others than its own`);
  return { parentHash: show(header.subarray(4, 36)), transfers: transactions.flatMap(({ transfers }) => transfers) };
}

/** Returns the root of the tree of hashes. @throws Error for two alike side by side: a block with its end repeated has the same root */
function toRoot(hashes: readonly Uint8Array[]): Uint8Array {
  let level = hashes;
  while (level.length > 1) {
    const next: Uint8Array[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const left = level[index] as Uint8Array;
      const right = level[index + 1] ?? left;
      if (index + 1 < level.length && show(left) === show(right)) throw new Error('a block repeats its transactions');
      next.push(hashTwice(Buffer.concat([left, right])));
    }
    level = next;
  }
  const [root] = level;
  if (root === undefined) throw new Error('a block has transactions');
  return root;
}
