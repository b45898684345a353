import { getAddress } from 'ethers';
import { z } from 'zod';
import { CHAIN_SCALE, type ChainFee, type ChainTransfer } from './networks.chain';

const hex = (digits: number) => z.string().regex(new RegExp(`^0x[0-9a-fA-F]{${digits}}$`));
const hash = hex(64).toLowerCase();
const address = hex(40);
/** A number in hexadecimal digits, at most 256 bits. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((text) => BigInt(text));
export const blockNumber = quantity.transform(Number).pipe(z.number().int().nonnegative());
const words = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);

const TRANSACTIONS_MAX = 100_000;
/** More than the bytes of an answer hold: how long a transaction's list is, is up to strangers. */
const LOGS_MAX = 1_000_000;
export const blockId = z.object({ number: blockNumber, hash, parentHash: hash }).nullable();
const transaction = z.object({ hash, from: address, to: address.nullable(), value: quantity });
export const fullBlock = z.object({
  number: blockNumber,
  hash,
  parentHash: hash,
  transactions: z.array(transaction).max(TRANSACTIONS_MAX),
});
const log = z.object({ address, topics: z.array(hash).max(4), data: words });
export const receipt = z.object({
  transactionHash: hash,
  blockHash: hash,
  blockNumber,
  /** Chains from before there was one are none of ours: without it nobody knows whether anything moved. */
  status: quantity,
  gasUsed: quantity.optional(),
  effectiveGasPrice: quantity.optional(),
  logs: z.array(log).max(LOGS_MAX),
});
/** An `Approval` among others' logs. */
export const approval = log;
/** `Transfer`s of listed tokens, as a block's logs have them. */
export const moves = z.array(z.object({ transactionHash: hash, blockHash: hash, topics: z.array(hash).max(4) })).max(LOGS_MAX);
export const foundTransaction = transaction.extend({ blockHash: hash.nullable(), blockNumber: blockNumber.nullable() }).nullable();
export const word = words;
export const transactionHash = hash;

export type Transaction = z.output<typeof transaction>;
type Receipt = z.output<typeof receipt>;

/** A token that is listed, with the decimals that its settings say. */
export type Token = { asset: string; contract: string; decimals: number };

/** `Transfer(address,address,uint256)`. */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const TOPICS = 3;
const WORD_LENGTH = 66;

/** What a transaction cost in the coin of the chain; null where the node doesn't say. */
export function readFee({ gasUsed, effectiveGasPrice }: Receipt, coin: string): ChainFee | null {
  return gasUsed === undefined || effectiveGasPrice === undefined ? null : { asset: coin, amount: gasUsed * effectiveGasPrice };
}

/** True when the transaction is in a block and moved nothing. */
export function hasFailed({ status }: Receipt): boolean {
  return status !== 1n;
}

/**
 * Returns what a transaction moved: its own value as number 0, the transfers of tokens by the place of their log among the transaction's. A token that
 * is not listed has no asset and its amount in its own units. What contracts send in the coin of the chain leaves no log and is not seen.
 */
export function listTransfers(sent: Transaction, of: Receipt, input: { coin: string; tokens: readonly Token[] }): ChainTransfer[] {
  if (hasFailed(of)) return [];
  const txid = sent.hash;
  const own =
    sent.to === null || sent.value === 0n
      ? []
      : [{ txid, logIndex: 0, asset: input.coin, from: getAddress(sent.from), to: getAddress(sent.to), amount: sent.value }];
  const moved = of.logs.flatMap(({ address: contract, topics, data }, place): ChainTransfer[] => {
    const [topic, from, to] = topics;
    if (topic !== TRANSFER_TOPIC || topics.length !== TOPICS || from === undefined || to === undefined || data.length !== WORD_LENGTH)
      return [];
    const token = input.tokens.find((listed) => listed.contract.toLowerCase() === contract.toLowerCase());
    const amount = BigInt(data) * (token === undefined ? 1n : 10n ** BigInt(CHAIN_SCALE - token.decimals));
    return [{ txid, logIndex: place + 1, asset: token?.asset ?? null, from: readAddress(from), to: readAddress(to), amount }];
  });
  return [...own, ...moved];
}

/** Returns where money of a transaction may have gone: its own recipient, and those of its `Transfer`s. */
export function listRecipients({ to, value }: Transaction, moved: readonly { topics: readonly string[] }[]): string[] {
  const own = to === null || value === 0n ? [] : [getAddress(to)];
  return [...own, ...moved.flatMap(({ topics }) => (topics.length === TOPICS && topics[2] !== undefined ? [readAddress(topics[2])] : []))];
}

/** Returns the address in a topic of a log, as it is written with its checksum. */
export function readAddress(topic: string): string {
  return getAddress(`0x${topic.slice(-40)}`);
}

/** Returns the data of a call of a contract with one address: `balanceOf(address)`. */
export function encodeBalanceOf(of: string): string {
  return `0x70a08231${of.slice(2).toLowerCase().padStart(64, '0')}`;
}

/** Returns the data of `allowance(owner, spender)`. */
export function encodeAllowance(owner: string, spender: string): string {
  const toWord = (address: string) => address.slice(2).toLowerCase().padStart(64, '0');
  return `0xdd62ed3e${toWord(owner)}${toWord(spender)}`;
}

/** Returns the number of a block as nodes are asked for it. */
export function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}

/** `decimals()`. */
export const DECIMALS_CALL = '0x313ce567';
