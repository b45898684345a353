import { writeCsvLine } from '../../lib/operator/csv-text';
import { DAY_REPORTS, REPORT_PAGE, REPORT_ROWS_MAX, reportEndpoints, REPORTS } from '../../lib/operator/reports';
import { ActRefused, listOperators } from '../modules/operators/operators';
import type { OperatorActor } from '../platform/actor';
import type { Database } from '../platform/db';
import type { Seat } from './desk';
import { takeReport } from './reports';

export const EXPORT_USAGE = `  export <report> [day] [name=value ...]  write a report as CSV: a day (2026-03-01) for ${DAY_REPORTS.join(', ')}; lists as they are now, narrowed by
                                        name=value; needs --reason. Reports are ${REPORTS.join(', ')}
`;

type Call = {
  db: Database;
  words: readonly string[];
  reason: string;
  now(): number;
  /** What only an exchange that runs knows. */
  looks?: Pick<Seat, 'listMarkets' | 'listWallets'>;
};

/** Writes a report as CSV, with the authority and the rows of the log that the console's files have. @throws ActRefused */
export async function exportReport({ db, words, reason, now, looks }: Call, actor: OperatorActor): Promise<string> {
  const [report, ...rest] = words;
  const [day] = rest.filter((word) => !word.includes('='));
  const filters = Object.fromEntries(
    rest.filter((word) => word.includes('=')).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  const roles = (await listOperators(db.read)).find(({ name }) => name === actor.name)?.roles ?? [];
  const idle = { listMarkets: () => [], listWallets: () => Promise.resolve([]) };
  const seat = { db, clock: { now }, actor, roles, ...(looks ?? idle) };
  const lines: string[] = [];
  for (let after: string | null = null, rows = 0; rows < REPORT_ROWS_MAX; ) {
    const asked = { report, day: day ?? new Date(now()).toISOString().slice(0, 10), after, filters, reason };
    const parsed = reportEndpoints.read.input.safeParse(asked);
    if (!parsed.success)
      throw new ActRefused('INPUT_INVALID', `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`);
    const page = await takeReport(seat, { ...parsed.data, limit: REPORT_PAGE });
    if (lines.length === 0) lines.push(writeCsvLine(page.columns));
    lines.push(...page.rows.map(writeCsvLine));
    rows += page.rows.length;
    after = page.next;
    if (after === null) break;
  }
  return lines.join('');
}
