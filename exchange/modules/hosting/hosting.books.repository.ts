import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { type HostingPlan, hostingPlan } from '../registry/registry';
import type { BookParts } from './hosting.worth';

export type BookState = 'live' | 'stopping' | 'stopped';
/** A plan's book in one mode. Money in base units of USDT, units and `high` with 12 decimals, times in ms. */
export type Book = {
  id: string;
  plan: number;
  mode: Mode;
  userId: string;
  /** As they were when it was opened. */
  terms: HostingPlan;
  state: BookState;
  houseUnits: bigint;
  units: bigint;
  high: bigint;
  day: number;
  isSettling: boolean;
  nextAt: number | null;
  cashNeeded: bigint;
  openedAt: number;
  /** When it began to be wound up. */
  stoppingAt: number | null;
  stoppedAt: number | null;
  /** Prices (decimals, by market) of what one might have had instead, when it was opened; none where they weren't written down. */
  beside: Record<string, string>;
  /** The price of bitcoin where its simulated past begins; null where it wasn't written down. */
  pastBtc: string | null;
};
/** What the entries of a book up to a valuation come to, from its first on: put in less taken out, funding, and the fees of its orders. */
export type BookIncome = { putIn: bigint; funding: bigint; tradeFees: bigint };
export type Valuation = {
  book: string;
  day: number;
  dueAt: number;
  at: number;
  value: bigint;
  units: bigint;
  unitValue: bigint;
  parts: BookParts;
  beside: Record<string, string>;
  /** Days of the book that lost, its worst one and its largest fall up to here (fractions with 12 decimals), and the fees of all days before. */
  losingDays: number;
  worst: bigint;
  fall: bigint;
  feesBefore: bigint;
  /** The newest journal of its account then; null where it wasn't written down. */
  entriesTo: string | null;
  /** Null where it wasn't written down. */
  income: BookIncome | null;
};
export type ValuationRow = Valuation & { joined: bigint; paid: bigint; fees: bigint; returned: bigint };

type Row = Record<string, unknown>;
const big = (value: unknown) => BigInt(String(value));
const millis = (value: unknown) => (value === null ? null : Number(value));

function toBook(row: Row): Book {
  return {
    id: String(row.id),
    plan: Number(row.plan),
    mode: row.mode as Mode,
    userId: String(row.user_id),
    terms: hostingPlan.parse(row.terms),
    state: row.state as BookState,
    houseUnits: big(row.house_units),
    units: big(row.units),
    high: big(row.high),
    day: Number(row.day),
    isSettling: row.is_settling === true,
    nextAt: millis(row.next_at),
    cashNeeded: big(row.cash_needed),
    openedAt: Number(row.opened_at),
    stoppingAt: millis(row.stopping_at),
    stoppedAt: millis(row.stopped_at),
    beside: row.beside as Record<string, string>,
    pastBtc: (row.past_btc as string | null) ?? null,
  };
}

export async function insertBook(
  tx: Tx,
  input: Pick<Book, 'plan' | 'mode' | 'userId' | 'terms' | 'houseUnits' | 'units' | 'high' | 'openedAt'> & { nextAt: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO hosting_books (plan, mode, user_id, terms, house_units, units, high, opened_at, next_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      input.plan,
      input.mode,
      input.userId,
      JSON.stringify(input.terms),
      input.houseUnits,
      input.units,
      input.high,
      input.openedAt,
      input.nextAt,
    ],
  );
}

/** Keeps the first prices of the books of a mode that have none and were not valued yet. */
export async function setFirstPrices(tx: Tx, { mode, beside }: Pick<Book, 'mode' | 'beside'>): Promise<void> {
  const sql = `UPDATE hosting_books SET beside = $2 WHERE mode = $1 AND day = 0 AND beside = '{}'::jsonb`;
  await tx.query(sql, [mode, JSON.stringify(beside)]);
}

export async function findBook(tx: Tx, { plan, mode }: { plan: number; mode: Mode }, lock = false): Promise<Book | null> {
  const sql = `SELECT * FROM hosting_books WHERE plan = $1 AND mode = $2 ${lock ? 'FOR UPDATE' : ''}`;
  const { rows } = await tx.query<Row>(sql, [plan, mode]);
  return rows[0] === undefined ? null : toBook(rows[0]);
}

export async function lockBook(tx: Tx, id: string): Promise<Book> {
  const { rows } = await tx.query<Row>('SELECT * FROM hosting_books WHERE id = $1 FOR UPDATE', [id]);
  if (rows[0] === undefined) throw new Error(`there is no book ${id}`);
  return toBook(rows[0]);
}

export async function listBooks(tx: Tx): Promise<Book[]> {
  return (await tx.query<Row>('SELECT * FROM hosting_books ORDER BY id')).rows.map(toBook);
}

/** Returns the first book after `after` where something is to be done at `now` (ms); null when there is none. */
export async function findDueBook(tx: Tx, { after, now }: { after: string; now: number }): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `SELECT id FROM hosting_books WHERE id > $1 AND (next_at <= $2 OR is_settling OR state = 'stopping') ORDER BY id LIMIT 1`,
    [after, now],
  );
  return rows[0]?.id ?? null;
}

