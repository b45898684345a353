import { findList, filtersOf, LIST_NAMES, type ListFilters } from '../../lib/operator/lists';
import { queueEndpoints, QUEUES, type QueueName } from '../../lib/operator/queues';
import type { ReportName } from '../../lib/operator/reports';
import { type ActName, ActRefused, mayAct } from '../modules/operators/operators';
import type { ListSeat } from './desk';
import { describeFilters } from './list-words';
import { readListPage } from './lists';
import { performLook } from './look';
import { listCases, toCaseQuery } from './queues.repository';
import { describeDay, readCustodyDay, readFeesDay, readLedgerDay, readWithdrawalsDay } from './reports.repository';

/** A page of a report: `next` is what the following one goes on behind, null at its end. */
type ReportPage = { columns: string[]; rows: string[][]; next: string | null };
type Asked = { report: ReportName; day: string; after: string | null; filters: ListFilters; limit: number };

const toIso = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());
const whole = (columns: string[], rows: string[][]): ReportPage => ({ columns, rows, next: null });

/** Returns a page of what operators may take away as a table; that they do is a row of the log, with its reason. @throws ActRefused */
export async function takeReport(seat: ListSeat, { reason, ...asked }: Asked & { reason: string }): Promise<ReportPage> {
  const { report, day, after, filters } = asked;
  // Who may not see a list takes no file of it away, and no row of the log says that they did.
  const page = await readReport(seat, asked);
  await performLook(seat, { act: 'reports.read', reason, input: { report, day, after, filter: describeFilters(filters) } });
  return page;
}

async function readReport(seat: ListSeat, { report, day, after, filters, limit }: Asked): Promise<ReportPage> {
  const queue = QUEUES.find((name) => name === report);
  if (queue !== undefined) return readQueue(seat, { queue, filters, after, limit });
  const list = LIST_NAMES.find((name) => name === report);
  if (list !== undefined) {
    const { columns, permission } = findList(list);
    if (!mayAct(seat.roles, permission as ActName)) throw new ActRefused('NOT_ALLOWED', `${seat.actor.name} may not see this list.`);
    const { rows, next } = await readListPage(seat, list, { filters: narrow(filtersOf(list), filters), after, limit });
    return { columns: columns.map(({ name }) => name), rows: rows.map(({ cells }) => cells), next };
  }
  if (Object.keys(filters).length > 0) throw new ActRefused('INPUT_INVALID', 'The figures of a day are not narrowed: take them whole.');
  const range = describeDay(day);
  const { long } = seat.db;
  switch (report) {
    case 'ledger':
      return whole(['account', 'journal', 'coin', 'journals', 'amount'], await readLedgerDay(long, range));
    case 'fees':
      return whole(['account', 'fee', 'coin', 'journals', 'amount'], await readFeesDay(long, range));
    case 'custody':
      return whole(['chain', 'coin', 'before', 'in', 'out', 'after'], await readCustodyDay(long, range));
    default:
      return readWithdrawalsDay(long, { ...range, after, limit });
  }
}

type Schema<T> = { safeParse(input: unknown): { success: true; data: T } | { success: false } };
function narrow<T>(schema: Schema<T>, filters: unknown): T {
  const parsed = schema.safeParse(filters);
  if (!parsed.success) throw new ActRefused('INPUT_INVALID', 'The list is not narrowed like this.');
  return parsed.data;
}

type QueueAsked = Pick<Asked, 'filters' | 'after' | 'limit'> & { queue: QueueName };
async function readQueue({ db, clock, actor, roles }: ListSeat, { queue, filters, after, limit }: QueueAsked): Promise<ReportPage> {
  if (!mayAct(roles, 'cases.read')) throw new ActRefused('NOT_ALLOWED', `${actor.name} may not see this list.`);
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
