import { QUEUES, type QueueName } from '../../lib/operator/queues';
import type { ReportName } from '../../lib/operator/reports';
import { describeDay, readCustodyDay, readFeesDay, readLedgerDay, readWithdrawalsDay } from './reports.repository';
import { listPublished } from '../modules/announcements/announcements';
import { listHalts } from '../modules/halts/halts';
import { listLog, listOpenRequests } from '../modules/operators/operators';
import { readMarketRisk } from '../modules/perpetual/perpetual';
import { describePresales } from '../modules/presale/presale';
import { listNewestRows } from '../modules/registry/registry';
import { listIncidents } from '../modules/status/status';
import { listSavedAnswers } from '../modules/support/support';
import { listJobs } from '../platform/jobs.repository';
import type { Seat } from './desk';
import { listLetters, readPools } from './house-reading';
import { listCases } from './queues.repository';

/** A page of a report: `next` is what the following one goes on behind, null at its end. */
export type ReportPage = { columns: string[]; rows: string[][]; next: string | null };
type Asked = { report: ReportName; day: string; after: string | null; limit: number };

const LIST_MAX = 100;
const toIso = (ms: number | null) => (ms === null ? '' : new Date(ms).toISOString());
/** A page of what is read by how many rows were read before it: `after` is that number. */
const sliced = (columns: string[], rows: string[][], { limit, offset }: { limit: number; offset: number }): ReportPage => ({
  ...{ columns, rows, next: rows.length < limit ? null : String(offset + rows.length) },
});
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
    case 'registry':
      return readRegistry(seat, { after, limit });
    case 'log':
      return readLog(seat, { after, limit });
    case 'announcements':
    case 'presales':
    case 'incidents':
    case 'answers':
      return readTold(seat, report, { limit, offset: Number(after ?? 0) });
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

/** What everybody is told and offered, the newest first, and what operators answer with. */
type Told = 'announcements' | 'presales' | 'incidents' | 'answers';
async function readTold({ db }: Seat, report: Told, page: { limit: number; offset: number }): Promise<ReportPage> {
  if (report === 'announcements') {
    const rows = (await listPublished(db.long, page)).map(({ id, title, audience, startsAt, endsAt, langs }) => [
      ...[id, title, audience, startsAt.toISOString()],
      ...[endsAt?.toISOString() ?? '', langs],
    ]);
    return sliced(['announcement', 'title', 'to', 'from', 'until', 'languages'], rows, page);
  }
  if (report === 'presales') {
    const rows = (await describePresales(db.long, page)).map(
      ({ id, code, asset, price, supply, sold, startsAt, endsAt, state, outcome }) => [
        ...[id, code, asset, price, supply, sold],
        ...[toIso(startsAt), toIso(endsAt), outcome ?? state],
      ],
    );
    return sliced(['pre-sale', 'code', 'token', 'price', 'supply', 'sold', 'from', 'until', 'state'], rows, page);
  }
  if (report === 'incidents') {
    const rows = (await listIncidents(db.long, { lang: 'en', ...page })).map(({ id, area, subject, openedAt, closedAt, text }) => [
      ...[id, area, subject, toIso(openedAt), toIso(closedAt), text ?? ''],
    ]);
    return sliced(['incident', 'area', 'subject', 'opened', 'closed', 'text'], rows, page);
  }
  const rows = (await listSavedAnswers(db.read)).map(({ name, lang, text }) => [name, lang, text]);
  return whole(['answer', 'language', 'text'], rows);
}

type Page = { after: string | null; limit: number };

/** The change log, newest first; `after` is how many versions were read before. */
async function readRegistry({ db }: Seat, { after, limit }: Page): Promise<ReportPage> {
  const offset = Number(after ?? 0);
  const versions = await listNewestRows(db.long, { limit, offset });
  const rows = versions.map(({ kind, code, version, takesEffectAt, note, terms }) => [
    ...[`${kind} ${code}`, String(version), toIso(takesEffectAt), note],
    JSON.stringify(terms),
  ]);
  return sliced(['entry', 'version', 'in force from', 'note', 'terms'], rows, { limit, offset });
}

/** The operators' log, newest first. */
async function readLog({ db }: Seat, { after, limit }: Page): Promise<ReportPage> {
  const lines = await listLog(db.long, after === null ? null : Number(after), limit);
  const rows = lines.map(({ seq, entry, hash }) => [
    ...[String(seq), toIso(entry.at), entry.actor, entry.proof, entry.phase, entry.act, entry.target],
    ...[entry.reason, entry.requestId ?? '', entry.outcome, hash],
  ]);
  const last = lines.at(-1)?.seq ?? 1;
  return {
    columns: ['row', 'at', 'operator', 'by', 'phase', 'act', 'target', 'reason', 'request', 'outcome', 'hash'],
    rows,
    next: lines.length < limit || last === 1 ? null : String(last),
  };
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
  if (report === 'approvals') {
    const rows = (await listOpenRequests(db.read, clock.now())).map(
      ({ id, act, target, requester, requestedAt, expiresAt, reason, preview }) => [
        ...[id, act, target, requester, toIso(requestedAt), toIso(expiresAt)],
        ...[reason, preview],
      ],
    );
    return whole(['request', 'act', 'target', 'asked by', 'asked at', 'lapses', 'reason', 'what is done'], rows);
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
