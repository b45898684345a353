import type { Tx } from '../../platform/db';
import type { Metrics } from '../../platform/metrics';
import type { Journal } from '../ledger/ledger';
import { type Chain, type ChainTransaction, toMatchKey } from '../networks/networks';
import { toChainUnits } from './withdrawals.amounts';
import { drawChainFee } from './withdrawals.fees';
import * as payments from './withdrawals.payments.repository';
import type { WithdrawalRow } from './withdrawals.repository';
import { delayWithdrawal, endPaid, endUnpaid, moveWithdrawal } from './withdrawals.states';
import { CONFIRM_MAX_MS, REASONS } from './withdrawals.terms';

/** `isSigned`: this exchange pays on the network by itself. */
type Context = { at: number; metrics: Metrics; isSigned: boolean };
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
  const isWrong = !transaction.isFailed && !(await paysEnough(tx, row, payment, transaction));
  if (isWrong && (isDeep || payment.kind === 'hand')) return refusePayment(tx, row, payment, context);
  if (!isDeep) {
    if (row.state === 'confirming' && row.confirmations === confirmations && row.txid === txid) return null;
    const until = row.state === 'confirming' && row.until !== null ? row.until : at + CONFIRM_MAX_MS;
    return moveWithdrawal(tx, row, { to: 'confirming', at: row.state === 'confirming' ? row.stateAt : at, until, txid, confirmations });
  }
  const fees = await drawChainFee(tx, row, { transaction, at });
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

/** Whether a transaction pays this address this amount, as often as withdrawals say so of it. */
async function paysEnough(tx: Tx, row: WithdrawalRow, payment: payments.PaymentRow, { transfers }: ChainTransaction): Promise<boolean> {
  const [key, amount] = [toMatchKey(row.address), toChainUnits(row.amount - row.fee)];
  const fitting = transfers.filter((one) => one.asset === row.asset && one.amount === amount && toMatchKey(one.to) === key).length;
  const wanted = payment.kind === 'hand' ? await payments.countSharers(tx, row, payment.txid ?? '') : 1;
  return fitting >= wanted;
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
