import type { z } from 'zod';
import type { QueueCase, queueEndpoints, QueueName } from '../../lib/operator/queues';
import { PROMISE_MS } from '../../lib/rules/promises';
import { getAssetScale } from '../modules/ledger/ledger';
import type { Tx } from '../platform/db';
import { fromUnits } from '../platform/decimal';

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::int8`;

/** By when a case is promised: the column that orders promises, null in a case that has none, and the promise itself in ms. `isBefore` compares it with a parameter in ms. */
type Promised = { column: string; ms: string; isBefore(parameter: string): string };
const at = (column: string): Promised => ({
  column,
  ms: ms(column),
  isBefore: (parameter) => `${column} < to_timestamp(${parameter}::int8 / 1000.0)`,
});
const after = (column: string, spanMs: number): Promised => ({
  column,
  ms: `${column} + ${spanMs}`,
  isBefore: (parameter) => `${column} < ${parameter}::int8 - ${spanMs}`,
});

/** Where the cases of a queue lie. `row` is what a list goes on behind; a case of support has the number of its user. */
type Source = { from: string; id: string; since: string; promised: Promised; holder?: string; lang?: string; about: string };
const SOURCES: Readonly<Record<QueueName, Source>> = {
  identity: {
    from: `identity_submissions WHERE state = 'review'`,
    id: 'id',
    since: 'submitted_at',
    promised: at('review_until'),
    about: `ARRAY['verification']`,
  },
  loans: {
    from: `loans WHERE state = 'applying' AND needs_operators`,
    id: 'id',
    since: 'to_timestamp(applied_at / 1000.0)',
    promised: after('applied_at', PROMISE_MS.loans),
    about: `ARRAY[amount::text, 'USDT', 'for ' || days || ' days']`,
  },
  proofs: {
    from: 'deposit_proofs WHERE answer IS NULL',
    id: 'id',
    since: 'to_timestamp(given_at / 1000.0)',
    promised: after('given_at', PROMISE_MS.proofs),
    about: `ARRAY[amount::text, asset, 'on ' || network]`,
  },
  wires: {
    from: `wires WHERE state IN ('waiting', 'review')`,
    id: 'id',
    since: 'to_timestamp(asked_at / 1000.0)',
    promised: after('proof_at', PROMISE_MS.wires),
    about: `ARRAY[asked::text, asset, 'under ' || reference || ', ' || state]`,
  },
  claims: {
    from: 'vip_levels WHERE level >= 7 AND fulfilled_at IS NULL',
    id: 'id',
    since: 'to_timestamp(reached_at / 1000.0)',
    promised: after('reached_at', PROMISE_MS.claims),
    about: `ARRAY['VIP level ' || level]`,
  },
  support: {
    from: 'support_waits WHERE answered_at IS NULL',
    id: 'user_id',
    since: 'asked_at',
    promised: at('promised_at'),
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
  const { after: behind, user, id, lateAt, holder: held, holderName, lang: spoken, askedBefore, isAnswered = false, limit } = query;
  const { id: idColumn, since, promised, holder = null, lang = null, about, ...source } = SOURCES[queue];
  const from = isAnswered ? ANSWERED : source.from;
  const isOfSupport = held != null || holderName != null || spoken != null || isAnswered;
  if (isOfSupport && holder === null) return [];
  const params: unknown[] = [limit];
  const and = (condition: (parameter: string) => string, value: unknown) =>
    value == null ? '' : ` AND ${condition(`$${params.push(value)}`)}`;
  const isLate = lateAt != null;
  const table = from.slice(0, from.indexOf(' '));
  const where = [
    and(
      (parameter) =>
        isLate
          ? `(${promised.column}, id) > ((SELECT ${promised.column} FROM ${table} WHERE id = ${parameter}), ${parameter}::int8)`
          : `id ${isAnswered ? '<' : '>'} ${parameter}`,
      behind,
    ),
    and((parameter) => `user_id = ${parameter}`, user),
    and((parameter) => `${idColumn} = ${parameter}`, id),
    and(promised.isBefore, lateAt),
    and((parameter) => `${since} <= to_timestamp(${parameter}::int8 / 1000.0)`, askedBefore),
    and((parameter) => `${lang} = ${parameter}`, spoken),
    and((parameter) => `${holder} = (SELECT o.id FROM operators o WHERE o.name = ${parameter})`, holderName),
    held === 'none' ? ` AND ${holder} IS NULL` : and((parameter) => `${holder} = ${parameter}`, held),
  ].join('');
  const { rows } = await tx.query<Row>(
    `SELECT ${idColumn} AS id, id AS row, user_id, ${ms(since)} AS since, ${promised.ms} AS promised, ${about} AS about,
            ${holder === null ? 'NULL' : `(SELECT name FROM operators o WHERE o.id = ${holder} AND o.state = 'active')`} AS holder, ${lang ?? 'NULL'} AS lang
       FROM ${from}${where} ORDER BY ${isLate ? `${promised.column}, id` : `id ${isAnswered ? 'DESC' : ''}`} LIMIT $1`,
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
type Counted = { from: string; since: string; promised: Promised };
const COUNTED: ReadonlyMap<string, Counted> = new Map<string, Counted>([
  ['withdrawals', { from: WITHDRAWALS, since: 'requested_at', promised: after('until', 0) }],
  ...Object.entries(SOURCES).map(([name, { from, since, promised }]) => [name, { from, since: ms(since), promised }] as const),
]);
export type CountedQueue = QueueName | 'withdrawals';

/** `late`: how many are behind their promise, `COUNTED_MAX` and one at most. Times in ms. */
export type QueueSummary = { count: number; late: number; oldest: number | null; promise: number | null };

const writeSummary = (queue: CountedQueue) => {
  const { from, since, promised } = COUNTED.get(queue) as Counted;
  const { column } = promised;
  return `SELECT '${queue}' AS queue, (SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT $1::int4 + 1) few) AS count,
            (SELECT waiting FROM operator_queue_sizes WHERE queue = '${queue}') AS kept,
            (SELECT count(*) FROM (SELECT 1 FROM ${from} AND ${promised.isBefore('$2')} ORDER BY ${column} LIMIT $1::int4 + 1) due) AS late,
            (SELECT ${since} FROM ${from} ORDER BY id LIMIT 1) AS oldest,
            (SELECT ${promised.ms} FROM ${from} AND ${column} IS NOT NULL ORDER BY ${column} LIMIT 1) AS promise`;
};

/**
 * Returns of each of these queues, in the order asked, how many cases wait and are late at `now` (ms), since when the oldest does, and what was promised next. One
 * statement, that reads a page of each, however long they are.
 */
export async function summariseQueues(
  tx: Tx,
  queues: readonly CountedQueue[],
  now: number,
): Promise<({ name: CountedQueue } & QueueSummary)[]> {
  type Counts = { queue: string; count: string; kept: string | null; late: string; oldest: string | null; promise: string | null };
  const { rows } = await tx.query<Counts>(queues.map(writeSummary).join(' UNION ALL '), [COUNTED_MAX, now]);
  const toMs = (text: string | null) => (text === null ? null : Number(text));
  return queues.map((name) => {
    const { count = '0', kept = null, late = '0', oldest = null, promise = null } = rows.find(({ queue }) => queue === name) ?? {};
    const few = Number(count);
    return {
      name,
      count: few > COUNTED_MAX ? Math.max(few, Number(kept)) : few,
      late: Number(late),
      oldest: toMs(oldest),
      promise: toMs(promise),
    };
  });
}

/** Returns how many cases wait and the newest row; null: none waits. However long the queue is, it reads a page of it. */
export async function readPulse(
  tx: Tx,
  { queue, now }: { queue: QueueName; now: number },
): Promise<{ count: number; newest: string | null }> {
  const { from } = SOURCES[queue];
  const { rows } = await tx.query<{ newest: string }>(`SELECT id AS newest FROM ${from} ORDER BY id DESC LIMIT 1`);
  const [summary] = await summariseQueues(tx, [queue], now);
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
