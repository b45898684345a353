import { Interface, Transaction } from 'ethers';
import {
  type Chain,
  type ChainTransaction,
  type ChainTransfer,
  ChainUnavailable,
  type EvmDoor,
  type Payment,
} from '../../exchange/modules/networks/networks';

const ERC20 = new Interface(['function transfer(address to, uint256 amount) returns (bool)']);
const CHAIN_ID = 31_337;
const GWEI = 10n ** 9n;
const DECIMALS = 6;
const FACTOR = 10n ** 12n;
const GAS = 60_000n;
const TOKENS: Readonly<Record<string, string>> = {
  USDT: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  USDC: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
};

type Mined = { tx: Transaction; block: number; isFailed: boolean; fee: bigint };

/**
 * An EVM chain in memory that takes real signed transactions: numbers in order, fees, replacements, balances. What goes wrong is chosen by the
 * test: answers that are lost before or after a transaction was taken, dropped transactions, fee spikes, reverts, reorganisations.
 */
export function createFakeEvm() {
  const balances = new Map<string, bigint>();
  const mempool = new Map<string, Transaction>();
  let mined = new Map<string, Mined>();
  let head = 0;
  /** What became of each send, and what the node does next. */
  const faults = { send: 'ok' as 'ok' | 'lost-before' | 'lost-after' | 'down', baseFee: 10n * GWEI, reverts: false, sends: 0 };
  /** What an address does with what it gets: the gas that it burns, or null where it refuses; a text is what the node says instead. */
  const receivers = new Map<string, bigint | string | null>();
  const keyOf = (asset: string, address: string) => `${asset} ${address.toLowerCase()}`;
  const add = (asset: string, address: string, units: bigint) =>
    balances.set(keyOf(asset, address), (balances.get(keyOf(asset, address)) ?? 0n) + units);
  const nonceOf = (address: string) => [...mined.values()].filter(({ tx }) => tx.from?.toLowerCase() === address.toLowerCase()).length;
  const refuseDown = () => {
    if (faults.send === 'down') throw new ChainUnavailable('silent', 'the node is down');
  };

  function transferOf(tx: Transaction): ChainTransfer {
    const token = Object.entries(TOKENS).find(([, contract]) => contract.toLowerCase() === tx.to?.toLowerCase());
    const common = { txid: tx.hash ?? '', logIndex: 0, from: tx.from ?? '' };
    if (token === undefined) return { ...common, asset: 'ETH', to: tx.to ?? '', amount: tx.value };
    const [to, amount] = ERC20.decodeFunctionData('transfer', tx.data) as unknown as [string, bigint];
    return { ...common, asset: token[0], to, amount: amount * FACTOR };
  }

  function take(bytes: string): void {
    const tx = Transaction.from(bytes);
    const { hash, from } = tx;
    if (hash === null || from === null || tx.chainId !== BigInt(CHAIN_ID)) throw new Error('not a transaction of this chain');
    if (mempool.has(hash) || mined.has(hash)) return;
    if (tx.nonce < nonceOf(from)) throw new Error('nonce too low');
    const rival = [...mempool.values()].find((other) => other.from === from && other.nonce === tx.nonce);
    if (rival !== undefined) {
      if ((tx.maxFeePerGas ?? 0n) * 10n < (rival.maxFeePerGas ?? 0n) * 11n) throw new Error('replacement transaction underpriced');
      mempool.delete(rival.hash ?? '');
    }
    mempool.set(hash, tx);
  }

  function includeNext(): boolean {
    for (const tx of mempool.values()) {
      if (tx.nonce !== nonceOf(tx.from ?? '') || (tx.maxFeePerGas ?? 0n) < faults.baseFee) continue;
      const { asset, to, amount } = transferOf(tx);
      const has = balances.get(keyOf(asset ?? '', tx.from ?? '')) ?? 0n;
      const isFailed = faults.reverts || has < amount;
      if (!isFailed) {
        add(asset ?? '', tx.from ?? '', -amount);
        add(asset ?? '', to, amount);
      }
      add('ETH', tx.from ?? '', -GAS * faults.baseFee);
      mempool.delete(tx.hash ?? '');
      mined.set(tx.hash ?? '', { tx, block: head, isFailed, fee: GAS * faults.baseFee });
      return true;
    }
    return false;
  }

  const evm: EvmDoor = {
    chainId: CHAIN_ID,
    tokenOf: (asset) => (TOKENS[asset] === undefined ? null : { contract: TOKENS[asset] as string, decimals: DECIMALS }),
    readNonce: async (address) => {
      refuseDown();
      return nonceOf(address);
    },
    readNonceAt: async (address, block) => {
      refuseDown();
      const own = [...mined.values()].filter((entry) => entry.block <= block);
      return own.filter(({ tx }) => tx.from?.toLowerCase() === address.toLowerCase()).length;
    },
    readFees: async () => {
      refuseDown();
      return { baseFeePerGas: faults.baseFee, priorityFeePerGas: GWEI };
    },
    estimateGas: async ({ to }) => {
      const gas = receivers.get(to.toLowerCase());
      if (gas === null || typeof gas === 'string') throw new Error(gas ?? 'execution reverted');
      return gas ?? GAS;
    },
    readAllowances: async () => ({ rows: [], isComplete: true }),
  };
  const chain: Chain = {
    pollMs: 1_000,
    blockMs: 12_000,
    stallMs: 300_000,
    chunkBlocks: 8,
    paysBy: 'signed',
    evm,
    readHead: async () => ({ number: head, hash: `0x${head}` }),
    readHash: async (number) => `0x${number}`,
    readBlocks: async () => [],
    async findTransaction(txid): Promise<ChainTransaction | null> {
      refuseDown();
      const found = mined.get(txid);
      if (found === undefined)
        return mempool.has(txid) ? { txid, block: null, confirmations: 0, isFailed: false, transfers: [], fee: null } : null;
      const { tx, block, isFailed, fee } = found;
      const confirmations = head - block + 1;
      return {
        txid,
        block: { number: block, hash: `0x${block}` },
        confirmations,
        isFailed,
        transfers: isFailed ? [] : [transferOf(tx)],
        fee: { asset: 'ETH', amount: fee },
        sender: tx.from ?? undefined,
      };
    },
    async sendPayment(payment: Payment) {
      if (payment.kind !== 'signed') throw new Error('this chain takes signed transactions');
      faults.sends += 1;
      if (faults.send === 'down' || faults.send === 'lost-before') throw new ChainUnavailable('silent', 'no answer');
      take(payment.bytes);
      if (faults.send === 'lost-after') throw new ChainUnavailable('silent', 'no answer');
      return payment.txid;
    },
    async readBalance(addresses, asset) {
      refuseDown();
      return addresses.reduce((sum, address) => sum + (balances.get(keyOf(asset, address)) ?? 0n), 0n);
    },
  };
  return {
    chain,
    faults,
    receivers,
    give: add,
    balanceOf: (asset: string, address: string) => balances.get(keyOf(asset, address)) ?? 0n,
    /** Numbers of all transactions in blocks, with how many there are of each. */
    minedNonces: () => [...mined.values()].map(({ tx }) => tx.nonce).sort((a, b) => a - b),
    minedHashes: () => mined.keys(),
    waiting: () => [...mempool.keys()],
    dropAll: () => mempool.clear(),
    mine(count = 1): void {
      for (let block = 0; block < count; block += 1) {
        head += 1;
        while (includeNext());
      }
    },
    /** Takes the last blocks back: what was in them waits again, or is gone. */
    reorganise(depth: number, isKept: boolean): void {
      const first = head - depth + 1;
      const kept = new Map<string, Mined>();
      for (const [hash, entry] of mined) {
        if (entry.block < first) {
          kept.set(hash, entry);
          continue;
        }
        if (!entry.isFailed) {
          const { asset, to, amount } = transferOf(entry.tx);
          add(asset ?? '', to, -amount);
          add(asset ?? '', entry.tx.from ?? '', amount);
        }
        if (isKept) mempool.set(hash, entry.tx);
      }
      mined = kept;
      head -= depth;
    },
  };
}

export type FakeEvm = ReturnType<typeof createFakeEvm>;
