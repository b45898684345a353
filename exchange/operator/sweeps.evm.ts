import { Interface, Transaction } from 'ethers';
import { CHAIN_SCALE, type EvmDoor } from '../modules/networks/networks';
import { fromUnits } from '../platform/decimal';
import type { Sweep, SweepInput } from './sweep-file';
import type { SweepAddress } from './sweeps.repository';

const ERC20 = new Interface(['function transfer(address to, uint256 amount) returns (bool)']);
/** The coin of the chain itself: it also pays for every transaction. */
const COIN = 'ETH';
/** What sending the coin to a wallet takes. */
const COIN_GAS = 21_000n;

type Unsigned = {
  from: string;
  path: string;
  asset: string;
  /** A decimal. */
  amount: string;
  nonce: number;
  /** The transaction as it is to be signed (EIP-1559), in hex. */
  unsigned: string;
};
/** An address that can't pay for its own transactions: what has to be sent there first, in wei. */
type Missing = { address: string; wei: string };
type Fees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint };

/**
 * Returns one unsigned transaction for each coin of each address, tokens first, and what the addresses lack for their gas. The number of each follows the
 * chain's, so that of two files that say the same only one can be carried out.
 */
export async function writeEvmSweep(door: EvmDoor, { network, assets, chain, to, rows }: SweepInput): Promise<Omit<Sweep, 'next'>> {
  const { baseFeePerGas, priorityFeePerGas } = await door.readFees();
  const fees = { maxFeePerGas: 2n * baseFeePerGas + priorityFeePerGas, maxPriorityFeePerGas: priorityFeePerGas };
  const tokens = assets.filter((asset) => door.tokenOf(asset) !== null);
  const transactions: Unsigned[] = [];
  const missing: Missing[] = [];
  for (const row of rows) {
    const held = [];
    for (const asset of tokens) held.push({ asset, amount: await chain.readBalance([row.address], asset) });
    const coin = await chain.readBalance([row.address], COIN);
    const made = await sweepAddress(door, { row, to, fees, coin, held: held.filter(({ amount }) => amount > 0n) });
    transactions.push(...made.transactions);
    if (made.missing > 0n) missing.push({ address: row.address, wei: String(made.missing) });
  }
  const file = { network, chainId: door.chainId, to, maxFeePerGas: String(fees.maxFeePerGas), missing, transactions };
  const content = transactions.length === 0 ? new Uint8Array() : new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`);
  const lines = [
    ...transactions.map(({ from, path, asset, amount }) => `${amount} ${asset} of ${from} (${path})`),
    ...missing.map(
      ({ address, wei }) => `${address} lacks ${fromUnits(BigInt(wei), CHAIN_SCALE)} ${COIN} for its gas: send it there first`,
    ),
  ];
  return { name: `sweep-${network}.json`, content, lines: transactions.length === 0 ? lines : [`to ${to}`, ...lines] };
}

type Held = { row: SweepAddress; to: string; fees: Fees; coin: bigint; held: readonly { asset: string; amount: bigint }[] };

async function sweepAddress(door: EvmDoor, { row, to, fees, coin, held }: Held) {
  const transactions: Unsigned[] = [];
  if (held.length === 0 && coin === 0n) return { transactions, missing: 0n };
  const first = await door.readNonce(row.address);
  const sign = (asset: string, units: bigint, call: { to: string; data: string; value: bigint; gasLimit: bigint }) => {
    const nonce = first + transactions.length;
    const { unsignedSerialized } = Transaction.from({ ...call, ...fees, type: 2, chainId: door.chainId, nonce });
    const { address: from, path } = row;
    transactions.push({ from, path, asset, amount: fromUnits(units, CHAIN_SCALE), nonce, unsigned: unsignedSerialized });
  };
  let gas = 0n;
  for (const { asset, amount } of held) {
    const token = door.tokenOf(asset);
    if (token === null) continue;
    const units = amount / 10n ** BigInt(CHAIN_SCALE - token.decimals);
    const data = ERC20.encodeFunctionData('transfer', [to, units]);
    const gasLimit = await door.estimateGas({ from: row.address, to: token.contract, data, value: 0n });
    gas += gasLimit * fees.maxFeePerGas;
    sign(asset, amount, { to: token.contract, data, value: 0n, gasLimit });
  }
  const fee = COIN_GAS * fees.maxFeePerGas;
  const left = coin - gas - fee;
  // What is worth less than sending it stays.
  if (left > fee) sign(COIN, left, { to, data: '0x', value: left, gasLimit: COIN_GAS });
  return { transactions, missing: gas > coin ? gas - coin : 0n };
}
