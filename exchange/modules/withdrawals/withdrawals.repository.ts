import type { AddressNetwork } from '../../../lib/rules/address-shape';
import type { WithdrawalChannel, WithdrawalDelay, WithdrawalState } from '../../../lib/rules/withdrawals';
import type { Tx } from '../../platform/db';

/** Amounts in base units of the ledger, times in ms. `amount` leaves the balance, `fee` is our part of it. */
export type WithdrawalRow = {
  id: string;
  userId: string;
  channel: WithdrawalChannel;
  asset: string;
  network: AddressNetwork;
  address: string;
  amount: bigint;
  fee: bigint;
  state: WithdrawalState;
  requestedAt: number;
  stateAt: number;
  until: number | null;
  delay: WithdrawalDelay | null;
  reason: string | null;
  txid: string | null;
  confirmations: number;
  confirmationsNeeded: number;
};
export type StepRow = { step: string; at: number; until: number | null; txid: string | null };

type Text = {
  id: string;
  user_id: string;
  channel: WithdrawalChannel;
  asset: string;
  network: AddressNetwork;
  address: string;
  amount: string;
  fee: string;
  state: WithdrawalState;
  requested_at: string;
  state_at: string;
  until: string | null;
  delay: WithdrawalDelay | null;
  reason: string | null;
  txid: string | null;
  confirmations: number;
  confirmations_needed: number;
};

const COLUMNS = `id, user_id, channel, asset, network, address, amount, fee, state, requested_at, state_at, until, delay, reason, txid,
  confirmations, confirmations_needed`;

function toRow(row: Text): WithdrawalRow {
  const { id, channel, asset, network, address, state, delay, reason, txid, confirmations } = row;
  return {
    ...{ id, channel, asset, network, address, state, delay, reason, txid, confirmations },
    userId: row.user_id,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    requestedAt: Number(row.requested_at),
    stateAt: Number(row.state_at),
    until: row.until === null ? null : Number(row.until),
    confirmationsNeeded: row.confirmations_needed,
  };
}

/** Writes a new withdrawal with the first steps of its timeline. One statement. */
export async function insertWithdrawal(tx: Tx, row: WithdrawalRow, steps: readonly StepRow[]): Promise<void> {
  await tx.query(
    `WITH added AS (INSERT INTO withdrawals (${COLUMNS}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING id)
     INSERT INTO withdrawal_steps (withdrawal_id, n, step, at, until, txid)
     SELECT added.id, s.n, s.step, s.at, s.until, s.txid
       FROM added, unnest($18::text[], $19::int8[], $20::int8[], $21::text[]) WITH ORDINALITY AS s(step, at, until, txid, n)`,
    [
      row.id,
      row.userId,
      row.channel,
      row.asset,
      row.network,
      row.address,
      row.amount,
      row.fee,
      row.state,
      row.requestedAt,
      row.stateAt,
      row.until,
      row.delay,
      row.reason,
      row.txid,
      row.confirmations,
      row.confirmationsNeeded,
      steps.map(({ step }) => step),
      steps.map(({ at }) => at),
      steps.map(({ until }) => until),
      steps.map(({ txid }) => txid),
    ],
  );
}

/** Locks a withdrawal until the end of the transaction. It comes before the accounts of its money. */
export async function lockWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | null> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM withdrawals WHERE id = $1 FOR UPDATE`, [id]);
  return rows[0] === undefined ? null : toRow(rows[0]);
}

export async function findWithdrawal(tx: Tx, id: string): Promise<WithdrawalRow | null> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM withdrawals WHERE id = $1`, [id]);
  return rows[0] === undefined ? null : toRow(rows[0]);
}

/** Newest first. */
export async function listWithdrawals(tx: Tx, input: { userId: string; limit: number; offset: number }): Promise<WithdrawalRow[]> {
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM withdrawals WHERE user_id = $1 ORDER BY id DESC LIMIT $2 OFFSET $3`, [
    input.userId,
    input.limit,
    input.offset,
  ]);
  return rows.map(toRow);
}

/** Open withdrawals in some states, oldest first, after the one named; of one network where it is named. */
export async function listOpen(
  tx: Tx,
  input: { network: string | null; states: readonly WithdrawalState[]; after: string; limit: number },
): Promise<WithdrawalRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM withdrawals
      WHERE until IS NOT NULL AND state = ANY($1::text[]) AND ($2::text IS NULL OR network = $2) AND id > $4 ORDER BY id LIMIT $3`,
    [input.states, input.network, input.limit, input.after],
  );
  return rows.map(toRow);
}

/** Those that wait for people: in review, approved where nobody else pays, or late. Oldest first, at most 200. */
export async function listForOperators(tx: Tx): Promise<WithdrawalRow[]> {
  const { rows } = await tx.query<Text>(
    `SELECT ${COLUMNS} FROM withdrawals WHERE until IS NOT NULL AND (state IN ('review', 'approved') OR delay IS NOT NULL) ORDER BY id LIMIT 200`,
  );
  return rows.map(toRow);
}

