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
  Record<'ends_at' | 'usable_at' | 'email', string | null> & { n: string; was_paid: boolean; only_kept: boolean | null };
/** Who asks for what, with what was found of it once `readAskings` was through. */
export type Question = { userId: string; asset: string; network: string; address: string; since: number; asking: Asking | null };

/** Finds what is known of all who ask. One statement: requests hold the queue of transfers for as long as their questions take. */
export async function readAskings(tx: Tx, questions: readonly Question[]): Promise<void> {
  const { rows } = await tx.query<AskingText>(
    `SELECT q.n, nextval(pg_get_serial_sequence('withdrawals', 'id')) AS id, u.email, s.only_kept, s.ends_at,
            (SELECT usable_at FROM withdrawal_addresses a WHERE a.user_id = q.user_id AND a.network = q.network AND a.address = q.address) AS usable_at,
            (SELECT count(*) FROM withdrawals w WHERE w.user_id = q.user_id AND w.until IS NOT NULL) AS open,
            (SELECT coalesce(sum(w.amount), 0) FROM withdrawals w
              WHERE w.user_id = q.user_id AND w.asset = q.asset AND w.requested_at > q.since AND w.state NOT IN ('cancelled', 'refused')) AS withdrawn,
            EXISTS (SELECT 1 FROM withdrawals w
              WHERE w.user_id = q.user_id AND w.network = q.network AND w.address = q.address AND w.state = 'done') AS was_paid
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int8[]) WITH ORDINALITY AS q(user_id, asset, network, address, since, n)
       JOIN users u ON u.id = q.user_id LEFT JOIN withdrawal_settings s ON s.user_id = u.id`,
    [
      questions.map(({ userId }) => userId),
      questions.map(({ asset }) => asset),
      questions.map(({ network }) => network),
      questions.map(({ address }) => address),
      questions.map(({ since }) => since),
    ],
  );
  const toMs = (text: string | null) => (text === null ? null : Number(text));
  const found = new Map(rows.map((row) => [Number(row.n), row]));
  for (const [index, question] of questions.entries()) {
    const row = found.get(index + 1);
    if (row === undefined) throw new Error(`no user ${question.userId}`);
    question.asking = {
      ...{ id: row.id, email: row.email, wasPaid: row.was_paid, onlyKept: row.only_kept ?? false },
      open: Number(row.open),
      withdrawn: BigInt(row.withdrawn),
      onlyKeptEndsAt: toMs(row.ends_at),
      usableAt: toMs(row.usable_at),
    };
  }
}
