import { Interface, Transaction } from 'ethers';
import { CHAIN_SCALE, type EvmDoor } from '../modules/networks/networks';
import { type GasFees, readGasFees } from '../modules/withdrawals/withdrawals';
import { fromUnits } from '../platform/decimal';
import { PAYMENT_GAS_MAX } from '../../lib/rules/withdrawals';
import { isWorthFee, type Sweep, type SweepInput } from './sweep-file';
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
  /** Decimals; `fee` is the most that its gas may cost, in the coin of the chain. */
  amount: string;
  fee: string;
  nonce: number;
  /** The transaction as it is to be signed (EIP-1559), in hex. */
  unsigned: string;
};
/** An address that can't pay for its own transactions: what has to be sent there first, in wei. */
type Missing = { address: string; wei: string };

/**
 * Returns one unsigned transaction for each coin of each address, tokens first, and what the addresses lack for their gas. The number of each follows the
 * chain's, so that of two files that say the same only one can be carried out.
 */
export async function writeEvmSweep(door: EvmDoor, { network, assets, chain, to, rows }: SweepInput): Promise<Omit<Sweep, 'next'>> {
  const fees = await readGasFees(door);
  const tokens = assets.filter((asset) => door.tokenOf(asset) !== null);
  const transactions: Unsigned[] = [];
  const missing: Missing[] = [];
  const staying: string[] = [];
  for (const row of rows) {
    const held = [];
    for (const asset of tokens) held.push({ asset, amount: await chain.readBalance([row.address], asset) });
    const coin = await chain.readBalance([row.address], COIN);
    const made = await sweepAddress(door, { row, to, fees, coin, held: held.filter(({ amount }) => amount > 0n) });
    transactions.push(...made.transactions);
    staying.push(...made.staying);
    if (made.missing > 0n) missing.push({ address: row.address, wei: String(made.missing) });
  }
  const file = { network, chainId: door.chainId, to, maxFeePerGas: String(fees.maxFeePerGas), missing, transactions };
  const content = transactions.length === 0 ? new Uint8Array() : new TextEncoder().encode(`${JSON.stringify(file, null, 2)}\n`);
  const lines = [
    ...transactions.map(({ from, path, asset, amount, fee }) => `${amount} ${asset} of ${from} (${path}), for ${fee} ${COIN} at most`),
    ...staying,
    ...missing.map(
      ({ address, wei }) => `${address} lacks ${fromUnits(BigInt(wei), CHAIN_SCALE)} ${COIN} for its gas: send it there first`,
    ),
  ];
  return { name: `sweep-${network}.json`, content, lines: transactions.length === 0 ? lines : [`to ${to}`, ...lines] };
}

type Held = { row: SweepAddress; to: string; fees: GasFees; coin: bigint; held: readonly { asset: string; amount: bigint }[] };

async function sweepAddress(door: EvmDoor, { row, to, fees, coin, held }: Held) {
  const transactions: Unsigned[] = [];
  const staying: string[] = [];
  if (held.length === 0 && coin === 0n) return { transactions, staying, missing: 0n };
  const first = await door.readNonce(row.address);
  const write = (units: bigint) => fromUnits(units, CHAIN_SCALE);
  const add = (asset: string, units: bigint, call: { to: string; data: string; value: bigint; gasLimit: bigint }) => {
    const nonce = first + transactions.length;
    const { unsignedSerialized } = Transaction.from({ ...call, ...fees, type: 2, chainId: door.chainId, nonce });
    const { address: from, path } = row;
    const fee = write(call.gasLimit * fees.maxFeePerGas);
    transactions.push({ from, path, asset, amount: write(units), fee, nonce, unsigned: unsignedSerialized });
  };
  let gas = 0n;
  for (const { asset, amount } of held) {
    const token = door.tokenOf(asset);
    if (token === null) continue;
    const data = ERC20.encodeFunctionData('transfer', [to, amount / 10n ** BigInt(CHAIN_SCALE - token.decimals)]);
    const gasLimit = await estimate(door, { from: row.address, to: token.contract, data, value: 0n });
    if (gasLimit === null) {
      staying.push(`${write(amount)} ${asset} of ${row.address} stays: the chain refuses its transfer now, or it takes too much gas`);
      continue;
    }
    gas += gasLimit * fees.maxFeePerGas;
    add(asset, amount, { to: token.contract, data, value: 0n, gasLimit });
  }
  const fee = COIN_GAS * fees.maxFeePerGas;
  const left = coin - gas - fee;
  if (isWorthFee(left, fee)) add(COIN, left, { to, data: '0x', value: left, gasLimit: COIN_GAS });
  // What is worth less than sending it isn't worth a word either.
  else if (left > fee) staying.push(`${write(left)} ${COIN} of ${row.address} stays: its fee would be ${write(fee)}, too large a share`);
  return { transactions, staying, missing: gas > coin ? gas - coin : 0n };
}

/** Null where the chain refuses it, or it takes too much gas: what a token does with one address holds up no other. */
async function estimate(door: EvmDoor, call: Parameters<EvmDoor['estimateGas']>[0]): Promise<bigint | null> {
  try {
    const gas = await door.estimateGas(call);
    return gas <= PAYMENT_GAS_MAX ? gas : null;
  } catch {
    return null;
  }
}
