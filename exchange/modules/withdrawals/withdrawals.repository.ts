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

/** A new withdrawal with the first steps of its timeline. */
export type NewWithdrawal = { row: WithdrawalRow; steps: readonly StepRow[] };

/** Writes new withdrawals with the first steps of their timelines. One statement. */
export async function insertWithdrawals(tx: Tx, all: readonly NewWithdrawal[]): Promise<void> {
  const of = <T>(pick: (row: WithdrawalRow) => T) => all.map(({ row }) => pick(row));
  const steps = all.flatMap(({ row, steps: own }) => own.map((step, index) => ({ ...step, id: row.id, n: index + 1 })));
  await tx.query(
    `WITH added AS (INSERT INTO withdrawals (${COLUMNS})
       SELECT * FROM unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[], $7::numeric[], $8::numeric[], $9::text[],
         $10::int8[], $11::int8[], $12::int8[], $13::text[], $14::text[], $15::text[], $16::int4[], $17::int4[]) RETURNING id)
     INSERT INTO withdrawal_steps (withdrawal_id, n, step, at, until, txid)
     SELECT added.id, s.n, s.step, s.at, s.until, s.txid
       FROM added JOIN unnest($18::int8[], $19::int4[], $20::text[], $21::int8[], $22::int8[], $23::text[]) AS s(id, n, step, at, until, txid) ON s.id = added.id`,
    [
      of(({ id }) => id),
      of(({ userId }) => userId),
      of(({ channel }) => channel),
      of(({ asset }) => asset),
      of(({ network }) => network),
      of(({ address }) => address),
      of(({ amount }) => amount),
      of(({ fee }) => fee),
      of(({ state }) => state),
      of(({ requestedAt }) => requestedAt),
      of(({ stateAt }) => stateAt),
      of(({ until }) => until),
      of(({ delay }) => delay),
      of(({ reason }) => reason),
      of(({ txid }) => txid),
      of(({ confirmations }) => confirmations),
      of(({ confirmationsNeeded }) => confirmationsNeeded),
      steps.map(({ id }) => id),
      steps.map(({ n }) => n),
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
  { filter, user, after, limit }: { filter: 'waiting' | 'open' | 'all'; user: string | null; after: string | null; limit: number },
): Promise<WithdrawalRow[]> {
  const where = {
    waiting: `until IS NOT NULL AND (state IN ('review', 'approved') OR delay IS NOT NULL) AND ($1::int8 IS NULL OR id > $1) ORDER BY id`,
    open: 'until IS NOT NULL AND ($1::int8 IS NULL OR id > $1) ORDER BY id',
    all: '($1::int8 IS NULL OR id < $1) ORDER BY id DESC',
  }[filter];
  // Only what is asked for stands in the statement: those of one user are read by their own index.
  const of = user === null ? '' : 'user_id = $3 AND ';
  const { rows } = await tx.query<Text>(`SELECT ${COLUMNS} FROM withdrawals WHERE ${of}${where} LIMIT $2`, [
    after,
    limit,
    ...(user === null ? [] : [user]),
  ]);
  return rows.map(toRow);
}

export type Changes = Pick<WithdrawalRow, 'state' | 'stateAt' | 'until' | 'delay' | 'reason' | 'txid' | 'confirmations'>;

export async function updateWithdrawal(tx: Tx, id: string, to: Changes): Promise<void> {
  await tx.query(
    `UPDATE withdrawals SET state = $2, state_at = $3, until = $4, delay = $5, reason = $6, txid = $7, confirmations = $8 WHERE id = $1`,
    [id, to.state, to.stateAt, to.until, to.delay, to.reason, to.txid, to.confirmations],
  );
}

/** The name of the step that says why a withdrawal is late. */
export function delayStep(delay: NonNullable<WithdrawalRow['delay']>): string {
  return `late-${delay.replace('_', '-')}`;
}

/** Returns when (ms) it was last begun to be said that a withdrawal is late for this reason; null: it never was. */
export async function findDelayAt(tx: Tx, id: string, delay: NonNullable<WithdrawalRow['delay']>): Promise<number | null> {
  const { rows } = await tx.query<{ at: string | null }>(
    'SELECT max(at) AS at FROM withdrawal_steps WHERE withdrawal_id = $1 AND step = $2',
    [id, delayStep(delay)],
  );
  return rows[0]?.at == null ? null : Number(rows[0].at);
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
