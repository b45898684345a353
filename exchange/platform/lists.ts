import type { ListFields } from '../../lib/protocol/fields';
import { FILE_PAGE_MAX, LIST_DAYS_MAX, PAGE_SIZE } from '../../lib/protocol/wire';
import { DomainError } from './domain-error';
import type { Tx } from './db';

/** Rows that one look at a list passes by at most, and looks for one page: what doesn't match is passed by as well. */
export const LOOK_ROWS_MAX = 2_000;
export const LOOKS_MAX = 5;
/** No row has this number. */
const AFTER_ALL = '9223372036854775807';
/** By how much the numbers of two rows may contradict their times. */
const DISORDER_MS = 60_000;
/** More steps than any two numbers of rows need. */
const STEPS_MAX = 64;
const DAY_MS = 86_400_000;

/** A page of a list: from (included) to (excluded) in ms, rows before a number, so many of them. */
export type ListPage = { from: number | null; to: number | null; before: string | null; limit: number };

/** Returns what the fields of a list ask for. @throws REQUEST_INVALID for a range that is empty or longer than `LIST_DAYS_MAX` */
export function toListPage({ from, to, before, size }: ListFields): ListPage {
  const page = { from: from === undefined ? null : Number(from), to: to === undefined ? null : Number(to) };
  if (page.from !== null && page.to !== null && (page.to <= page.from || page.to - page.from > LIST_DAYS_MAX * DAY_MS)) {
    throw new DomainError('REQUEST_INVALID', { params: { field: 'to' } });
  }
  return { ...page, before: before ?? null, limit: size === 'file' ? FILE_PAGE_MAX : PAGE_SIZE };
}

/** Returns the numbers between which all rows of a range are: `first` included, `end` excluded. Rows beside the range may be among them. */
export async function findRange(
  tx: Tx,
  table: string,
  { from, to, before }: Omit<ListPage, 'limit'>,
): Promise<{ first: string; end: string }> {
  const first = from === null ? '0' : await findFirstSince(tx, table, from - DISORDER_MS);
  const end = to === null ? AFTER_ALL : await findFirstSince(tx, table, to + DISORDER_MS);
  return { first, end: before !== null && BigInt(before) < BigInt(end) ? before : end };
}

/** Returns the smallest number of a row made at a time (ms) or later, by halves: numbers grow with time, so no index of times is needed. */
async function findFirstSince(tx: Tx, table: string, at: number): Promise<string> {
  const { rows } = await tx.query<{ low: string }>(
    `WITH RECURSIVE search AS (
       SELECT coalesce(min(id), 1) AS low, coalesce(max(id), 0) + 1 AS high, 0 AS step FROM ${table}
       UNION ALL
       SELECT CASE WHEN row.created_at < to_timestamp($1::int8 / 1000.0) THEN row.id + 1 ELSE low END,
              CASE WHEN row.created_at < to_timestamp($1::int8 / 1000.0) THEN high ELSE (low + high) / 2 END, step + 1
         FROM search CROSS JOIN LATERAL (SELECT id, created_at FROM ${table} WHERE id >= (low + high) / 2 ORDER BY id LIMIT 1) row
        WHERE low < high AND step < ${STEPS_MAX})
     SELECT low FROM search ORDER BY step DESC LIMIT 1`,
    [String(at)],
  );
  return rows[0]?.low ?? '1';
}

/** What one look found: rows that match, and the number before which the next look begins, null when there is nothing more. */
export type Looked<Row> = { rows: Row[]; end: string | null };

/** Returns one page of a list by a few looks, each of which passes by `LOOK_ROWS_MAX` rows at most; `next` null is the end. */
export async function collectPage<Row>(
  { end, limit }: { end: string; limit: number },
  { numberOf, look }: { numberOf(row: Row): string; look(end: string, limit: number): Promise<Looked<Row>> },
): Promise<{ rows: Row[]; next: string | null }> {
  const rows: Row[] = [];
  let before = end;
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const found = await look(before, limit - rows.length);
    rows.push(...found.rows);
    const last = rows.at(-1);
    if (last !== undefined && rows.length >= limit) return { rows, next: numberOf(last) };
    if (found.end === null) return { rows, next: null };
    before = found.end;
  }
  return { rows, next: before };
}
