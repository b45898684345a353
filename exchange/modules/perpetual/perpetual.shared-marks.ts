import { FEED_STALE_MS, type Mode } from '../../../lib/protocol/wire';
import { averagePremium, calculateFundingRate, findNextFunding } from '../../../lib/rules/perpetual-funding';
import type { Database } from '../../platform/db';
import type { Logger } from '../../platform/logger';
import type { PerpetualBook } from './perpetual.book';
import { formatUnits8 } from './perpetual.wire';

/** A mark as the protocol shows it; prices as decimals, `rate` in units of 0.00000001, times in ms. */
export type ShownMark = { mark: string; index: string; rate: bigint; next: number; at: number };
type MarkRow = ShownMark & { market: string; mode: Mode };

/** Returns what a book that this process writes shows at its last mark, null before the first one. */
export function readOwnMark({ mark, funding }: PerpetualBook): ShownMark | null {
  if (mark === null) return null;
  const rate = calculateFundingRate(averagePremium(funding.sum, funding.count));
  const next = funding.next === 0 ? findNextFunding(mark.at) : funding.next;
  return { mark: formatUnits8(mark.price), index: formatUnits8(mark.index), rate, next, at: mark.at };
}

/**
 * Marks of books that several processes show and one of them writes: the writer stores them with every print, the others read them. On the
 * embedded database there is one process, so nothing is stored.
 */
export function createSharedMarks({ db, log }: { db: Database; log: Logger }) {
  const isShared = db.kind !== 'pglite';
  let others = new Map<string, ShownMark>();
  return {
    /** Stores the marks of the books that this process writes. */
    async store(books: readonly PerpetualBook[]): Promise<void> {
      const rows = books.flatMap((book): MarkRow[] => {
        const shown = readOwnMark(book);
        return shown === null ? [] : [{ market: book.terms.symbol, mode: book.mode, ...shown }];
      });
      if (isShared && rows.length > 0) await upsertMarks(db, rows);
    },
    /** Reads what the other processes stored. */
    async refresh(): Promise<void> {
      if (!isShared) return;
      try {
        others = await listMarks(db);
      } catch (error) {
        // What was read before gets too old by itself.
        log.warn({ err: error }, 'marks of other processes could not be read');
      }
    },
    /** Returns the mark of a book that another process writes, null when it has been silent for too long. */
    find(market: string, mode: Mode, now: number): ShownMark | null {
      const found = others.get(`${market}:${mode}`);
      return found === undefined || now - found.at > FEED_STALE_MS ? null : found;
    },
  };
}

async function upsertMarks(db: Database, rows: readonly MarkRow[]): Promise<void> {
  const column = (pick: (row: MarkRow) => unknown) => rows.map(pick);
  await db.read.query(
    `INSERT INTO perpetual_marks AS m (market, mode, mark, index_price, rate, next_funding, at)
     SELECT * FROM unnest($1::text[], $2::text[], $3::numeric[], $4::numeric[], $5::int8[], $6::int8[], $7::int8[])
     ON CONFLICT (market, mode) DO UPDATE SET mark = excluded.mark, index_price = excluded.index_price, rate = excluded.rate,
       next_funding = excluded.next_funding, at = excluded.at WHERE m.at < excluded.at`,
    [
      column(({ market }) => market),
      column(({ mode }) => mode),
      column(({ mark }) => mark),
      column(({ index }) => index),
      column(({ rate }) => String(rate)),
      column(({ next }) => next),
      column(({ at }) => at),
    ],
  );
}

async function listMarks(db: Database): Promise<Map<string, ShownMark>> {
  type Row = Record<'market' | 'mode' | 'mark' | 'index' | 'rate' | 'next_funding' | 'at', string>;
  const { rows } = await db.read.query<Row>(
    `SELECT market, mode, trim_scale(mark)::text AS mark, trim_scale(index_price)::text AS index, rate, next_funding, at FROM perpetual_marks`,
  );
  return new Map(
    rows.map((row) => [
      `${row.market}:${row.mode}`,
      { mark: row.mark, index: row.index, rate: BigInt(row.rate), next: Number(row.next_funding), at: Number(row.at) },
    ]),
  );
}
