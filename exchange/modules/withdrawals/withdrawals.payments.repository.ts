import type { Tx } from '../../platform/db';
import { listOpen, type WithdrawalRow } from './withdrawals.repository';

/** Times in ms, `feePerGas` in wei. `txid` is null for a request that the chain has not taken yet. */
export type PaymentRow = {
  id: string;
  withdrawalId: string;
  network: string;
  kind: 'signed' | 'request' | 'hand';
  state: 'live' | 'paid' | 'failed' | 'displaced';
  requestKey: string | null;
  bytes: string | null;
  txid: string | null;
  signer: string | null;
  nonce: number | null;
  feePerGas: bigint | null;
  madeAt: number;
  sentAt: number | null;
};
export type NewPayment = Pick<PaymentRow, 'kind'> &
  Partial<Pick<PaymentRow, 'requestKey' | 'bytes' | 'txid' | 'signer' | 'nonce' | 'feePerGas' | 'sentAt'>>;

type Text = Omit<PaymentRow, 'withdrawalId' | 'requestKey' | 'nonce' | 'feePerGas' | 'madeAt' | 'sentAt'> & {
  withdrawal_id: string;
  request_key: string | null;
  nonce: string | null;
  fee_per_gas: string | null;
  made_at: string;
  sent_at: string | null;
};
const COLUMNS = 'id, withdrawal_id, network, kind, state, request_key, bytes, txid, signer, nonce, fee_per_gas, made_at, sent_at';
const toNumber = (text: string | null) => (text === null ? null : Number(text));

function toRow({ withdrawal_id, request_key, nonce, fee_per_gas, made_at, sent_at, ...row }: Text): PaymentRow {
  return {
    ...row,
    withdrawalId: withdrawal_id,
    requestKey: request_key,
    nonce: toNumber(nonce),
    feePerGas: fee_per_gas === null ? null : BigInt(fee_per_gas),
    madeAt: Number(made_at),
    sentAt: toNumber(sent_at),
  };
}

/** A transaction that gave way to another one, and is named by people for the same withdrawal again, is followed again. */
export async function insertPayment(tx: Tx, row: NewPayment & { withdrawalId: string; network: string; at: number }): Promise<void> {
  const { rowCount } = await tx.query(
    `INSERT INTO withdrawal_payments AS p (withdrawal_id, network, kind, request_key, bytes, txid, signer, nonce, fee_per_gas, made_at, sent_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     ON CONFLICT (withdrawal_id, txid) DO UPDATE SET state = 'live', made_at = excluded.made_at, sent_at = coalesce(p.sent_at, excluded.sent_at)
      WHERE excluded.kind = 'hand' AND p.state IN ('failed', 'displaced')`,
    [
      row.withdrawalId,
      row.network,
      row.kind,
      row.requestKey ?? null,
      row.bytes ?? null,
      row.txid ?? null,
      row.signer ?? null,
      row.nonce ?? null,
      row.feePerGas ?? null,
      row.at,
      row.sentAt ?? null,
    ],
  );
  if (rowCount !== 1) throw new Error(`withdrawal ${row.withdrawalId} has ${row.txid ?? 'this payment'} already`);
}

/** Payments of one withdrawal that may still come into the chain, the newest last. */
export async function listLive(tx: Tx, withdrawalId: string): Promise<PaymentRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM withdrawal_payments WHERE withdrawal_id = $1 AND state = 'live' ORDER BY id`,
    [withdrawalId],
  );
  return rows.map(toRow);
}

/**
 * Payments of one withdrawal that gave way to others, or that people said can't arrive any more: none that pays it may be in the chain when it is paid
 * anew. What was sent under one number ends with it, so of those that failed only people's are among them.
 */
export async function listEarlier(tx: Tx, withdrawalId: string): Promise<PaymentRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM withdrawal_payments WHERE withdrawal_id = $1
        AND ((kind = 'signed' AND state = 'displaced') OR (kind = 'hand' AND state IN ('failed', 'displaced'))) ORDER BY id`,
    [withdrawalId],
  );
  return rows.map(toRow);
}

