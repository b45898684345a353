import type { Tx } from '../../platform/db';
import type { Metrics } from '../../platform/metrics';
import { type Journal, postJournals } from '../ledger/ledger';
import { type Chain, type ChainTransaction, toMatchKey } from '../networks/networks';
import { toChainUnits } from './withdrawals.amounts';
import { drawChainFee } from './withdrawals.fees';
import * as payments from './withdrawals.payments.repository';
import type { WithdrawalRow } from './withdrawals.repository';
import { delayWithdrawal, endPaid, endUnpaid, moveWithdrawal } from './withdrawals.states';
import { CONFIRM_MAX_MS, REASONS } from './withdrawals.terms';

/** `isSigned`: this exchange pays on the network by itself. `isOurs`: whether the house pays what an address sends. */
type Context = { at: number; metrics: Metrics; isSigned: boolean; isOurs(tx: Tx, address: string): Promise<boolean> };
type Seen = { payment: payments.PaymentRow; transaction: ChainTransaction };
export type Followed = {
  /** True when one of the payments is in a block. */
  isMined: boolean;
  /** Writes down what the chain showed. The row is locked; null: nothing moved. */
  settle(tx: Tx, row: WithdrawalRow, context: Context): Promise<WithdrawalRow | null>;
};

/**
 * Asks a chain about all payments of a withdrawal that may be in it. Of several with one nonce one at most is in a block. What is decided, is
 * decided when it is as deep as is published, and only by what the chain shows.
 * @throws ChainUnavailable
 */
export async function followPayments(input: {
  chain: Pick<Chain, 'findTransaction'>;
  live: readonly payments.PaymentRow[];
}): Promise<Followed> {
  let seen: Seen | null = null;
  for (const payment of input.live) {
    const transaction = payment.txid === null ? null : await input.chain.findTransaction(payment.txid);
    if (transaction !== null && transaction.confirmations > 0) seen = { payment, transaction };
  }
  const idsOf = (live: readonly payments.PaymentRow[]) => live.map(({ id }) => id).join();
  return {
    isMined: seen !== null,
    async settle(tx, row, context) {
      if (row.state !== 'sent' && row.state !== 'confirming') return null;
      if (idsOf(await payments.listLive(tx, row.id)) !== idsOf(input.live)) return null;
      return seen === null ? noteUnseen(tx, row, context) : settleSeen(tx, row, seen, context);
    },
  };
}

/** Whether one of the payments is in a block. @throws ChainUnavailable */
export async function isInChain(chain: Pick<Chain, 'findTransaction'>, of: readonly payments.PaymentRow[]): Promise<boolean> {
  for (const { txid } of of) {
    if (txid !== null && ((await chain.findTransaction(txid))?.confirmations ?? 0) > 0) return true;
  }
  return false;
}

/**
 * Whether a payment that was given up is in a block after all: any that we signed, and of people's one that pays this address this amount besides whatever
 * else it is taken for. @throws ChainUnavailable
 */
export async function wasPaidBy(
  tx: Tx,
  chain: Pick<Chain, 'findTransaction'>,
  { row, earlier }: { row: WithdrawalRow; earlier: readonly payments.PaymentRow[] },
): Promise<boolean> {
  for (const payment of earlier) {
    const transaction = payment.txid === null ? null : await chain.findTransaction(payment.txid);
    if (transaction === null || transaction.confirmations === 0) continue;
    if (payment.kind !== 'hand') return true;
    if (!transaction.isFailed && countFitting(row, transaction) > (await payments.countSharers(tx, row, payment))) return true;
  }
  return false;
}

/** A block that was taken back: it counts from the beginning, nothing is undone. */
async function noteUnseen(tx: Tx, row: WithdrawalRow, { at }: Context): Promise<WithdrawalRow | null> {
  if (row.state !== 'confirming') return null;
  return moveWithdrawal(tx, row, { to: 'sent', at, until: row.until ?? at + CONFIRM_MAX_MS, confirmations: 0 });
}

