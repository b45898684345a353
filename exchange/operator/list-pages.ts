import type { ListFilters, ListRow } from '../../lib/operator/lists';
import type { ListSeat } from './desk';

/** `after`: where the page before ended. */
export type ListAsked = { filters: ListFilters; after: string | null; limit: number };
export type ListPage = { rows: ListRow[]; next: string | null };
export type Source = (seat: ListSeat, asked: ListAsked) => Promise<ListPage>;

export const iso = (at: number | Date | null) => (at === null ? '' : new Date(at).toISOString());
/** A row that leads to its object, unless `about` says otherwise. */
export const row = (
  id: string,
  cells: readonly (string | number)[],
  { about = id, isLate = false }: { about?: string | null; isLate?: boolean } = {},
): ListRow => ({
  ...{ id, about, isLate },
  cells: cells.map(String),
});

/** A page of what is read by how many rows were read before it: one row more than is shown is read. */
export async function sliced(
  { after, limit }: ListAsked,
  read: (page: { limit: number; offset: number }) => Promise<readonly ListRow[]>,
): Promise<ListPage> {
  const offset = Number(after ?? 0);
  const rows = await read({ limit: limit + 1, offset });
  return { rows: rows.slice(0, limit), next: rows.length > limit ? String(offset + limit) : null };
}

/** A page of what is read by the number of its last row. */
export async function numbered({ limit }: ListAsked, read: (limit: number) => Promise<readonly ListRow[]>): Promise<ListPage> {
  const rows = await read(limit + 1);
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}

/** A page of few rows that are all at hand. */
export const within = (asked: ListAsked, rows: readonly ListRow[]) =>
  sliced(asked, ({ limit, offset }) => Promise.resolve(rows.slice(offset, offset + limit)));

/** Whether a row is what a filter wants; none wants all. */
export const is = (wanted: string | undefined, value: string) => wanted === undefined || wanted === value;
