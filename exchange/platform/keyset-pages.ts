import type { ListFields } from '../../lib/protocol/fields';
import { FILE_PAGE_MAX, LIST_DAYS_MAX, PAGE_SIZE } from '../../lib/protocol/wire';
import { DomainError } from './domain-error';
import type { Database, Tx } from './db';

/** Rows that one scan of a list reads, matching or not, and scans for one page. */
export const SCAN_ROWS_MAX = 2_000;
export const SCANS_MAX = 5;
/** Above every row id: the cursor of the first page. */
export const ID_END = '9223372036854775807';
/** By how much the numbers of two rows may contradict their times. */
const DISORDER_MS = 60_000;
/** More steps than any two numbers of rows need. */
const STEPS_MAX = 64;
const DAY_MS = 86_400_000;

/** A keyset page: `from` (included) to (excluded) in ms, `limit` rows with an id below `before`, newest first. */
export type ListPage = { from: number | null; to: number | null; before: string | null; limit: number };

/**
 * Returns the connection that a list is read with. A file may come from the replica, at most a second stale from its first page on; each further page
 * is of the same moment or a later one, so none skips rows. A screen reads the primary: it shows what was just done.
 */
export function readerOf(db: Pick<Database, 'read' | 'past'>, { size }: Pick<ListFields, 'size'>): Tx {
  return size === 'file' ? db.past : db.read;
}

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
  const end = to === null ? ID_END : await findFirstSince(tx, table, to + DISORDER_MS);
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

/** Rows that are numbered by `id` and belong to an owner by `user_id` and `mode`, with an index of all three. In each expression the row is `o`. */
export type OwnRows<Row> = {
  table: string;
  /** What is joined to a row, for what is read of it. */
  joins?: string;
  columns: string;
  /** Whether a row is listed at all. */
  isListed?: string;
  kind?: string;
  /** When it happened. Its numbers need not grow with it where `isInOrder` is false: then a range is found by looking. */
  at: string;
  isInOrder: boolean;
  read(record: Record<string, unknown>): Row;
  numberOf(row: Row): string;
};

/** Whose rows, and what they are narrowed to; null is all of them. */
export type OwnRowsInput = ListPage & { userId: string; mode: string; market: string | null; kind: string | null };

/** Returns one page of an owner's rows, newest first, and the number before which the next one begins. */
export async function listOwnRows<Row>(tx: Tx, rows: OwnRows<Row>, input: OwnRowsInput): Promise<{ rows: Row[]; next: string | null }> {
  const { from, to, before } = input;
  const { first, end } = rows.isInOrder ? await findRange(tx, rows.table, { from, to, before }) : { first: '0', end: before ?? ID_END };
  const owner = [input.userId, input.mode];
  return collectPage<Row>(
    { end, limit: input.limit },
    {
      numberOf: rows.numberOf,
      async look(upTo, limit) {
        const passed = await tx.query<{ count: number; last: string | null }>(
          `SELECT count(*)::int4 AS count, min(id) AS last FROM (
             SELECT id FROM ${rows.table} WHERE user_id = $1 AND mode = $2 AND id < $3 AND id >= $4 ORDER BY id DESC LIMIT ${SCAN_ROWS_MAX}) p`,
          [...owner, upTo, first],
        );
        const [{ count, last } = { count: 0, last: null }] = passed.rows;
        if (last === null) return { rows: [], end: null };
        const found = await tx.query(
          `SELECT ${rows.columns} FROM ${rows.table} o ${rows.joins ?? ''}
            WHERE o.user_id = $1 AND o.mode = $2 AND o.id < $3 AND o.id >= $4 AND (${rows.isListed ?? 'true'})
              AND ($5::text IS NULL OR o.market = $5) AND ($6::text IS NULL OR ${rows.kind ?? 'NULL'} = $6)
              AND ($7::int8 IS NULL OR ${rows.at} >= to_timestamp($7 / 1000.0)) AND ($8::int8 IS NULL OR ${rows.at} < to_timestamp($8 / 1000.0))
            ORDER BY o.id DESC LIMIT $9`,
          [...owner, upTo, last, input.market, input.kind, from, to, limit],
        );
        return { rows: found.rows.map(rows.read), end: count < SCAN_ROWS_MAX ? null : last };
      },
    },
  );
}

/** Result of one scan: the rows that match, and the id below which the next scan begins, null at the end of the list. */
export type Scanned<Row> = { rows: Row[]; end: string | null };

/** Collects one page of a filtered list with up to `SCANS_MAX` scans of `SCAN_ROWS_MAX` rows each; `next` is the cursor, null at the end. */
export async function collectPage<Row>(
  { end, limit }: { end: string; limit: number },
  { numberOf, look }: { numberOf(row: Row): string; look(end: string, limit: number): Promise<Scanned<Row>> },
): Promise<{ rows: Row[]; next: string | null }> {
  const rows: Row[] = [];
  let before = end;
  for (let looks = 0; looks < SCANS_MAX; looks += 1) {
    const found = await look(before, limit - rows.length);
    rows.push(...found.rows);
    const last = rows.at(-1);
    if (last !== undefined && rows.length >= limit) return { rows, next: numberOf(last) };
    if (found.end === null) return { rows, next: null };
    before = found.end;
  }
  return { rows, next: before };
}