async function settleSeen(tx: Tx, row: WithdrawalRow, { payment, transaction }: Seen, context: Context): Promise<WithdrawalRow | null> {
  const { at } = context;
  const txid = payment.txid ?? '';
  const confirmations = Math.min(transaction.confirmations, row.confirmationsNeeded);
  const isDeep = transaction.confirmations >= row.confirmationsNeeded;
  // What failed moved nothing; whether people paid by another one is theirs to say.
  if (payment.kind === 'hand' && transaction.isFailed) return isDeep ? refuseFailed(tx, row, { payment, transaction }, context) : null;
  const isWrong = !transaction.isFailed && !(await paysEnough(tx, row, payment, transaction));
  if (isWrong && payment.kind === 'hand') {
    // It is refused when it is seen; what it cost is booked when it can't be taken back any more.
    if (await isOfHouse(tx, transaction, context)) await payments.noteFeeDue(tx, payment.id);
    return refusePayment(tx, row, payment, context);
  }
  if (isWrong && isDeep) return refusePayment(tx, row, payment, context);
  if (!isDeep) {
    if (row.state === 'confirming' && row.confirmations === confirmations && row.txid === txid) return null;
    const until = row.state === 'confirming' && row.until !== null ? row.until : at + CONFIRM_MAX_MS;
    return moveWithdrawal(tx, row, { to: 'confirming', at: row.state === 'confirming' ? row.stateAt : at, until, txid, confirmations });
  }
  // What we signed is ours; who spent what on a hash that people named, the chain says.
  const isCost = payment.kind !== 'hand' || (await isOfHouse(tx, transaction, context));
  const fees = isCost ? await drawChainFee(tx, row, { transaction, at }) : [];
  if (transaction.isFailed) return settleFailed(tx, row, { payment, fees }, context);
  await payments.endPayments(tx, { withdrawalId: row.id, paymentId: payment.id, state: 'paid' });
  return endPaid(tx, row, { at, txid, fees });
}

/** It is in the chain for good and moved nothing: the money was held all the while, and goes back. */
async function settleFailed(
  tx: Tx,
  row: WithdrawalRow,
  { payment, fees }: { payment: payments.PaymentRow; fees: readonly Journal[] },
  { at, metrics }: Context,
): Promise<WithdrawalRow | null> {
  await payments.endPayments(tx, { withdrawalId: row.id, paymentId: payment.id, state: 'failed' });
  const fields = { withdrawal: row.id, network: row.network, txid: payment.txid };
  metrics.alarm('withdrawal_reverted', fields, 'a payment failed on its chain; the money of the withdrawal was given back');
  return endUnpaid(tx, row, { to: 'refused', at, reason: REASONS.reverted, fees });
}

/** Whether the house paid what the network took for a transaction: whatever hash was named, it may be a stranger's. */
const isOfHouse = async (tx: Tx, { sender }: ChainTransaction, { isOurs }: Context) => sender !== undefined && (await isOurs(tx, sender));

/** What a person entered failed on its chain: the network took its fee, of the house where it sent it, and the withdrawal is to be paid as before. */
async function refuseFailed(tx: Tx, row: WithdrawalRow, { payment, transaction }: Seen, context: Context): Promise<WithdrawalRow | null> {
  if (await isOfHouse(tx, transaction, context)) await postJournals(tx, await drawChainFee(tx, row, { transaction, at: context.at }));
  return refusePayment(tx, row, payment, context);
}

/** Whether a transaction pays this address this amount, as often as withdrawals say so of it. */
async function paysEnough(tx: Tx, row: WithdrawalRow, payment: payments.PaymentRow, transaction: ChainTransaction): Promise<boolean> {
  const wanted = payment.kind === 'hand' ? await payments.countSharers(tx, row, payment) : 1;
  return countFitting(row, transaction) >= wanted;
}

/** How often a transaction pays this address this amount. */
function countFitting(row: WithdrawalRow, { transfers }: ChainTransaction): number {
  const [key, amount] = [toMatchKey(row.address), toChainUnits(row.amount - row.fee)];
  return transfers.filter((one) => one.asset === row.asset && one.amount === amount && toMatchKey(one.to) === key).length;
}

/** What a person entered isn't this payment: it is entered anew. What we signed ourselves can't be another one: people have to look. */
async function refusePayment(
  tx: Tx,
  row: WithdrawalRow,
  payment: payments.PaymentRow,
  { at, metrics, isSigned }: Context,
): Promise<WithdrawalRow | null> {
  const fields = { withdrawal: row.id, network: row.network, txid: payment.txid };
  metrics.alarm('withdrawal_not_paid_by', fields, 'a transaction that was named for a withdrawal does not pay its address its amount');
  if (payment.kind === 'hand' && row.state === 'sent') {
    await payments.endPayments(tx, { withdrawalId: row.id, paymentId: payment.id, state: 'failed' });
    // What people say was paid is not signed for as well, unless they say so (`withdrawals again`).
    if (isSigned) {
      await delayWithdrawal(tx, row, 'operator', at);
      return null;
    }
    const back = await moveWithdrawal(tx, row, { to: 'approved', at, until: row.until ?? at, txid: null, confirmations: 0 });
    await delayWithdrawal(tx, back, 'operator', at);
    return back;
  }
  await delayWithdrawal(tx, row, 'operator', at);
  return null;
}
