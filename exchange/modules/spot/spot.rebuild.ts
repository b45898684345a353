import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { listPrintsBetween, parsePrices, findLastPrint } from '../market-data/market-data';
import {
  formatPrice,
  type MarketTerms,
  OrderBook,
  OrdersById,
  queuedUpBy,
  type RestingOrder,
  stepsOfUnits,
  toReachedTicks,
  toTicks,
} from '../matching/matching';
import type { OrderRow } from './spot.commands';
import { ORDER_COLUMNS, readOrder } from './spot.repository';
import type { Books, TakingOrder } from './spot.state';
import { type Entry, StopBook, toExitTicks, type WaitingStop } from './spot.stops';

/** Orders read at once: bounds the memory of a rebuild beside the book itself. */
const PAGE_ROWS = 20_000;
/**
 * Prints that are looked at again for stops that they reached while nobody watched: the last ten minutes of the chain. Without a process there
 * are no prints, and a living one takes over within seconds, so this is far more than can have been missed.
 */
const PRINTS_SEEN_AGAIN = 600;

/**
 * Returns what a market has in memory as the database has it. Ranks are given in the order in which the writer takes orders into a book, so
 * adding them by rank restores the time priority. `sequence` (a time in ms) starts above every number that an earlier writer has shown.
 */
export async function rebuildBooks(tx: Tx, terms: MarketTerms, sequence: number): Promise<Record<Mode, Books>> {
  const books = { real: createBooks(), demo: createBooks() };
  // Page by page: what a book keeps for taking changes back stays small.
  const commit = () => {
    for (const { book, stops, taking } of Object.values(books)) {
      book.commit();
      stops.commit();
      taking.commit();
    }
  };
  const open = { columns: RESTING_COLUMNS, terms, where: `${OPEN} AND o.taking_limit IS NULL`, by: 'rank' } as const;
  await eachRow<RestingRecord>(tx, open, commit, (row) => books[row.mode].book.add(toResting(terms, row)));
  const goingOn = {
    columns: `${ORDER_COLUMNS}, ${queuedUpBy('spot')} AS amendment`,
    terms,
    where: `${OPEN} AND o.taking_limit IS NOT NULL`,
    by: 'rank',
  } as const;
  await eachRow<OrderRecord & { amendment: string | null }>(tx, goingOn, commit, (row) =>
    books[row.mode].taking.set(toTaking(terms, readOrder(row), row.amendment === null ? null : Number(row.amendment))),
  );
  const waiting = { columns: ORDER_COLUMNS, terms, where: `o.status = 'waiting'`, by: 'id' } as const;
  await eachRow<OrderRecord>(tx, waiting, commit, (row) => books[row.mode].stops.addStop(toStop(terms, readOrder(row))));
  const pending = { columns: ORDER_COLUMNS, terms, where: `o.exits = 'pending'`, by: 'id' } as const;
  await eachRow<OrderRecord>(tx, pending, commit, (row) => books[row.mode].stops.setEntry(toEntry(terms, readOrder(row))));
  for (const { book } of Object.values(books)) book.sequence = sequence;
  await findMissed(tx, terms, Object.values(books));
  return books;
}

function createBooks(): Books {
  return { book: new OrderBook(), stops: new StopBook(), taking: new OrdersById(), quotes: new OrdersById() };
}

const OPEN = `o.status IN ('open', 'partially_filled')`;
/** Most of what is read at a start: no more columns than the book keeps. */
const RESTING_COLUMNS = 'o.id, o.user_id, o.mode, o.side, o.price, o.rested, o.quantity - o.filled AS rest, o.rank';
type RestingRecord = Record<'id' | 'user_id' | 'price' | 'rested' | 'rest' | 'rank', string> & { mode: Mode; side: 'buy' | 'sell' };
type OrderRecord = Record<'id' | 'rank', string> & { mode: Mode };

async function eachRow<R extends OrderRecord>(
  tx: Tx,
  { columns, terms, where, by }: { columns: string; terms: MarketTerms; where: string; by: 'id' | 'rank' },
  endPage: () => void,
  take: (row: R) => void,
): Promise<void> {
  let after = '0';
  for (;;) {
    const { rows } = await tx.query<R>(
      `SELECT ${columns} FROM spot_orders o WHERE o.market = $1 AND ${where} AND o.${by} > $2::int8 ORDER BY o.${by} LIMIT $3`,
      [terms.symbol, after, PAGE_ROWS],
    );
    for (const row of rows) take(row);
    endPage();
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = last[by];
  }
}

function toResting(terms: MarketTerms, row: RestingRecord): RestingOrder {
  return {
    id: Number(row.id),
    owner: Number(row.user_id),
    isBid: row.side === 'buy',
    price: toTicks(terms, formatPrice(row.price)),
    rested: stepsOfUnits(terms, BigInt(row.rested)),
    rest: stepsOfUnits(terms, BigInt(row.rest)),
  };
}

/** A stop goes through the book as the limit order that it is. */
function toTaking(terms: MarketTerms, order: OrderRow, amendment: number | null): TakingOrder {
  const { id, owner, side, price, timeInForce, filled, filledValue, fee } = order;
  return {
    id,
    owner,
    input: { side, kind: order.kind === 'market' ? 'market' : 'limit', price, timeInForce },
    limit: toTicks(terms, order.takingLimit as string),
    rest: stepsOfUnits(terms, order.quantity - filled),
    filled,
    filledValue,
    fee,
    isDue: order.stop !== null || order.entry !== null,
    amendment,
  };
}

function toStop(terms: MarketTerms, order: OrderRow): WaitingStop {
  return {
    id: order.id,
    owner: order.owner,
    isBuy: order.side === 'buy',
    stop: toTicks(terms, order.stop as string),
    isRising: order.stopSide === 'rise',
    limit: toTicks(terms, order.price as string),
    steps: stepsOfUnits(terms, order.quantity),
    held: order.held,
    partner: order.partner,
    since: order.stopSince ?? order.createdAt,
  };
}

function toEntry(terms: MarketTerms, order: OrderRow): Entry {
  return {
    id: order.id,
    owner: order.owner,
    ...toExitTicks(terms, order),
    hasFills: order.filled > 0n,
    isClosed: order.status !== 'open' && order.status !== 'partially_filled',
    since: order.exitsSince ?? order.createdAt,
  };
}

/** Marks the stops that a stored print has reached. A stop that still waits after such a print was missed, so it is due at once. */
async function findMissed(tx: Tx, terms: MarketTerms, books: readonly Books[]): Promise<void> {
  if (books.every(({ stops }) => stops.isEmpty)) return;
  const last = await findLastPrint(tx);
  if (last === null) return;
  const range = { from: last.time - PRINTS_SEEN_AGAIN * 1_000 + 1, to: last.time + 1, limit: PRINTS_SEEN_AGAIN };
  for (const print of await listPrintsBetween(tx, range)) {
    const ticks = toReachedTicks(terms, parsePrices(print.prices).get(terms.symbol) ?? '');
    if (ticks === null) continue;
    for (const { stops } of books) for (const id of stops.reached(ticks, print.time)) stops.missed.add(id);
  }
}
