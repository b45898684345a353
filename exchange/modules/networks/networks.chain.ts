/** Amounts on any chain are whole units of 10^-18, whatever the decimals of the token: 1 USDT is 10n ** 18n. */
export const CHAIN_SCALE = 18;

export type BlockId = { number: number; hash: string };

/**
 * Money that moved in a transaction. `logIndex` tells the transfers of one transaction apart and stays the same when it comes into another
 * block: on chains with contracts 0 is the transaction's own value, n its n-th log; on Bitcoin the number of the output, from 0. `asset` is null for
 * a token that is not listed. Addresses as the chain shows them; `from` is empty on Bitcoin, where a block doesn't say it. `spendableAfter`: with how many
 * confirmations it can be spent, left out where it can be at once.
 */
export type ChainTransfer = {
  txid: string;
  logIndex: number;
  asset: string | null;
  from: string;
  to: string;
  amount: bigint;
  spendableAfter?: number;
};

/**
 * A block with every transfer of a listed asset in it, or at least those to our own addresses. `unread`: hashes of transactions that moved something to us
 * and are too large for any node to show.
 */
export type ChainBlock = BlockId & { parentHash: string; transfers: readonly ChainTransfer[]; unread?: readonly string[] };
/** Returns which of the addresses are our own, as `toMatchKey` has them. */
export type PickOurs = (addresses: readonly string[]) => Promise<ReadonlySet<string>>;

/** What the network took for a transaction from whoever sent it, in a coin of the ledger. */
export type ChainFee = { asset: string; amount: bigint };

/**
 * A transaction as the chain shows it now. `block` is null while it waits for one, and `confirmations` is then 0; in the newest block it is 1.
 * `isFailed`: it is in a block and moved nothing. `fee` is null while it isn't in a block, and where the chain says none. `sender` is
 * who paid it, left out where that is so.
 */
export type ChainTransaction = {
  txid: string;
  block: BlockId | null;
  confirmations: number;
  isFailed: boolean;
  transfers: readonly ChainTransfer[];
  fee: ChainFee | null;
  sender?: string | undefined;
};

/** Makes sure that a block has each transaction once. @throws Error */
export function requireOnce(block: string, txids: readonly string[]): void {
  if (new Set(txids).size !== txids.length) throw new Error(`${block} has a transaction twice`);
}

/** Who sent a transaction, where all that say so say the same: it decides about its fee alone, so it keeps nothing from being confirmed. */
export function agreeOnSender(said: readonly (string | undefined)[]): string | undefined {
  const [one, ...others] = new Set(said.filter((sender) => sender !== undefined));
  return others.length === 0 ? one : undefined;
}

/**
 * What shall be sent. `signed` is a transaction with its hash, which is the same however often it is sent. `request` is for chains that pay by themselves
 * (the sandbox): the same `key` is one payment for ever, from our own hot wallet; `amount` in units of 10^-18.
 */
export type Payment =
  | { kind: 'signed'; bytes: string; txid: string }
  | { kind: 'request'; key: string; asset: string; to: string; amount: bigint };

/** The hot wallet has less than is to be paid; nothing was sent. */
export class HotWalletShort extends Error {
  constructor(readonly asset: string) {
    super(`the hot wallet has too little ${asset}`);
    this.name = 'HotWalletShort';
  }
}

/** The chain could not be asked, or what it answered can't be trusted; the same question may be asked again later. */
export class ChainUnavailable extends Error {
  constructor(
    readonly reason: 'silent' | 'disagreement',
    detail: string,
    cause?: unknown,
  ) {
    super(detail, { cause });
    this.name = 'ChainUnavailable';
  }
}

/** What a wallet lets an address take of a token, in units of 10^-18. */
export type Allowance = { asset: string; contract: string; spender: string; amount: bigint };
/** `isComplete`: everybody whom the wallet ever allowed a listed token is among them. */
export type Allowances = { rows: readonly Allowance[]; isComplete: boolean };

/** What only chains with contracts have: what a signer of payments asks, and allowances. Gas and fees in wei. */
export type EvmDoor = {
  chainId: number;
  /** Contract and decimals of a token; null for the coin of the chain itself. */
  tokenOf(asset: string): { contract: string; decimals: number } | null;
  /** How many transactions of an address are in blocks up to the newest one that is agreed on; agreed on as well. */
  readNonce(address: string): Promise<number>;
  /** How many were up to a block; agreed on. */
  readNonceAt(address: string, block: number): Promise<number>;
  /** The base fee of the newest block, agreed on; of what nodes would tip the lower of two, the middle one of more. */
  readFees(): Promise<{ baseFeePerGas: bigint; priorityFeePerGas: bigint }>;
  estimateGas(call: { from: string; to: string; data: string; value: bigint }): Promise<bigint>;
  /** What a wallet lets others take of the listed tokens: the `spenders`, and with `isEverybody` whoever else it allowed something. */
  readAllowances(input: { owner: string; spenders: readonly string[]; isEverybody: boolean }): Promise<Allowances>;
};

/** One chain, read and written. Every method may throw ChainUnavailable, and none is called inside a transaction of the database. */
export type Chain = {
  /** How often it is worth asking for the head, in ms. */
  pollMs: number;
  /** How long a block takes, for expected times, in ms. */
  blockMs: number;
  /** A chain whose newest block has stayed the same for this long has stopped, or its node has, in ms. */
  stallMs: number;
  /** Blocks that one call of `readBlocks` returns at most. */
  chunkBlocks: number;
  /** Which kinds of payment `sendPayment` takes; null where payments are made elsewhere and only watched here. */
  paysBy: Payment['kind'] | null;
  /** What signing payments takes; null on chains that aren't EVM ones. */
  evm: EvmDoor | null;
  /** The newest block that is agreed on. */
  readHead(): Promise<BlockId>;
  /** The hash of a block of the chain as it is now, agreed on; null above the head. */
  readHash(number: number): Promise<string | null>;
  /**
   * Blocks `from` to `to` in their order, each the child of the one before. At most `chunkBlocks`. With `pickOurs` a chain may leave out what moved to others:
   * strangers can make the rest of a block as large as no node can show.
   */
  readBlocks(from: number, to: number, pickOurs?: PickOurs): Promise<ChainBlock[]>;
  /** Null when the chain doesn't know it: not sent, dropped, or not heard of yet. */
  findTransaction(txid: string): Promise<ChainTransaction | null>;
  /**
   * What contracts sent in the coin of the chain within a transaction, which leaves no log: only who looks for it is told, nothing is credited by it.
   * Null where no node traces. Missing on chains without contracts, or without a coin that is listed.
   */
  listInternal?(txid: string): Promise<readonly ChainTransfer[] | null>;
  /** The confirmed outputs of an address that nobody has spent, as one server tells them. Missing on chains that have accounts. */
  listUnspent?(address: string): Promise<readonly { txid: string; index: number }[]>;
  /** Returns the transaction's hash. The same payment again has no second effect. @throws HotWalletShort, Error for a kind that it doesn't take */
  sendPayment(payment: Payment): Promise<string>;
  /** What the addresses hold of an asset together, in units of 10^-18. */
  readBalance(addresses: readonly string[], asset: string): Promise<bigint>;
};