/** The next withdrawals behind `after`, oldest first: those that wait for people, those on their way, or all (newest first). */
export async function listForDesk(
  tx: Tx,
  { filter, after, limit }: { filter: 'waiting' | 'open' | 'all'; after: string | null; limit: number },
): Promise<WithdrawalRow[]> {
  const where = {
    waiting: `until IS NOT NULL AND (state IN ('review', 'approved') OR delay IS NOT NULL) AND ($1::int8 IS NULL OR id > $1) ORDER BY id`,
    open: 'until IS NOT NULL AND ($1::int8 IS NULL OR id > $1) ORDER BY id',
    all: '($1::int8 IS NULL OR id < $1) ORDER BY id DESC',
  }[filter];
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM withdrawals WHERE ${where} LIMIT $2`, [after, limit]);
  return rows.map(toRow);
}

export type Changes = Pick<WithdrawalRow, 'state' | 'stateAt' | 'until' | 'delay' | 'reason' | 'txid' | 'confirmations'>;

export async function updateWithdrawal(tx: Tx, id: string, to: Changes): Promise<void> {
  await tx.query(
    `UPDATE withdrawals SET state = $2, state_at = $3, until = $4, delay = $5, reason = $6, txid = $7, confirmations = $8 WHERE id = $1`,
    [id, to.state, to.stateAt, to.until, to.delay, to.reason, to.txid, to.confirmations],
  );
}

/** Steps of one withdrawal at most: a network that keeps reorganising adds no more. */
const STEPS_MAX = 150;

export async function insertStep(tx: Tx, id: string, step: StepRow): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_steps (withdrawal_id, n, step, at, until, txid)
     SELECT $1::int8, count(*) + 1, $2::text, $3::int8, $4::int8, $5::text FROM withdrawal_steps WHERE withdrawal_id = $1::int8
     HAVING count(*) < $6`,
    [id, step.step, step.at, step.until, step.txid, STEPS_MAX],
  );
}

/** In their order. */
export async function listSteps(tx: Tx, id: string): Promise<StepRow[]> {
  const { rows } = await tx.query<{ step: string; at: string; until: string | null; txid: string | null }>(
    'SELECT step, at, until, txid FROM withdrawal_steps WHERE withdrawal_id = $1 ORDER BY n',
    [id],
  );
  return rows.map((row) => ({ ...row, at: Number(row.at), until: row.until === null ? null : Number(row.until) }));
}

/** What a user has under way, and withdrew of an asset since `since` (ms), what was called off or refused left out. In base units. */
export async function readUse(
  tx: Tx,
  input: { userId: string; asset: string; since: number },
): Promise<{ open: number; withdrawn: bigint }> {
  const { rows } = await tx.query<{ open: string; withdrawn: string }>(
    `SELECT (SELECT count(*) FROM withdrawals WHERE user_id = $1 AND until IS NOT NULL) AS open,
            (SELECT coalesce(sum(amount), 0) FROM withdrawals
              WHERE user_id = $1 AND asset = $2 AND requested_at > $3 AND state NOT IN ('cancelled', 'refused')) AS withdrawn`,
    [input.userId, input.asset, input.since],
  );
  return { open: Number(rows[0]?.open), withdrawn: BigInt(rows[0]?.withdrawn ?? '0') };
}

/** What is known of who asks for a withdrawal, and the number that it would have; one that isn't used is missing for good. */
export type Asking = {
  id: string;
  open: number;
  withdrawn: bigint;
  /** This address was paid before. */
  wasPaid: boolean;
  onlyKept: boolean;
  onlyKeptEndsAt: number | null;
  /** From when on the address may be paid where only kept ones may; null where it isn't kept. */
  usableAt: number | null;
  email: string | null;
};
type AskingText = Record<'id' | 'open' | 'withdrawn', string> &
  Record<'ends_at' | 'usable_at' | 'email', string | null> & { was_paid: boolean; only_kept: boolean | null };

/** Returns all of it in one statement: a request holds the queue of transfers for as long as its questions take. */
export async function readAsking(
  tx: Tx,
  input: { userId: string; asset: string; network: string; address: string; since: number },
): Promise<Asking> {
  const { rows } = await tx.query<AskingText>(
    `SELECT nextval(pg_get_serial_sequence('withdrawals', 'id')) AS id, u.email, s.only_kept, s.ends_at,
            (SELECT usable_at FROM withdrawal_addresses WHERE user_id = $1 AND network = $3 AND address = $4) AS usable_at,
            (SELECT count(*) FROM withdrawals WHERE user_id = $1 AND until IS NOT NULL) AS open,
            (SELECT coalesce(sum(amount), 0) FROM withdrawals
              WHERE user_id = $1 AND asset = $2 AND requested_at > $5 AND state NOT IN ('cancelled', 'refused')) AS withdrawn,
            EXISTS (SELECT 1 FROM withdrawals WHERE user_id = $1 AND network = $3 AND address = $4 AND state = 'done') AS was_paid
       FROM users u LEFT JOIN withdrawal_settings s ON s.user_id = u.id WHERE u.id = $1`,
    [input.userId, input.asset, input.network, input.address, input.since],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no user ${input.userId}`);
  const toMs = (text: string | null) => (text === null ? null : Number(text));
  return {
    ...{ id: row.id, email: row.email, wasPaid: row.was_paid, onlyKept: row.only_kept ?? false },
    open: Number(row.open),
    withdrawn: BigInt(row.withdrawn),
    onlyKeptEndsAt: toMs(row.ends_at),
    usableAt: toMs(row.usable_at),
  };
}
