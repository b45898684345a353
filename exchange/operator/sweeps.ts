import { CHAIN_SCALE, type Chain, type Networks } from '../modules/networks/networks';
import { ActionRefused } from '../modules/operators/operators';
import { createSweepPsbt } from '../modules/withdrawals/withdrawals';
import type { Database } from '../platform/db';
import { fromUnits } from '../platform/decimal';
import { isWorthFee, type Sweep, type SweepAsked, type SweepInput } from './sweep-file';
import { listSweepable, listSweepCoins, type SweepCoin } from './sweeps.repository';
import { writeEvmSweep } from './sweeps.evm';

/** Addresses that one file looks at: each is asked of the chain, once for each coin. */
const ADDRESSES_MAX = 100;
/** Inputs of one transaction: a larger one is no standard transaction. */
const COINS_MAX = 500;
/** What an input of a deposit address (P2WPKH) adds to a transaction, in virtual bytes, rounded up. */
const INPUT_BYTES = 68n;
const SATOSHI = 10n ** 10n;

/**
 * Returns what moves the deposit addresses of a network to its hot wallet, unsigned: transactions of an EVM chain, a PSBT of Bitcoin, and elsewhere the list of what
 * lies where. Nothing is written and nothing is sent. @throws ActionRefused, ChainUnavailable
 */
export async function prepareSweep({ db, networks }: { db: Database; networks: Networks }, asked: SweepAsked): Promise<Sweep> {
  const { network } = asked;
  const known = networks.list().find(({ code, isOffered }) => code === network && isOffered);
  if (known === undefined) throw new ActionRefused('INPUT_INVALID', `${network} is not offered here.`);
  const chain = networks.chainOf(network);
  const to = readTarget(networks, network);
  const rows = await listSweepable(db.long, { network, after: asked.after, limit: ADDRESSES_MAX });
  const next = rows.length === ADDRESSES_MAX ? (rows.at(-1)?.matchKey ?? null) : null;
  const input = { network, assets: known.assets, chain, to, rows };
  if (chain.evm !== null) return { ...(await writeEvmSweep(chain.evm, input)), next };
  if (chain.listUnspent !== undefined) return { ...(await writePsbt(db, { ...input, feePerByte: asked.feePerByte })), next };
  return { ...(await writeList(input)), next };
}

/** The money goes to the hot wallet of the settings: nobody at a console can have it go anywhere else. @throws ActionRefused */
function readTarget(networks: Networks, network: string): string {
  const hot = networks.hotAddressOf(network);
  if (hot === null) throw new ActionRefused('INPUT_INVALID', `The settings name no hot wallet of ${network}: it is swept nowhere else.`);
  return hot;
}

const toBytes = (text: string) => new TextEncoder().encode(text);

/** Of credited coins those that the chain still shows. An address whose list can't be read holds up no other. @throws what all of them throw */
async function findLying(chain: Pick<Chain, 'listUnspent'>, credited: readonly SweepCoin[]) {
  const addresses = [...new Set(credited.map(({ address }) => address))];
  const unspent = new Set<string>();
  const unread: string[] = [];
  for (const address of addresses) {
    try {
      for (const { txid, index } of (await chain.listUnspent?.(address)) ?? []) unspent.add(`${txid}:${index}`);
    } catch (error) {
      unread.push(address);
      if (unread.length === addresses.length) throw error;
    }
  }
  return { lying: credited.filter(({ txid, index }) => unspent.has(`${txid}:${index}`)), unread };
}

/** Coins that the ledger credited and the chain still shows: what a server alone says about an amount is not believed. */
async function writePsbt(
  db: Database,
  { network, chain, to, rows, feePerByte }: SweepInput & { feePerByte: number | null },
): Promise<Omit<Sweep, 'next'>> {
  if (feePerByte === null) throw new ActionRefused('INPUT_INVALID', 'A fee of 1 to 9999 satoshi per byte is needed.');
  const perByte = BigInt(feePerByte);
  const credited = await listSweepCoins(db.long, { network, userIds: rows.map(({ userId }) => userId) });
  const paths = new Map(rows.map(({ address, path }) => [address, path]));
  const { lying, unread } = await findLying(chain, credited);
  // The largest first: whoever sends many small ones keeps nobody else's from the file.
  const worth = lying
    .filter(({ amount }) => isWorthFee(amount / SATOSHI, INPUT_BYTES * perByte))
    .sort((a, b) => (a.amount === b.amount ? 0 : a.amount > b.amount ? -1 : 1));
  const coins = worth.slice(0, COINS_MAX);
  const taken = coins.map(({ txid, index, address, amount }) => ({ txid, index, address, amount: amount / SATOSHI }));
  const sweep = coins.length === 0 ? null : createSweepPsbt({ coins: taken, to, feePerByte: perByte });
  const name = `sweep-${network}.psbt`;
  const rest = worth.length - coins.length;
  const small = lying.length - worth.length;
  const left = [
    ...(rest === 0 ? [] : [`${rest} more coins lie there: prepare the same addresses again once this one is confirmed`]),
    ...(small === 0 ? [] : [`${small} coins stay: the fee of their input alone would be too large a share of them`]),
    ...unread.map((address) => `${address} was left out: what lies there can't be read`),
  ];
  if (sweep === null) return { name, content: new Uint8Array(), lines: ['Nothing lies there that is worth its fee.', ...left] };
  const fee = fromUnits(sweep.fee * SATOSHI, CHAIN_SCALE);
  const lines = coins.map((coin) => `${fromUnits(coin.amount, CHAIN_SCALE)} BTC of ${coin.address} (${paths.get(coin.address)})`);
  return { name, content: sweep.psbt, lines: [`to ${to}, ${feePerByte} satoshi per byte, ${fee} BTC in all`, ...left, ...lines] };
}

/** Of a chain whose transactions can't be made here: what lies where, for who holds the keys. */
async function writeList({ network, assets, chain, to, rows }: SweepInput): Promise<Omit<Sweep, 'next'>> {
  const lines: string[] = [];
  for (const { address, path } of rows) {
    for (const asset of assets) {
      const amount = await chain.readBalance([address], asset);
      if (amount > 0n) lines.push([address, path, asset, fromUnits(amount, CHAIN_SCALE), to].join(','));
    }
  }
  const content = toBytes(`${['address,path,coin,amount,to', ...lines].join('\n')}\n`);
  return { name: `sweep-${network}.csv`, content: lines.length === 0 ? new Uint8Array() : content, lines };
}
