import { z } from 'zod';
import { cursorField, defineEndpoint, ACCESS_LOG_WRITES, nothing, reasonField } from './define';
import { LIST_NAMES } from './lists';
import { QUEUES } from './queues';

/** What can be taken away as a table: figures of a day (UTC), and lists as they are now. */
export const DAY_REPORTS = ['ledger', 'fees', 'custody', 'withdrawals'] as const;
/** Withdrawals as their list shows them, whatever day they were asked for. */
export const WITHDRAWALS_NOW = 'withdrawals-now';
export const LIST_REPORTS = [...LIST_NAMES, WITHDRAWALS_NOW, ...QUEUES] as const;
export const REPORTS = [...DAY_REPORTS, ...LIST_REPORTS] as const;
export type ReportName = (typeof REPORTS)[number];
/** Rows of one answer, and of one file. */
export const REPORT_PAGE = 2_000;
export const REPORT_ROWS_MAX = 200_000;
/** The last line of a file of a list that has more rows than a file holds: whoever reads the file, or a program, can't take it for whole. */
export const sayIncomplete = (rowsMax: number = REPORT_ROWS_MAX) =>
  `INCOMPLETE: this file ends after ${rowsMax.toLocaleString('en')} rows, and there are more. Narrow the list and take it in parts.`;
const VIEWS_MAX = 100;
const QUERY_LENGTH_MAX = 200;

const listField = z.string().regex(/^[a-z-]{1,40}$/);
/** What stands in an address behind the question mark. */
const queryField = z
  .string()
  .max(
    QUERY_LENGTH_MAX,
    `what is shown is narrowed by more than a view keeps (${QUERY_LENGTH_MAX} characters): narrow it by less, then save it`,
  )
  .regex(/^[A-Za-z0-9=&_.+%-]*$/, 'no address of a list');
const nameField = z.string().trim().min(1).max(40);

export const reportEndpoints = {
  /** One page of a report. Every page is a row of the log. Cells are texts; amounts are decimals, times ISO. */
  read: defineEndpoint({
    name: 'reports.read',
    access: 'session',
    permission: 'reports.read',
    writes: ACCESS_LOG_WRITES,
    input: z.strictObject({
      report: z.enum(REPORTS),
      day: z.iso.date('a day such as 2026-03-01'),
      after: cursorField,
      /** What narrows a list, as its address says it; of figures of a day nothing does. */
      filters: z.record(z.string().max(40), z.string().max(60)).default({}),
      reason: reasonField,
    }),
    output: z.strictObject({
      columns: z.array(z.string()),
      rows: z.array(z.array(z.string())).max(REPORT_PAGE),
      next: z.string().nullable(),
    }),
  }),
  /** Looks at lists that an operator gave a name to; their own, and nothing of a person. */
  views: defineEndpoint({
    name: 'views.list',
    access: 'session',
    permission: null,
    writes: [],
    input: nothing,
    output: z.strictObject({ items: z.array(z.strictObject({ list: z.string(), name: z.string(), query: z.string() })).max(VIEWS_MAX) }),
  }),
  saveView: defineEndpoint({
    name: 'views.save',
    access: 'session',
    permission: null,
    writes: ['operator_views'],
    input: z.strictObject({ list: listField, name: nameField, query: queryField }),
    output: nothing,
  }),
  removeView: defineEndpoint({
    name: 'views.remove',
    access: 'session',
    permission: null,
    writes: ['operator_views'],
    input: z.strictObject({ list: listField, name: nameField }),
    output: nothing,
  }),
};
