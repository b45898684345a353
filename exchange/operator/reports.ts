import { QUEUES, type QueueName } from '../../lib/operator/queues';
import type { ReportName } from '../../lib/operator/reports';
import { describeDay, readCustodyDay, readFeesDay, readLedgerDay, readWithdrawalsDay } from './reports.repository';
import { listHalts } from '../modules/halts/halts';
import { readMarketRisk } from '../modules/perpetual/perpetual';
import { listJobs } from '../platform/jobs.repository';
import type { Seat } from './desk';
import { listLetters, readPools } from './house-reading';
import { listCases } from './queues.repository';

/** A page of a report: `next` is what the following one goes on behind, null at its end. */
export type ReportPage = { columns: string[]; rows: string[][]; next: string | null };
type Asked = { report: ReportName; day: string; after: string | null; limit: number };

const LIST_MAX = 100;
const toIso = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());
const whole = (columns: string[], rows: string[][]): ReportPage => ({ columns, rows, next: null });

/** Returns a page of what operators may take away as a table. */
export async function readReport(seat: Seat, { report, day, after, limit }: Asked): Promise<ReportPage> {
  const queue = QUEUES.find((name) => name === report);
  if (queue !== undefined) return readQueue(seat, { queue, after, limit });
  const range = describeDay(day);
  const { long } = seat.db;
  switch (report) {
    case 'ledger':
      return whole(['account', 'journal', 'coin', 'journals', 'amount'], await readLedgerDay(long, range));
    case 'fees':
      return whole(['account', 'fee', 'coin', 'journals', 'amount'], await readFeesDay(long, range));
    case 'custody':
      return whole(['chain', 'coin', 'before', 'in', 'out', 'after'], await readCustodyDay(long, range));
    case 'withdrawals':
      return readWithdrawalsDay(long, { ...range, after, limit });
    default:
      return readList(seat, report);
  }
}

async function readQueue({ db }: Seat, { queue, after, limit }: { queue: QueueName; after: string | null; limit: number }) {
  const cases = await listCases(db.read, queue, { after, limit });
  const rows = cases.map(({ id, userId, about, since, promisedAt }) => [id, userId, about, toIso(since), toIso(promisedAt)]);
  const next = cases.length < limit ? null : (cases.at(-1)?.row ?? null);
  return { columns: ['case', 'user', 'about', 'since', 'promised'], rows, next };
}

async function readList({ db, clock, listMarkets }: Seat, report: ReportName): Promise<ReportPage> {
  if (report === 'pools') {
    const rows = (await readPools(db.read)).map(({ pool, account, asset, free, reserved, until }) => [
      ...[pool, account, asset, free, reserved],
      toIso(until),
    ]);
    return whole(['pool', 'account', 'coin', 'free', 'promised', 'until'], rows);
  }
  if (report === 'jobs') {
    const jobs = await listJobs(db.read, LIST_MAX);
    const rows = jobs.map(({ id, kind, key, state, runAt, attempts, error }) => [
      ...[id, kind, key, state, runAt.toISOString()],
      ...[String(attempts), error ?? ''],
    ]);
    return whole(['job', 'kind', 'key', 'state', 'next', 'failed', 'error'], rows);
  }
  if (report === 'events') {
    const letters = await listLetters(db.read, LIST_MAX);
    const rows = letters.map(({ consumer, id, kind, at, attempts, error }) => [id, consumer, kind, toIso(at), String(attempts), error]);
    return whole(['event', 'consumer', 'kind', 'at', 'tried', 'error'], rows);
  }
  const looks = listMarkets();
  const risks = await readMarketRisk(db.long, { marks: looks, now: clock.now() });
  const halts = new Map((await listHalts(db.read)).map((halt) => [halt.market, halt.reason]));
  const rows = looks.map(({ market, state, price, mark }) => {
    const risk = risks.get(market);
    const { positions = 0, openInterest = '0', near = 0, liquidations = 0 } = risk ?? {};
    return [
      market,
      state,
      halts.get(market) ?? '',
      price ?? '',
      mark ?? '',
      String(positions),
      openInterest,
      String(near),
      String(liquidations),
    ];
  });
  return whole(['market', 'feed', 'halt', 'price', 'mark', 'positions', 'open interest', 'near liquidation', 'liquidated'], rows);
}
