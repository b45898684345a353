import { findList, filtersOf, LIST_NAMES, type ListFilters } from '../../lib/operator/lists';
import { queueEndpoints, QUEUES, type QueueName } from '../../lib/operator/queues';
import { type ReportName, WITHDRAWALS_NOW } from '../../lib/operator/reports';
import { withdrawalEndpoints } from '../../lib/operator/withdrawals';
import { type ActionName, ActionRefused, mayPerform } from '../modules/operators/operators';
import type { Tx } from '../platform/db';
import type { ListContext } from './desk';
import { cacheReport } from './report-cache';
import { describeFilters } from './list-words';
import { readListPage } from './lists';
import { logAccess } from './access-log';
import { listCases, toCaseQuery } from './queues.repository';
import { factsOf, listForDesk } from '../modules/withdrawals/withdrawals';
import { type Day, describeDay, readCustodyDay, readFeesDay, readLedgerDay, readWithdrawalsDay } from './reports.repository';

/** A page of a report: `next` is what the following one goes on behind, null at its end. */
type ReportPage = { columns: string[]; rows: string[][]; next: string | null };
type Asked = { report: ReportName; day: string; after: string | null; filters: ListFilters; limit: number };

const toIso = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());

type Figures = { columns: string[]; count: (tx: Tx, day: Day) => Promise<string[][]> };
/** Figures of a day that are counted whole. */
const FIGURES: Readonly<Record<'ledger' | 'fees' | 'custody', Figures>> = {
  ledger: { columns: ['account', 'journal', 'coin', 'journals', 'amount'], count: readLedgerDay },
  fees: { columns: ['account', 'fee', 'coin', 'journals', 'amount'], count: readFeesDay },
  custody: { columns: ['chain', 'coin', 'before', 'in', 'out', 'after'], count: readCustodyDay },
};

/** A page of figures, which are counted once for all their pages. */
async function readFigures(
  { db, clock }: Pick<ListContext, 'db' | 'clock'>,
  { report, day, after, limit }: Pick<Asked, 'day' | 'after' | 'limit'> & { report: keyof typeof FIGURES },
): Promise<ReportPage> {
  if (after !== null && !/^[0-9]{1,6}$/.test(after))
    throw new ActionRefused('INPUT_INVALID', 'The figures have no row like the one that they should go on behind.');
  const { columns, count } = FIGURES[report];
  const figures = { key: `${report} ${day}`, isFirst: after === null, now: clock.now(), count: () => count(db.long, describeDay(day)) };
  const rows = await cacheReport(db, figures);
  const [from, to] = [Number(after ?? 0), Number(after ?? 0) + limit];
  return { columns, rows: rows.slice(from, to), next: rows.length > to ? String(to) : null };
}

/** Returns a page of what operators may take away as a table; that they do is a row of the log, with its reason. @throws ActionRefused */
export async function takeReport(context: ListContext, { reason, ...asked }: Asked & { reason: string }): Promise<ReportPage> {
  const { report, day, after, filters } = asked;
  // Who may not see a list takes no file of it away, and no row of the log says that they did.
  const page = await readReport(context, asked);
  await logAccess(context, { act: 'reports.read', reason, input: { report, day, after, filter: describeFilters(filters) } });
  return page;
}

async function readReport(context: ListContext, { report, day, after, filters, limit }: Asked): Promise<ReportPage> {
  const queue = QUEUES.find((name) => name === report);
  if (queue !== undefined) return readQueue(context, { queue, filters, after, limit });
  if (report === WITHDRAWALS_NOW) return readWithdrawals(context, { filters, after, limit });
  const list = LIST_NAMES.find((name) => name === report);
  if (list !== undefined) {
    const { columns, permission } = findList(list);
    if (!mayPerform(context.roles, permission as ActionName))
      throw new ActionRefused('NOT_ALLOWED', `${context.actor.name} may not see this list.`);
    const { rows, next } = await readListPage(context, list, { filters: narrow(filtersOf(list), filters), after, limit });
    return { columns: columns.map(({ name }) => name), rows: rows.map(({ cells }) => cells), next };
  }
  if (Object.keys(filters).length > 0) throw new ActionRefused('INPUT_INVALID', 'The figures of a day are not narrowed: take them whole.');
  if (report === 'ledger' || report === 'fees' || report === 'custody') return readFigures(context, { report, day, after, limit });
  return readWithdrawalsDay(context.db.long, { ...describeDay(day), after, limit });
}

type Schema<T> = { safeParse(input: unknown): { success: true; data: T } | { success: false } };
function narrow<T>(schema: Schema<T>, filters: unknown): T {
  const parsed = schema.safeParse(filters);
  if (!parsed.success) throw new ActionRefused('INPUT_INVALID', 'The list is not narrowed like this.');
  return parsed.data;
}

async function readWithdrawals(
  { db, clock, actor, roles }: ListContext,
  { filters, after, limit }: Pick<Asked, 'filters' | 'after' | 'limit'>,
): Promise<ReportPage> {
  if (!mayPerform(roles, 'cases.read')) throw new ActionRefused('NOT_ALLOWED', `${actor.name} may not see this list.`);
  const { filter, user, after: behind } = narrow(withdrawalEndpoints.list.input, { ...filters, after });
  const found = await listForDesk(db.read, { filter, user, after: behind, limit });
  const now = clock.now();
  const rows = found.map((row) => {
    const { amount, fee, asset, network } = factsOf(row);
    const isLate = row.delay !== null || (row.until !== null && row.until < now);
    return [
      ...[row.id, row.userId, asset, network, amount, fee, row.state],
      toIso(row.requestedAt),
      toIso(row.until),
      isLate ? 'late' : '',
    ];
  });
  return {
    columns: ['withdrawal', 'user', 'coin', 'network', 'amount', 'fee', 'state', 'asked at', 'promised', 'late'],
    rows,
    next: found.length < limit ? null : (found.at(-1)?.id ?? null),
  };
}

type QueueAsked = Pick<Asked, 'filters' | 'after' | 'limit'> & { queue: QueueName };
async function readQueue({ db, clock, actor, roles }: ListContext, { queue, filters, after, limit }: QueueAsked): Promise<ReportPage> {
  if (!mayPerform(roles, 'cases.read')) throw new ActionRefused('NOT_ALLOWED', `${actor.name} may not see this list.`);
  const { waited, ...rest } = filters;
  const narrowed = narrow(queueEndpoints.list.input, { queue, ...rest, waited: waited === undefined ? null : Number(waited) });
  const cases = await listCases(db.read, queue, {
    ...toCaseQuery(narrowed, { now: clock.now(), operatorId: actor.operatorId }),
    after,
    limit,
  });
  const [isSupport, isAnswered] = [queue === 'support', filters.filter === 'answered'];
  const rows = cases.map(({ id, userId, about, since, promisedAt, lang, holder }) => [
    ...[id, userId, isAnswered ? 'answered' : about, toIso(since), isAnswered ? '' : toIso(promisedAt)],
    ...(isSupport ? [lang ?? '', holder ?? ''] : []),
  ]);
  const next = cases.length < limit ? null : (cases.at(-1)?.row ?? null);
  return { columns: ['case', 'user', 'about', 'since', 'promised', ...(isSupport ? ['language', 'seen to by'] : [])], rows, next };
}
