import type { QueueName } from '../../lib/operator/queues';
import { getAssetScale } from '../modules/ledger/ledger';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::int8`;

/** Where the cases of a queue lie. `row` is what a list goes on behind; a case of support has the number of its user. */
type Source = { from: string; id: string; since: string; promised: string | null; about: string };
const SOURCES: Readonly<Record<QueueName, Source>> = {
  identity: {
    from: `identity_submissions WHERE state = 'review'`,
    id: 'id',
    since: 'submitted_at',
    promised: 'review_until',
    about: `ARRAY['verification']`,
  },
  loans: {
    from: `loans WHERE state = 'applying' AND needs_operators`,
    id: 'id',
    since: 'to_timestamp(applied_at / 1000.0)',
    promised: null,
    about: `ARRAY[amount::text, 'USDT', 'for ' || days || ' days']`,
  },
  proofs: {
    from: 'deposit_proofs WHERE answer IS NULL',
    id: 'id',
    since: 'to_timestamp(given_at / 1000.0)',
    promised: null,
    about: `ARRAY[amount::text, asset, 'on ' || network]`,
  },
  wires: {
    from: `wires WHERE state IN ('waiting', 'review')`,
    id: 'id',
    since: 'to_timestamp(asked_at / 1000.0)',
    promised: null,
    about: `ARRAY[asked::text, asset, 'under ' || reference || ', ' || state]`,
  },
  support: {
    from: 'support_waits WHERE answered_at IS NULL',
    id: 'user_id',
    since: 'asked_at',
    promised: 'promised_at',
    about: `ARRAY['waits for an answer']`,
  },
};

/** `row` is where a list goes on. Times in ms. */
export type CaseRow = { id: string; row: string; userId: string; about: string; since: number; promisedAt: number | null };
type Row = { id: string; row: string; user_id: string; since: string; promised: string | null; about: string[] };
export type CaseQuery = { after?: string | null; user?: string | null; id?: string; lateAt?: number | null; limit: number };

/** Returns cases that wait, the oldest first: by the number of the case, of its user, or those that are late at a time (ms). */
export async function listCases(tx: Tx, queue: QueueName, { after, user, id, lateAt, limit }: CaseQuery): Promise<CaseRow[]> {
  const { from, id: idColumn, since, promised, about } = SOURCES[queue];
  if (lateAt != null && promised === null) return [];
  const params: unknown[] = [limit];
  const and = (condition: (parameter: string) => string, value: unknown) =>
    value == null ? '' : ` AND ${condition(`$${params.push(value)}`)}`;
  const where = [
    and((parameter) => `id > ${parameter}`, after),
    and((parameter) => `user_id = ${parameter}`, user),
    and((parameter) => `${idColumn} = ${parameter}`, id),
    and((parameter) => `${promised} < to_timestamp(${parameter}::int8 / 1000.0)`, lateAt),
  ].join('');
  const { rows } = await tx.query<Row>(
    `SELECT ${idColumn} AS id, id AS row, user_id, ${ms(since)} AS since, ${promised === null ? 'NULL' : ms(promised)} AS promised, ${about} AS about
       FROM ${from}${where} ORDER BY ${QUEUE_ORDER} LIMIT $1`,
    params,
  );
  return rows.map(toCase);
}

/** A list of one user is short, and is read by the index of that user. */
const QUEUE_ORDER = 'row';

function toCase({ id, row, user_id: userId, since, promised, about }: Row): CaseRow {
  const [first = '', asset, rest] = about;
  const text = asset === undefined ? first : `${fromUnits(BigInt(first), getAssetScale(asset))} ${asset} ${rest}`;
  return { id, row, userId, about: text, since: Number(since), promisedAt: promised === null ? null : Number(promised) };
}

export type QueueSummary = { count: number; oldest: number | null; promise: number | null };
const toSummary = (row: { count: string; oldest: string | null; promise: string | null } | undefined): QueueSummary => ({
  count: Number(row?.count ?? 0),
  oldest: row?.oldest == null ? null : Number(row.oldest),
  promise: row?.promise == null ? null : Number(row.promise),
});

/** Returns how many cases wait, since when the oldest does, and what was promised next (ms). */
export async function summariseCases(tx: Tx, queue: QueueName): Promise<QueueSummary> {
  const { from, since, promised } = SOURCES[queue];
  const { rows } = await tx.query<{ count: string; oldest: string | null; promise: string | null }>(
    `SELECT count(*) AS count, ${ms(`min(${since})`)} AS oldest, ${promised === null ? 'NULL' : ms(`min(${promised})`)} AS promise FROM ${from}`,
  );
  return toSummary(rows[0]);
}

/** The same of the withdrawals that wait for people. */
export async function summariseWithdrawals(tx: Tx): Promise<QueueSummary> {
  const { rows } = await tx.query<{ count: string; oldest: string | null; promise: string | null }>(
    `SELECT count(*) AS count, min(requested_at) AS oldest, min(until) AS promise FROM withdrawals
      WHERE until IS NOT NULL AND (state IN ('review', 'approved') OR delay IS NOT NULL)`,
  );
  return toSummary(rows[0]);
}
