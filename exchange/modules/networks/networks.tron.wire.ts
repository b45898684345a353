import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';
import { z } from 'zod';
import { CHAIN_SCALE, type BlockId, type ChainFee, type ChainTransfer } from './networks.chain';

const hex = (digits: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-fA-F]{${digits}}$`))
    .toLowerCase();
const hash = hex(64);
const number = z.number().int().nonnegative();
const TRANSACTIONS_MAX = 20_000;
export const transactionHash = hash;
/** What there isn't is an empty object. */
const nothing = z.strictObject({}).transform(() => null);

// What is zero is left out: the first block has no number.
const header = z.object({ raw_data: z.object({ number: number.default(0), parentHash: hash }) });
const block = z.object({ blockID: hash, block_header: header });
export const blockHeader = z.union([block.transform(toBlockId), nothing]);
export const fullBlock = block.extend({
  transactions: z
    .array(z.object({ txID: hash }))
    .max(TRANSACTIONS_MAX)
    .default([]),
});
/** `Transfer(address,address,uint256)`. */
const TRANSFER_TOPIC = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
type Raw = { address?: unknown; topics?: unknown };
function isTransfer(entry: unknown): entry is Raw {
  const topics = typeof entry === 'object' && entry !== null ? (entry as Raw).topics : null;
  return Array.isArray(topics) && typeof topics[0] === 'string' && topics[0].toLowerCase() === TRANSFER_TOPIC;
}
const log = z.object({
  address: hex(40),
  topics: z.array(hash).max(4).default([]),
  data: z
    .string()
    .regex(/^[0-9a-fA-F]*$/)
    .default(''),
});
const info = z.object({
  id: hash,
  /** What was burned for energy and bandwidth, in sun; what is zero is left out. */
  fee: number.default(0),
  blockNumber: number,
  result: z.string().max(40).optional(),
  receipt: z.object({ result: z.string().max(40).optional() }).optional(),
  // Whoever pays for it writes as many as a block holds: of those that move nothing is kept, and none is looked at before it is asked for.
  log: z
    .array(z.unknown())
    .default([])
    .transform((logs) => logs.flatMap((entry, place) => (isTransfer(entry) ? [{ place, entry }] : []))),
});
export const infos = z.array(info).max(TRANSACTIONS_MAX);
export const foundInfo = z.union([info, nothing]);
/** A transaction itself; the coin of the chain is moved by a contract of a kind of its own, without a log. */
export const foundTransaction = z.union([
  z.object({
    txID: hash,
    raw_data: z.object({
      contract: z
        .array(
          z.object({
            type: z.string().max(60),
            parameter: z.object({
              value: z.object({
                to_address: z.string().max(42).optional(),
                owner_address: z.string().max(42),
                amount: z.number().optional(),
              }),
            }),
          }),
        )
        .max(1),
    }),
  }),
  nothing,
]);
/** The words that a contract answers with. */
export const constantResult = z
  .object({ result: z.object({ result: z.literal(true) }), constant_result: z.tuple([hex(64)]) })
  .transform(({ constant_result: [word] }) => BigInt(`0x${word}`));

export type Info = z.output<typeof info>;
type Sent = z.output<typeof foundTransaction>;
/** A token that is listed, with the decimals that its settings say; `contract` in base58check. */
export type Token = { asset: string; contract: string; decimals: number };

/** The hash of a block begins with its number: one that doesn't was made up. */
function toBlockId({ blockID, block_header: { raw_data } }: z.output<typeof block>): BlockId & { parentHash: string } {
  if (BigInt(`0x${blockID.slice(0, 16)}`) !== BigInt(raw_data.number))
    throw new Error(`${blockID} is not the hash of block ${raw_data.number}`);
  return { number: raw_data.number, hash: blockID, parentHash: raw_data.parentHash };
}
export const readBlockId = toBlockId;

const base58check = createBase58check((data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest()));

/** Returns an address from the last 20 bytes of a word in hexadecimal digits. */
export function toAddress(word: string): string {
  return base58check.encode(Uint8Array.from(Buffer.from(`41${word.slice(-40)}`, 'hex')));
}

/** Returns the 21 bytes of an address in hexadecimal digits. @throws Error for one that is none */
export function toHexAddress(address: string): string {
  return Buffer.from(base58check.decode(address)).toString('hex');
}

const WORD_LENGTH = 64;

const COIN = 'TRX';
/** Decimals of the chain's own coin: its unit is a sun. */
const SUN_DECIMALS = 6;

/** Returns what a transaction cost: energy and bandwidth that weren't covered by what is staked are paid in TRX. */
export function readFee({ fee }: Info): ChainFee {
  return { asset: COIN, amount: BigInt(fee) * 10n ** BigInt(CHAIN_SCALE - SUN_DECIMALS) };
}

/** True when the transaction is in a block and moved nothing. */
export function hasFailed({ result, receipt }: Info): boolean {
  return result === 'FAILED' || (receipt?.result !== undefined && receipt.result !== 'SUCCESS' && receipt.result !== 'DEFAULT');
}

/** The contracts of tokens as logs name them. */
const hexOf = new Map<string, string>();
function findToken(address: unknown, tokens: readonly Token[]): Token | undefined {
  if (typeof address !== 'string') return undefined;
  return tokens.find(({ contract }) => {
    const hexadecimal = hexOf.get(contract) ?? toHexAddress(contract).slice(2);
    hexOf.set(contract, hexadecimal);
    return hexadecimal === address.toLowerCase();
  });
}

/**
 * Returns the transfers of tokens in a transaction, numbered from 1 by the place of their log. A token that is not listed has no asset and its own units;
 * with `isListedOnly` its logs cost no more than a look at who wrote them, however many there are.
 */
export function listTransfers(of: Info, tokens: readonly Token[], { isListedOnly = false } = {}): ChainTransfer[] {
  if (hasFailed(of)) return [];
  return of.log.flatMap(({ place, entry }): ChainTransfer[] => {
    const token = findToken(entry.address, tokens);
    if (token === undefined && isListedOnly) return [];
    const { topics, data } = log.parse(entry);
    const [, from, to, ...more] = topics;
    if (from === undefined || to === undefined || more.length > 0 || data.length !== WORD_LENGTH) return [];
    const amount = BigInt(`0x${data}`) * (token === undefined ? 1n : 10n ** BigInt(CHAIN_SCALE - token.decimals));
    return [{ txid: of.id, logIndex: place + 1, asset: token?.asset ?? null, from: toAddress(from), to: toAddress(to), amount }];
  });
}

/** Returns who sent a transaction, and paid what it cost. */
export function readSender(sent: Sent): string | undefined {
  const owner = sent?.raw_data.contract[0]?.parameter.value.owner_address;
  return owner === undefined ? undefined : toAddress(owner);
}

/** Returns what a transaction moves of the chain's own coin, which is not listed here: who looks for it is told so. */
export function listCoinTransfers(sent: Sent): ChainTransfer[] {
  const contract = sent?.raw_data.contract[0];
  const { to_address: to, owner_address: from, amount } = contract?.parameter.value ?? {};
  if (sent === null || contract?.type !== 'TransferContract' || to === undefined || from === undefined || amount === undefined) return [];
  return [{ txid: sent.txID, logIndex: 0, asset: null, from: toAddress(from), to: toAddress(to), amount: BigInt(Math.trunc(amount)) }];
}
