import { writeCsvLine } from '../../lib/rules/csv';
import { DAY_REPORTS, REPORT_PAGE, REPORT_ROWS_MAX, reportEndpoints, REPORTS, sayIncomplete } from '../../lib/operator/reports';
import { ActionRefused, listOperators } from '../modules/operators/operators';
import type { OperatorActor } from '../platform/actor';
import type { Database } from '../platform/db';
import type { OperatorContext } from './desk';
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
  looks?: Pick<OperatorContext, 'listMarkets' | 'listWallets'> | undefined;
  rowsMax?: number;
};

const refuseIdle = (): never => {
  throw new ActionRefused('NOT_ALLOWED', 'Only an exchange that runs knows this: start it, then export again.');
};
/** What an exchange that stands still can't say. */
const IDLE: Pick<OperatorContext, 'listMarkets' | 'listWallets'> = { listMarkets: refuseIdle, listWallets: async () => refuseIdle() };

/**
 * Writes a report as CSV, with the authority and the rows of the log that the console's files have. `code` 1: it has more rows than a file holds, and its last
 * line says so. @throws ActionRefused
 */
export async function exportReport(
  { db, words, reason, now, looks, rowsMax = REPORT_ROWS_MAX }: Call,
  actor: OperatorActor,
): Promise<{ code: 0 | 1; text: string }> {
  const [report, ...rest] = words;
  const [day] = rest.filter((word) => !word.includes('='));
  const filters = Object.fromEntries(
    rest.filter((word) => word.includes('=')).map((word) => [word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1)]),
  );
  const roles = (await listOperators(db.read)).find(({ name }) => name === actor.name)?.roles ?? [];
  const context = { db, clock: { now }, actor, roles, ...(looks ?? IDLE) };
  const lines: string[] = [];
  let after: string | null = null;
  for (let rows = 0; rows < rowsMax; ) {
    const asked = { report, day: day ?? new Date(now()).toISOString().slice(0, 10), after, filters, reason };
    const parsed = reportEndpoints.read.input.safeParse(asked);
    if (!parsed.success)
      throw new ActionRefused('INPUT_INVALID', `${parsed.error.issues[0]?.path.join('.')}: ${parsed.error.issues[0]?.message}`);
    const page = await takeReport(context, { ...parsed.data, limit: REPORT_PAGE });
    if (lines.length === 0) lines.push(writeCsvLine(page.columns));
    lines.push(...page.rows.map(writeCsvLine));
    rows += page.rows.length;
    after = page.next;
    if (after === null) break;
  }
  if (after !== null) lines.push(writeCsvLine([sayIncomplete(rowsMax)]));
  return { code: after === null ? 0 : 1, text: lines.join('') };
}
