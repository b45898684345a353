import type { ListFilters, ListRow } from '../../lib/operator/lists';
import { REPORT_ROWS_MAX } from '../../lib/operator/reports';
import { ActionRefused } from '../modules/operators/operators';
import type { ListContext } from './desk';

/** `after`: where the page before ended. */
export type ListAsked = { filters: ListFilters; after: string | null; limit: number };
export type ListPage = { rows: ListRow[]; next: string | null };
export type Source = (context: ListContext, asked: ListAsked) => Promise<ListPage>;

const DAY_MS = 86_400_000;

export const iso = (at: number | Date | null) => (at === null ? '' : new Date(at).toISOString());
/** Whether a version was in force before anybody could trade: its time says nothing else. `at` in ms. */
export const isFromTheBeginning = (at: number) => at < DAY_MS;
/** A row that leads to its object, unless `about` says otherwise. */
export const row = (
  id: string,
  cells: readonly (string | number)[],
  { about = id, isLate = false }: { about?: string | null; isLate?: boolean } = {},
): ListRow => ({
  ...{ id, about, isLate },
  cells: cells.map(String),
});

/** The name of a kind of job in words: `sandbox blocks` of `sandbox-blocks`. */
export const nameJobKind = (kind: string): string => kind.replaceAll('-', ' ');

/** Rows behind which no page of a list goes on that is read by how many rows were read before it: whoever asks for more reads a file's worth of rows for one page. */
const OFFSET_MAX = REPORT_ROWS_MAX;
const NUMBER = /^[0-9]{1,18}$/;

/** Returns what a cursor is made of, null at a list's beginning. @throws ActionRefused where the list has no such cursor */
function readCursor(after: string | null, shape: RegExp): string[] | null {
  if (after === null) return null;
  const found = shape.exec(after);
  if (found === null) throw new ActionRefused('INPUT_INVALID', 'The list has no row like the one that it should go on behind.');
  return found.slice(1);
}

/** A page of what moves while it is read: it goes on behind what its last row is ordered by (`place`), so that no row is lost or told twice for others that come and go. */
export async function placed(
  { after, limit }: ListAsked,
  shape: RegExp,
  read: (page: { limit: number; behind: string[] | null }) => Promise<readonly { row: ListRow; place: string }[]>,
): Promise<ListPage> {
  const found = await read({ limit: limit + 1, behind: readCursor(after, shape) });
  const shown = found.slice(0, limit);
  return { rows: shown.map((one) => one.row), next: found.length > limit ? (shown.at(-1)?.place ?? null) : null };
}

/** A page of what is read by how many rows were read before it: one row more than is shown is read. */
export async function sliced(
  { after, limit }: ListAsked,
  read: (page: { limit: number; offset: number }) => Promise<readonly ListRow[]>,
): Promise<ListPage> {
  readCursor(after, NUMBER);
  const offset = Number(after ?? 0);
  if (offset > OFFSET_MAX) throw new ActionRefused('INPUT_INVALID', `No page goes on behind ${OFFSET_MAX} rows: narrow the list.`);
  const rows = await read({ limit: limit + 1, offset });
  return { rows: rows.slice(0, limit), next: rows.length > limit ? String(offset + limit) : null };
}

/** A page of what is read by the number of its last row. */
export async function numbered({ after, limit }: ListAsked, read: (limit: number) => Promise<readonly ListRow[]>): Promise<ListPage> {
  readCursor(after, NUMBER);
  const rows = await read(limit + 1);
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** A page of few rows that are all at hand. */
export const within = (asked: ListAsked, rows: readonly ListRow[]) =>
  sliced(asked, ({ limit, offset }) => Promise.resolve(rows.slice(offset, offset + limit)));

/** Whether a row is what a filter wants; none wants all. */
export const is = (wanted: string | undefined, value: string) => wanted === undefined || wanted === value;