/** Two operators say that what people named for a withdrawal and the chain never showed can't arrive any more. Returns whether there was any. */
export async function giveUpByHand(tx: Tx, withdrawalId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE withdrawal_payments SET state = 'failed' WHERE withdrawal_id = $1 AND kind = 'hand' AND state = 'displaced'`,
    [withdrawalId],
  );
  return rowCount > 0;
}

/** Notes that a chain has taken a payment, for the first time. */
export async function noteSent(tx: Tx, { id, txid, at }: { id: string; txid: string; at: number }): Promise<void> {
  await tx.query('UPDATE withdrawal_payments SET txid = $2, sent_at = coalesce(sent_at, $3) WHERE id = $1', [id, txid, at]);
}

/** Ends all payments of a withdrawal: the one named in its way, the others without effect. */
export async function endPayments(
  tx: Tx,
  input: { withdrawalId: string; paymentId: string | null; state: 'paid' | 'failed' },
): Promise<void> {
  await tx.query(
    `UPDATE withdrawal_payments SET state = CASE WHEN id = $2::int8 THEN $3::text ELSE 'displaced' END
      WHERE withdrawal_id = $1 AND state = 'live'`,
    [input.withdrawalId, input.paymentId, input.state],
  );
}

/** What of an asset left or is about to leave over a network since `since` (ms), in base units of the ledger: payments that nothing has ended unpaid. */
export async function sumOutflow(tx: Tx, input: { network: string; asset: string; since: number }): Promise<bigint> {
  const { rows } = await tx.query<{ sum: string }>(
    `SELECT coalesce(sum(amount - fee), 0) AS sum FROM withdrawals
      WHERE asset = $2 AND id IN (SELECT withdrawal_id FROM withdrawal_payments
                                   WHERE network = $1 AND made_at > $3 AND state IN ('live', 'paid'))`,
    [input.network, input.asset, input.since],
  );
  return BigInt(rows[0]?.sum ?? '0');
}

/**
 * How many withdrawals a transaction has to pay the same address the same amount for, so that it is this payment's too: those that it paid, those that it was named
 * for before this one, and all that we sent it for; itself counted.
 */
export async function countSharers(tx: Tx, row: WithdrawalRow, { id, txid }: Pick<PaymentRow, 'id' | 'txid'>): Promise<number> {
  const { rows } = await tx.query<{ count: string }>(
    `SELECT count(*) AS count
       FROM (SELECT withdrawal_id, state FROM withdrawal_payments WHERE txid = $1 AND kind = 'hand' AND (id <= $6 OR state = 'paid')
             UNION ALL SELECT withdrawal_id, state FROM withdrawal_payments WHERE network = $2 AND txid = $1 AND kind <> 'hand') p
       JOIN withdrawals w ON w.id = p.withdrawal_id
      WHERE p.state IN ('live', 'paid') AND w.network = $2 AND w.address = $3 AND w.asset = $4 AND w.amount - w.fee = $5`,
    [txid, row.network, row.address, row.asset, row.amount - row.fee, id],
  );
  return Number(rows[0]?.count);
}

/** Notes that the network takes its fee of the house for a transaction that people named and that isn't a withdrawal's payment. */
export async function noteFeeDue(tx: Tx, paymentId: string): Promise<void> {
  await tx.query('UPDATE withdrawal_payments SET fee_due = true WHERE id = $1', [paymentId]);
}

/** It is booked, or the transaction is in the chain no more. */
export async function endFeeDue(tx: Tx, paymentId: string): Promise<void> {
  await tx.query('UPDATE withdrawal_payments SET fee_due = false WHERE id = $1', [paymentId]);
}

/** What people named on a network whose fee is to be booked once it is as deep as is published, oldest first. */
export async function listFeesDue(tx: Tx, { network, limit }: { network: string; limit: number }): Promise<PaymentRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM withdrawal_payments WHERE network = $1 AND fee_due ORDER BY made_at, id LIMIT $2`,
    [network, limit],
  );
  return rows.map(toRow);
}

/** Withdrawals of one network looked at in a round: each costs questions to its node. */
export const TURN_MAX = 50;

export const listToPrepare = (tx: Tx, network: string, after: string) =>
  listOpen(tx, { network, states: ['approved'], after, limit: TURN_MAX });
export const listToFollow = (tx: Tx, network: string, after: string) =>
  listOpen(tx, { network, states: ['signed', 'sent', 'confirming'], after, limit: TURN_MAX });

/** Which of these networks have a withdrawal that a payer looks at, or a fee to book, in one statement: on the others a round finds nothing. */
export async function listBusy(tx: Tx, networks: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ network: string }>(
    `SELECT n.network FROM unnest($1::text[]) AS n(network)
      WHERE EXISTS (SELECT FROM withdrawals w WHERE w.network = n.network AND w.until IS NOT NULL
                                                AND w.state IN ('approved', 'signed', 'sent', 'confirming'))
         OR EXISTS (SELECT FROM withdrawal_payments p WHERE p.network = n.network AND p.fee_due)`,
    [networks],
  );
  return new Set(rows.map(({ network }) => network));
}
