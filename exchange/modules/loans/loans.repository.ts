import type { Mode } from '../../../lib/protocol/wire';
import { AFTER_WITHDRAWAL_DAYS, type LoanEnding, type LoanState } from '../../../lib/rules/loans';
import type { Tx } from '../../platform/db';
import { mayBeTried } from '../../platform/row-retries';
import { isStopped } from '../accounts/accounts';
import { DAY_MS } from './loans.terms';

/** Money in base units of USDT, times in ms. `principal` is what is left of `amount`, `interest` that of the whole term. */
export type Loan = {
  id: string;
  userId: string;
  mode: Mode;
  product: string;
  termsVersion: number;
  days: number;
  dayMs: number;
  rate: string;
  amount: bigint;
  interest: bigint;
  state: LoanState;
  ending: LoanEnding | null;
  reason: string | null;
  isAuto: boolean;
  needsOperators: boolean;
  appliedAt: number;
  paidOutAt: number | null;
  dueAt: number | null;
  endedAt: number | null;
  principal: bigint;
  closedInterest: bigint;
  closedMinutes: number;
  fee: bigint;
  parts: number;
  reminders: number;
  lateDays: number;
  nextAt: number | null;
};
type Row = Record<string, unknown>;

const toMs = (value: unknown) => (value === null ? null : Number(value));

function toLoan(row: Row): Loan {
  return {
    id: String(row.id),
    userId: String(row.user_id),
    mode: row.realm as Mode,
    product: String(row.product),
    termsVersion: Number(row.terms_version),
    days: Number(row.days),
    dayMs: Number(row.day_ms),
    rate: String(row.rate),
    amount: BigInt(String(row.amount)),
    interest: BigInt(String(row.interest)),
    state: row.state as LoanState,
    ending: row.ending as LoanEnding | null,
    reason: row.reason as string | null,
    isAuto: row.is_auto === true,
    needsOperators: row.needs_operators === true,
    appliedAt: Number(row.applied_at),
    paidOutAt: toMs(row.paid_out_at),
    dueAt: toMs(row.due_at),
    endedAt: toMs(row.ended_at),
    principal: BigInt(String(row.principal)),
    closedInterest: BigInt(String(row.closed_interest)),
    closedMinutes: Number(row.closed_minutes),
    fee: BigInt(String(row.fee)),
    parts: Number(row.parts),
    reminders: Number(row.reminders),
    lateDays: Number(row.late_days),
    nextAt: toMs(row.next_at),
  };
}

export type NewLoan = Pick<
  Loan,
  | 'userId'
  | 'mode'
  | 'product'
  | 'termsVersion'
  | 'days'
  | 'dayMs'
  | 'rate'
  | 'amount'
  | 'interest'
  | 'isAuto'
  | 'needsOperators'
  | 'appliedAt'
  | 'nextAt'
>;

export async function insertLoan(tx: Tx, loan: NewLoan): Promise<Loan> {
  const { rows } = await tx.query<Row>(
    `INSERT INTO loans (user_id, realm, product, terms_version, days, day_ms, rate, amount, interest, state, is_auto, needs_operators, applied_at,
                        principal, next_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'applying', $10, $11, $12, $8, $13) RETURNING *`,
    [
      loan.userId,
      loan.mode,
      loan.product,
      loan.termsVersion,
      loan.days,
      loan.dayMs,
      loan.rate,
      loan.amount,
      loan.interest,
      loan.isAuto,
      loan.needsOperators,
      loan.appliedAt,
      loan.nextAt,
    ],
  );
  return toLoan(rows[0] as Row);
}

/** Returns a loan of a user, locked until the end of the transaction; null for somebody else's. */
export async function lockOwnLoan(tx: Tx, input: { userId: string; mode: Mode; id: string }): Promise<Loan | null> {
  const sql = 'SELECT * FROM loans WHERE id = $1 AND user_id = $2 AND realm = $3 FOR UPDATE';
  const [row] = (await tx.query<Row>(sql, [input.id, input.userId, input.mode])).rows;
  return row === undefined ? null : toLoan(row);
}