export async function updateBook(tx: Tx, book: Book): Promise<void> {
  await tx.query(
    `UPDATE hosting_books SET state = $2, house_units = $3, units = $4, high = $5, day = $6, is_settling = $7, next_at = $8, cash_needed = $9,
            stopped_at = $10, stopping_at = $11 WHERE id = $1`,
    [
      ...[book.id, book.state, book.houseUnits, book.units, book.high, book.day, book.isSettling, book.nextAt, book.cashNeeded],
      ...[book.stoppedAt, book.stoppingAt],
    ],
  );
}

export async function insertValuation(tx: Tx, input: Valuation): Promise<void> {
  await tx.query(
    `INSERT INTO hosting_valuations (book, day, due_at, at, value, units, unit_value, parts, beside, losing_days, worst, fall, fees_before, entries_to,
                                     put_in, funding, trade_fees)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [
      input.book,
      input.day,
      input.dueAt,
      input.at,
      input.value,
      input.units,
      input.unitValue,
      JSON.stringify(input.parts),
      JSON.stringify(input.beside),
      input.losingDays,
      input.worst,
      input.fall,
      input.feesBefore,
      input.entriesTo,
      input.income?.putIn,
      input.income?.funding,
      input.income?.tradeFees,
    ],
  );
}

export type Moved = { joined: bigint; paid: bigint; fees: bigint; returned: bigint };

export async function addToValuation(tx: Tx, { book, day }: { book: string; day: number }, moved: Moved): Promise<void> {
  await tx.query(
    `UPDATE hosting_valuations SET joined = joined + $3, paid = paid + $4, fees = fees + $5, returned = returned + $6 WHERE book = $1 AND day = $2`,
    [book, day, moved.joined, moved.paid, moved.fees, moved.returned],
  );
}

/** Returns up to `limit` valuations of a book from before a day (null: from the newest on), newest first. */
export async function listValuations(
  tx: Tx,
  { book, before = null, limit }: { book: string; before?: number | null; limit: number },
): Promise<ValuationRow[]> {
  const { rows } = await tx.query<Row>(
    'SELECT * FROM hosting_valuations WHERE book = $1 AND ($2::int4 IS NULL OR day < $2) ORDER BY day DESC LIMIT $3',
    [book, before, limit],
  );
  return rows.map((row) => ({
    book: String(row.book),
    day: Number(row.day),
    dueAt: Number(row.due_at),
    at: Number(row.at),
    value: big(row.value),
    units: big(row.units),
    unitValue: big(row.unit_value),
    parts: row.parts as BookParts,
    beside: row.beside as Record<string, string>,
    losingDays: Number(row.losing_days),
    worst: big(row.worst),
    fall: big(row.fall),
    feesBefore: big(row.fees_before),
    entriesTo: row.entries_to === null ? null : String(row.entries_to),
    income: row.put_in === null ? null : { putIn: big(row.put_in), funding: big(row.funding), tradeFees: big(row.trade_fees) },
    joined: big(row.joined),
    paid: big(row.paid),
    fees: big(row.fees),
    returned: big(row.returned),
  }));
}

/** `btc` is the price of bitcoin then, a decimal; null where it was not there. */
export type UnitPoint = { day: number; at: number; unitValue: bigint; btc: string | null };

/** Returns the value of a unit on a day and on every `step`th one before it, newest first, at most `count` of them. */
export async function listUnitValues(
  tx: Tx,
  { book, day, step, count }: { book: string; day: number; step: number; count: number },
): Promise<UnitPoint[]> {
  const { rows } = await tx.query<Row>(
    `SELECT v.day, v.at, v.unit_value, v.beside->>'BTC-USDT' AS btc
       FROM generate_series($2::int4, greatest(1, $2::int4 - $3::int4 * ($4::int4 - 1)), -$3::int4) AS d JOIN hosting_valuations v ON v.book = $1 AND v.day = d
      ORDER BY v.day DESC`,
    [book, day, step, count],
  );
  return rows.map((row) => ({
    day: Number(row.day),
    at: Number(row.at),
    unitValue: big(row.unit_value),
    btc: (row.btc as string | null) ?? null,
  }));
}

/** Returns between which journals of a book's account a day lies: after the first, up to the second; null is open. */
export async function findEntriesOf(tx: Tx, { book, day }: { book: string; day: number }): Promise<{ after: string; upTo: string | null }> {
  const { rows } = await tx.query<{ after: string | null; up_to: string | null }>(
    `SELECT (SELECT entries_to FROM hosting_valuations WHERE book = $1 AND day < $2 AND entries_to IS NOT NULL ORDER BY day DESC LIMIT 1) AS after,
            (SELECT entries_to FROM hosting_valuations WHERE book = $1 AND day >= $2 AND entries_to IS NOT NULL ORDER BY day LIMIT 1) AS up_to`,
    [book, day],
  );
  return { after: rows[0]?.after ?? '0', upTo: rows[0]?.up_to ?? null };
}

/** Returns the prices beside the first valuation of a book; null while there is none. */
export async function findFirstPrices(tx: Tx, book: string): Promise<Record<string, string> | null> {
  const sql = 'SELECT beside FROM hosting_valuations WHERE book = $1 ORDER BY day LIMIT 1';
  return (await tx.query<{ beside: Record<string, string> }>(sql, [book])).rows[0]?.beside ?? null;
}
