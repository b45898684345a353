import { Interface, Transaction, type Wallet } from 'ethers';
import type { Database, Tx } from '../../platform/db';
import type { Metrics } from '../../platform/metrics';
import { CHAIN_SCALE, type Chain, type EvmDoor } from '../networks/networks';
import { PAYMENT_GAS_MAX } from '../../../lib/rules/withdrawals';
import { toChainUnits } from './withdrawals.amounts';
import { isInChain } from './withdrawals.following';
import { GAS_FEE_MAX, type GasFees, readGasFees } from './withdrawals.gas-fees';
import { readNumbers, reserveNonce, sumUnmined } from './withdrawals.nonces';
import type { NewPayment, PaymentRow } from './withdrawals.payments.repository';
import type { WithdrawalRow } from './withdrawals.repository';
import type { Readiness, Signer } from './withdrawals.signers';

const ERC20 = new Interface(['function transfer(address to, uint256 amount) returns (bool)']);
/** The coin of the chain itself: it also pays for every transaction. */
const COIN = 'ETH';
/** What was sent and is in no block after this time gets a higher fee. */
const STUCK_MS = 3 * 60_000;
/** Nodes take a replacement from 10 % more on. */
const RAISE = { times: 125n, by: 100n };
/** What a node says of a payment that the chain itself refuses; anything else may be the node's own fault. */
const REVERTED = /revert/i;

type Deps = {
  db: Database;
  metrics: Metrics;
  network: string;
  chain: Pick<Chain, 'readBalance' | 'readHead' | 'findTransaction'>;
  door: EvmDoor;
  wallet: Wallet;
};
type Call = { from: string; to: string; data: string; value: bigint };

/**
 * Returns what signs on an EVM chain. The number of a transaction is reserved in the transaction of the database that stores its signed bytes, so
 * one number is used for one withdrawal for ever; what replaces a transaction that is stuck has the same number, recipient and amount.
 */
export function createEvmSigner(deps: Deps): Signer {
  const { db, network, chain, door, wallet } = deps;
  const { address } = wallet;
  const isInTurn = watchTurn(deps, address);

  function toCall(row: WithdrawalRow, to = row.address): Call {
    const units = toChainUnits(row.amount - row.fee);
    const token = door.tokenOf(row.asset);
    if (token === null) return { from: address, to, data: '0x', value: units };
    const amount = units / 10n ** BigInt(CHAIN_SCALE - token.decimals);
    return { from: address, to: token.contract, data: ERC20.encodeFunctionData('transfer', [to, amount]), value: 0n };
  }

  async function sign(draft: Omit<Call, 'from'> & GasFees & { nonce: number; gasLimit: bigint }): Promise<NewPayment> {
    const bytes = await wallet.signTransaction({ ...draft, type: 2, chainId: door.chainId });
    const { hash } = Transaction.from(bytes);
    if (hash === null) throw new Error('a signed transaction has a hash');
    return { kind: 'signed', bytes, txid: hash, signer: address, nonce: draft.nonce, feePerGas: draft.maxFeePerGas };
  }

  /** What may be paid from is what the chain shows less what was signed and isn't in a block; nothing while too much of it is. */
  async function look(rows: readonly WithdrawalRow[]): Promise<Readiness> {
    const [fees, mined] = [await readGasFees(door), await door.readNonce(address)];
    if (!(await isInTurn(mined))) return { payable: [], short: [], refused: [], outOfTurn: rows, make: refuseToMake };
    const unmined = await sumUnmined(db.read, { network });
    if (unmined === null) return { payable: [], short: [], refused: [], outOfTurn: [], make: refuseToMake };
    const free = new Map<string, bigint>();
    for (const asset of new Set([COIN, ...rows.map((row) => row.asset)])) {
      const signed = toChainUnits(unmined.amounts.get(asset) ?? 0n) + (asset === COIN ? unmined.gas : 0n);
      free.set(asset, (await chain.readBalance([address], asset)) - signed);
    }
    const payable: WithdrawalRow[] = [];
    const short: WithdrawalRow[] = [];
    const refused: WithdrawalRow[] = [];
    const gas = new Map<string, bigint>();
    for (const row of rows) {
      const units = toChainUnits(row.amount - row.fee);
      const left = (free.get(row.asset) ?? 0n) - units;
      const gasLimit = left < 0n ? null : await estimate(deps, row, { call: toCall(row), toSelf: toCall(row, address) });
      if (gasLimit === 'refused') {
        refused.push(row);
        continue;
      }
      const cost = (gasLimit ?? 0n) * fees.maxFeePerGas;
      const coinLeft = (row.asset === COIN ? left : (free.get(COIN) ?? 0n)) - cost;
      if (left < 0n || coinLeft < 0n) short.push(row);
      else if (gasLimit !== null) {
        free.set(row.asset, left);
        free.set(COIN, coinLeft);
        gas.set(row.id, gasLimit);
        payable.push(row);
      }
    }
    const make = async (tx: Tx, row: WithdrawalRow) => {
      const { to, data, value } = toCall(row);
      const nonce = await reserveNonce(tx, { network, signer: address, first: mined });
      return sign({ to, data, value, ...fees, nonce, gasLimit: gas.get(row.id) ?? 0n });
    };
    return { payable, short, refused, outOfTurn: [], make };
  }

  async function replace(row: WithdrawalRow, live: readonly PaymentRow[], at: number): Promise<NewPayment | 'displaced' | null> {
    const last = live.at(-1);
    if (last?.bytes == null || last.nonce === null || last.feePerGas === null || at - last.madeAt < STUCK_MS) return null;
    const mined = await door.readNonce(address);
    if (mined > last.nonce) return (await isDisplaced(row, live, last.nonce)) ? 'displaced' : null;
    if (mined !== last.nonce) return null;
    const fees = await readGasFees(door);
    const raised = (last.feePerGas * RAISE.times) / RAISE.by;
    const maxFeePerGas = raised > fees.maxFeePerGas ? raised : fees.maxFeePerGas;
    if (maxFeePerGas > GAS_FEE_MAX) return null;
    const { to, data, value, gasLimit, maxPriorityFeePerGas } = Transaction.from(last.bytes);
    const tip = ((maxPriorityFeePerGas ?? 0n) * RAISE.times) / RAISE.by;
    const maxTip = tip > fees.maxPriorityFeePerGas ? tip : fees.maxPriorityFeePerGas;
    return sign({
      ...{ to: to ?? '', data, value, gasLimit, nonce: last.nonce, maxFeePerGas },
      maxPriorityFeePerGas: maxTip > maxFeePerGas ? maxFeePerGas : maxTip,
    });
  }

  /** Whether somebody else's transaction has the nonce, as deep as is published, and none of these is in a block. */
  async function isDisplaced(row: WithdrawalRow, live: readonly PaymentRow[], nonce: number): Promise<boolean> {
    const { number } = await chain.readHead();
    if ((await door.readNonceAt(address, Math.max(0, number - row.confirmationsNeeded + 1))) <= nonce) return false;
    return !(await isInChain(chain, live));
  }

  return { look, replace };
}