export async function findOwnLoan(tx: Tx, input: { userId: string; mode: Mode; id: string }): Promise<Loan | null> {
  const sql = 'SELECT * FROM loans WHERE id = $1 AND user_id = $2 AND realm = $3';
  const [row] = (await tx.query<Row>(sql, [input.id, input.userId, input.mode])).rows;
  return row === undefined ? null : toLoan(row);
}

/** Returns when open loans are due (ms), in the order asked; null: it isn't theirs, it is over, or it was not paid out. */
export async function findLoanDues(tx: Tx, of: readonly { userId: string; mode: Mode; id: string }[]): Promise<(number | null)[]> {
  const { rows } = await tx.query<{ key: string; due_at: string | null }>(
    `SELECT concat_ws(' ', id, user_id, realm) AS key, due_at FROM loans WHERE id = ANY($1::int8[]) AND ended_at IS NULL`,
    [of.map(({ id }) => id)],
  );
  const dues = new Map(rows.map(({ key, due_at: due }) => [key, due === null ? null : Number(due)]));
  return of.map(({ id, userId, mode }) => dues.get(`${id} ${userId} ${mode}`) ?? null);
}

/** Returns loans newest first. */
export async function listLoans(tx: Tx, input: { userId: string; mode: Mode; limit: number }): Promise<Loan[]> {
  const sql = 'SELECT * FROM loans WHERE user_id = $1 AND realm = $2 ORDER BY id DESC LIMIT $3';
  return (await tx.query<Row>(sql, [input.userId, input.mode, input.limit])).rows.map(toLoan);
}

/** `recent`: applications of the last day; `hasWithdrawn` while the last withdrawal is so recent that nothing is lent. */
type Burden = { owed: bigint; open: number; hasOverdue: boolean; recent: number; hasWithdrawn: boolean };

/** Returns what a user's loans come to at `now` (ms): amounts that wait or are owed, how many, and what is against another one. */
export async function readBurden(tx: Tx, { userId, mode, now }: { userId: string; mode: Mode; now: number }): Promise<Burden> {
  const { rows } = await tx.query<{ owed: string; open: number; overdue: number; recent: number; withdrawn: number }>(
    `SELECT coalesce(sum(principal), 0) AS owed, count(*) FILTER (WHERE principal > 0)::int AS open,
            count(*) FILTER (WHERE state = 'overdue')::int AS overdue, count(*) FILTER (WHERE applied_at > $3)::int AS recent,
            count(*) FILTER (WHERE ending = 'withdrawn' AND ended_at + $4 * day_ms > $5)::int AS withdrawn
       FROM loans WHERE user_id = $1 AND realm = $2 AND (principal > 0 OR applied_at > $3 OR ending = 'withdrawn')`,
    [userId, mode, now - DAY_MS, AFTER_WITHDRAWAL_DAYS, now],
  );
  const [row] = rows;
  const { open = 0, recent = 0 } = row ?? {};
  return { owed: BigInt(row?.owed ?? 0), open, hasOverdue: (row?.overdue ?? 0) > 0, recent, hasWithdrawn: (row?.withdrawn ?? 0) > 0 };
}

/** Returns the largest loan of a user that two operators ever agreed to, in base units; 0 where there is none. */
export async function findLargestByOperators(tx: Tx, input: { userId: string; mode: Mode }): Promise<bigint> {
  const { rows } = await tx.query<{ amount: string }>(
    'SELECT coalesce(max(amount), 0) AS amount FROM loans WHERE user_id = $1 AND realm = $2 AND needs_operators AND paid_out_at IS NOT NULL',
    [input.userId, input.mode],
  );
  return BigInt(rows[0]?.amount ?? '0');
}

/** True where the borrower's account is frozen, by its owner or the house, or closed; a freeze that comes later waits for the end of the transaction. */
export async function isAccountStopped(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ is: boolean }>(`SELECT ${isStopped('u')} AS is FROM users u WHERE id = $1 FOR SHARE`, [userId]);
  return rows[0]?.is === true;
}

/** A loan of which a step is due, with whom to ask for money. */
export type DueLoan = { id: string; userId: string; mode: Mode; isAuto: boolean };

