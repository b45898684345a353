import type { z } from 'zod';
import type { QueueCase, queueEndpoints, QueueName } from '../../lib/operator/queues';
import { getAssetScale } from '../modules/ledger/ledger';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::int8`;

/** Where the cases of a queue lie. `row` is what a list goes on behind; a case of support has the number of its user. */
type Source = { from: string; id: string; since: string; promised: string | null; holder?: string; lang?: string; about: string };
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
  claims: {
    from: 'vip_levels WHERE level >= 7 AND fulfilled_at IS NULL',
    id: 'id',
    since: 'to_timestamp(reached_at / 1000.0)',
    promised: null,
    about: `ARRAY['VIP level ' || level]`,
  },
  support: {
    from: 'support_waits WHERE answered_at IS NULL',
    id: 'user_id',
    since: 'asked_at',
    promised: 'promised_at',
    holder: 'holder',
    // What its person reads, as they asked; of what waits, as they read now.
    lang: 'lang',
    about: `ARRAY['waits for an answer']`,
  },
};

/** What was answered, in the support inbox. */
const ANSWERED = 'support_waits WHERE answered_at IS NOT NULL';

/** `row` is where a list goes on. Times in ms. */
export type CaseRow = QueueCase & { row: string };
type Row = {
  id: string;
  row: string;
  user_id: string;
  since: string;
  promised: string | null;
  holder: string | null;
  lang: string | null;
  about: string[];
};
/** `holder`: the number of the operator who sees to them, 'none': nobody does; `holderName` by name. `askedBefore` in ms. `isAnswered`: those that wait no longer, newest first. */
export type CaseQuery = {
  after?: string | null;
  user?: string | null;
  id?: string;
  lateAt?: number | null;
  holder?: string | null;
  holderName?: string | null;
  lang?: string | null;
  askedBefore?: number | null;
  isAnswered?: boolean;
  limit: number;
};

const MINUTE_MS = 60_000;
type Narrowed = Pick<z.output<typeof queueEndpoints.list.input>, 'filter' | 'user' | 'lang' | 'waited' | 'holder'>;

/** Returns what the filters of a queue mean for the operator who asks, at `now` (ms). */
export function toCaseQuery({ filter, user, lang, waited, holder }: Narrowed, { now, operatorId }: { now: number; operatorId: string }) {
  return {
    ...{ user, lang, holderName: holder },
    lateAt: filter === 'late' ? now : null,
    askedBefore: waited === null ? null : now - waited * MINUTE_MS,
    holder: { all: null, late: null, mine: operatorId, free: 'none', answered: null }[filter],
    isAnswered: filter === 'answered',
  };
}

/**
 * Returns cases that wait, the oldest first: by the number of the case, of its user, of who sees to them; or those that are late at a time (ms), the longest late
 * first.
 */
export async function listCases(tx: Tx, queue: QueueName, query: CaseQuery): Promise<CaseRow[]> {
  const { after, user, id, lateAt, holder: held, holderName, lang: spoken, askedBefore, isAnswered = false, limit } = query;
  const { id: idColumn, since, promised, holder = null, lang = null, about, ...source } = SOURCES[queue];
  const from = isAnswered ? ANSWERED : source.from;
  const isOfSupport = held != null || holderName != null || spoken != null || isAnswered;
  if ((lateAt != null && promised === null) || (isOfSupport && holder === null)) return [];
  const params: unknown[] = [limit];
  const and = (condition: (parameter: string) => string, value: unknown) =>
    value == null ? '' : ` AND ${condition(`$${params.push(value)}`)}`;
  const isLate = lateAt != null;
  const table = from.slice(0, from.indexOf(' '));
  const where = [
    and(
      (parameter) =>
        isLate
          ? `(${promised}, id) > ((SELECT ${promised} FROM ${table} WHERE id = ${parameter}), ${parameter}::int8)`
          : `id ${isAnswered ? '<' : '>'} ${parameter}`,
      after,
    ),
    and((parameter) => `user_id = ${parameter}`, user),
    and((parameter) => `${idColumn} = ${parameter}`, id),
    and((parameter) => `${promised} < to_timestamp(${parameter}::int8 / 1000.0)`, lateAt),
    and((parameter) => `${since} <= to_timestamp(${parameter}::int8 / 1000.0)`, askedBefore),
    and((parameter) => `${lang} = ${parameter}`, spoken),
    and((parameter) => `${holder} = (SELECT o.id FROM operators o WHERE o.name = ${parameter})`, holderName),
    held === 'none' ? ` AND ${holder} IS NULL` : and((parameter) => `${holder} = ${parameter}`, held),
  ].join('');
  const { rows } = await tx.query<Row>(
    `SELECT ${idColumn} AS id, id AS row, user_id, ${ms(since)} AS since, ${promised === null ? 'NULL' : ms(promised)} AS promised, ${about} AS about,
            ${holder === null ? 'NULL' : `(SELECT name FROM operators o WHERE o.id = ${holder} AND o.state = 'active')`} AS holder, ${lang ?? 'NULL'} AS lang
       FROM ${from}${where} ORDER BY ${isLate ? `${promised}, id` : `id ${isAnswered ? 'DESC' : ''}`} LIMIT $1`,
    params,
  );
  return rows.map(toCase);
}

function toCase({ id, row, user_id: userId, since, promised, holder, lang, about }: Row): CaseRow {
  const [first = '', asset, rest] = about;
  const text = asset === undefined ? first : `${fromUnits(BigInt(first), getAssetScale(asset))} ${asset} ${rest}`;
  return { id, row, userId, about: text, since: Number(since), promisedAt: promised === null ? null : Number(promised), holder, lang };
}

/** Cases that are counted whenever somebody looks; of a longer queue the last count is told. */
const COUNTED_MAX = 1_000;
const WITHDRAWALS = "withdrawals WHERE until IS NOT NULL AND (state IN ('review', 'approved') OR delay IS NOT NULL)";

/** Every queue that is counted: its rows, and what is read of the oldest and of the next promise (ms). */
type Counted = { from: string; since: string; promised: string | null; promisedMs: string | null };
const COUNTED: ReadonlyMap<string, Counted> = new Map([
  ['withdrawals', { from: WITHDRAWALS, since: 'requested_at', promised: 'until', promisedMs: 'until' }],
  ...Object.entries(SOURCES).map(
    ([name, { from, since, promised }]) =>
      [name, { from, since: ms(since), promised, promisedMs: promised === null ? null : ms(promised) }] as const,
  ),
]);
export type CountedQueue = QueueName | 'withdrawals';

/** Times in ms. */
export type QueueSummary = { count: number; oldest: number | null; promise: number | null };

const writeSummary = (queue: CountedQueue) => {
  const { from, since, promised, promisedMs } = COUNTED.get(queue) as Counted;
  const next =
    promised === null ? 'NULL::int8' : `(SELECT ${promisedMs} FROM ${from} AND ${promised} IS NOT NULL ORDER BY ${promised} LIMIT 1)`;
  return `SELECT '${queue}' AS queue, (SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT $1::int4 + 1) few) AS count,
            (SELECT waiting FROM operator_queue_sizes WHERE queue = '${queue}') AS kept,
            (SELECT ${since} FROM ${from} ORDER BY id LIMIT 1) AS oldest, ${next} AS promise`;
};

/**
 * Returns of each of these queues, in the order asked, how many cases wait, since when the oldest does, and what was promised next. One statement, that reads a
 * page of each, however long they are.
 */
export async function summariseQueues(tx: Tx, queues: readonly CountedQueue[]): Promise<({ name: CountedQueue } & QueueSummary)[]> {
  const { rows } = await tx.query<{ queue: string; count: string; kept: string | null; oldest: string | null; promise: string | null }>(
    queues.map(writeSummary).join(' UNION ALL '),
    [COUNTED_MAX],
  );
  const toMs = (text: string | null) => (text === null ? null : Number(text));
  return queues.map((name) => {
    const { count = '0', kept = null, oldest = null, promise = null } = rows.find(({ queue }) => queue === name) ?? {};
    const few = Number(count);
    return { name, count: few > COUNTED_MAX ? Math.max(few, Number(kept)) : few, oldest: toMs(oldest), promise: toMs(promise) };
  });
}

/** Returns how many cases wait and the newest row; null: none waits. However long the queue is, it reads a page of it. */
export async function readPulse(tx: Tx, queue: QueueName): Promise<{ count: number; newest: string | null }> {
  const { from } = SOURCES[queue];
  const { rows } = await tx.query<{ newest: string }>(`SELECT id AS newest FROM ${from} ORDER BY id DESC LIMIT 1`);
  const [summary] = await summariseQueues(tx, [queue]);
  return { count: summary?.count ?? 0, newest: rows[0]?.newest ?? null };
}

/** Counts the queues that are longer than what a look counts, and keeps what it found. `at` in ms. Returns which were counted. */
export async function countLongQueues(tx: Tx, at: number): Promise<string[]> {
  const counted: string[] = [];
  for (const [queue, { from }] of COUNTED) {
    const { rowCount } = await tx.query(
      `INSERT INTO operator_queue_sizes (queue, waiting, at) SELECT $1, (SELECT count(*) FROM ${from}), $2
        WHERE EXISTS (SELECT 1 FROM ${from} OFFSET $3::int4)
       ON CONFLICT (queue) DO UPDATE SET (waiting, at) = (excluded.waiting, excluded.at) RETURNING 1`,
      [queue, at, COUNTED_MAX],
    );
    if (rowCount === 1) counted.push(queue);
  }
  return counted;
}