const refuseToMake = () => Promise.reject(new Error('nothing is signed out of turn'));

/** Nothing is signed behind a number that somebody else used, or that is missing: it would wait for ever, and what follows behind it. */
function watchTurn({ db, metrics, network }: Pick<Deps, 'db' | 'metrics' | 'network'>, signer: string) {
  /** Said once of each count: a look is taken every few seconds. */
  let saidOf: number | null = null;
  return async (mined: number): Promise<boolean> => {
    const { next, isInTurn } = await readNumbers(db.read, { network, signer, mined });
    if (!isInTurn && saidOf !== mined) {
      const fields = { network, signer, counted: mined, next };
      metrics.alarm('withdrawal_out_of_turn', fields, 'the chain counts other payments of the hot wallet than were signed here');
    }
    saidOf = isInTurn ? null : mined;
    return isInTurn;
  };
}

/**
 * `refused`: the chain would refuse this payment, or it needs too much gas, and neither is so of the same payment to ourselves: it is the address. Null:
 * nobody can say, or the coin is stopped for everybody. It holds up no other, and is looked at again.
 */
async function estimate(
  { door, metrics, network }: Pick<Deps, 'door' | 'metrics' | 'network'>,
  row: WithdrawalRow,
  { call, toSelf }: { call: Call; toSelf: Call },
): Promise<bigint | 'refused' | null> {
  const fields = { withdrawal: row.id, network };
  const isPayable = (gas: bigint) => gas <= PAYMENT_GAS_MAX;
  try {
    const gas = await door.estimateGas(call);
    if (isPayable(gas)) return (gas * 5n) / 4n;
    metrics.alarm('withdrawal_not_payable', { ...fields, gas: String(gas) }, 'the payment of a withdrawal needs more gas than is paid for');
  } catch (error) {
    metrics.alarm('withdrawal_not_payable', { ...fields, err: error }, 'the chain would refuse the payment of a withdrawal');
    if (!(error instanceof Error && REVERTED.test(error.message))) return null;
  }
  const isAddress = await door.estimateGas(toSelf).then(isPayable, () => false);
  return isAddress ? 'refused' : null;
}