/** What was put aside is tried again after so long. */
const ASIDE_MS = 3_600_000;

/** Leaves a loan out of what is due for an hour; its owner may repay it all the same. */
export async function putLoanAside(tx: Tx, { id, at, why }: { id: string; at: number; why: string }): Promise<void> {
  await tx.query('UPDATE loans SET aside_at = $2, aside_error = $3 WHERE id = $1 AND next_at IS NOT NULL', [id, at, why]);
}

/** Returns loans of which a step is due, the longest due first, without locking them; none that was put aside. */
export async function listDue(tx: Tx, input: { now: number; limit: number }): Promise<DueLoan[]> {
  const { rows } = await tx.query<{ id: string; user_id: string; realm: Mode; is_auto: boolean }>(
    `SELECT id, user_id, realm, is_auto FROM loans WHERE next_at <= $1 AND ${mayBeTried('loan', '$3', 'loans.')} ORDER BY next_at, id LIMIT $2`,
    [input.now, input.limit, input.now - ASIDE_MS],
  );
  return rows.map((row) => ({ id: row.id, userId: row.user_id, mode: row.realm, isAuto: row.is_auto }));
}

/** Locks those of these loans of which a step is still due and that nobody else has, in the order of their ids. */
export async function lockDue(tx: Tx, input: { ids: readonly string[]; now: number }): Promise<Loan[]> {
  const sql = 'SELECT * FROM loans WHERE id = ANY($1::int8[]) AND next_at <= $2 ORDER BY id FOR UPDATE SKIP LOCKED';
  return (await tx.query<Row>(sql, [input.ids, input.now])).rows.map(toLoan);
}

/** Returns one loan, whoever's. */
export async function findLoan(tx: Tx, id: string): Promise<Loan | null> {
  const [row] = (await tx.query<Row>('SELECT * FROM loans WHERE id = $1', [id])).rows;
  return row === undefined ? null : toLoan(row);
}

/** Locks one loan, whoever's. */
export async function lockLoan(tx: Tx, id: string): Promise<Loan | null> {
  const [row] = (await tx.query<Row>('SELECT * FROM loans WHERE id = $1 FOR UPDATE', [id])).rows;
  return row === undefined ? null : toLoan(row);
}

/** Writes what changes in the life of a loan. One statement for all; whoever calls has locked them. */
export async function saveLoans(tx: Tx, loans: readonly Loan[]): Promise<void> {
  if (loans.length === 0) return;
  const of = <T>(read: (loan: Loan) => T) => loans.map(read);
  await tx.query(
    `UPDATE loans l SET state = n.state, ending = n.ending, reason = n.reason, paid_out_at = n.paid_out_at, due_at = n.due_at, ended_at = n.ended_at,
            principal = n.principal, closed_interest = n.closed_interest, closed_minutes = n.closed_minutes, fee = n.fee, parts = n.parts,
            reminders = n.reminders, late_days = n.late_days, next_at = n.next_at
       FROM unnest($1::int8[], $2::text[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::int8[], $8::numeric[], $9::numeric[], $10::int4[],
                   $11::numeric[], $12::int4[], $13::int4[], $14::int4[], $15::int8[])
         AS n(id, state, ending, reason, paid_out_at, due_at, ended_at, principal, closed_interest, closed_minutes, fee, parts, reminders, late_days, next_at)
      WHERE l.id = n.id`,
    [
      of(({ id }) => id),
      of(({ state }) => state),
      of(({ ending }) => ending),
      of(({ reason }) => reason),
      of(({ paidOutAt }) => paidOutAt),
      of(({ dueAt }) => dueAt),
      of(({ endedAt }) => endedAt),
      of(({ principal }) => principal),
      of(({ closedInterest }) => closedInterest),
      of(({ closedMinutes }) => closedMinutes),
      of(({ fee }) => fee),
      of(({ parts }) => parts),
      of(({ reminders }) => reminders),
      of(({ lateDays }) => lateDays),
      of(({ nextAt }) => nextAt),
    ],
  );
}
