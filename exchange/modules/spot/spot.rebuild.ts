import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { listPrintsBetween, parsePrices, findLastPrint } from '../market-data/market-data';
import { type MarketTerms, OrderBook, type RestingOrder, stepsOfUnits, toReachedTicks, toTicks } from '../matching/matching';
import type { OrderRow } from './spot.commands';
import { ORDER_COLUMNS, readOrder } from './spot.repository';
import type { Books } from './spot.state';
import { type Entry, StopBook, type WaitingStop } from './spot.stops';

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
  const open = `o.status IN ('open', 'partially_filled')`;
  const rest = (order: OrderRow) => books[order.mode].book.add(toResting(terms, order));
  const wait = (order: OrderRow) => books[order.mode].stops.addStop(toStop(terms, order));
  const expect = (order: OrderRow) => books[order.mode].stops.setEntry(toEntry(terms, order));
  // Page by page: what a book keeps for taking changes back stays small.
  const commit = () => {
    for (const { book, stops } of Object.values(books)) {
      book.commit();
      stops.commit();
    }
  };
  await eachOrder(tx, { terms, where: open, by: 'rank' }, rest, commit);
  await eachOrder(tx, { terms, where: `o.status = 'waiting'`, by: 'id' }, wait, commit);
  await eachOrder(tx, { terms, where: `o.exits = 'pending'`, by: 'id' }, expect, commit);
  for (const { book } of Object.values(books)) book.sequence = sequence;
  await findMissed(tx, terms, Object.values(books));
  return books;
}

function createBooks(): Books {
  return { book: new OrderBook(), stops: new StopBook() };
}

async function eachOrder(
  tx: Tx,
  { terms, where, by }: { terms: MarketTerms; where: string; by: 'id' | 'rank' },
  take: (order: OrderRow) => void,
  endPage: () => void,
): Promise<void> {
  let after = 0;
  for (;;) {
    const { rows } = await tx.query(
      `SELECT ${ORDER_COLUMNS} FROM spot_orders o WHERE o.market = $1 AND ${where} AND o.${by} > $2::int8 ORDER BY o.${by} LIMIT $3`,
      [terms.symbol, String(after), PAGE_ROWS],
    );
    const orders = rows.map(readOrder);
    for (const order of orders) take(order);
    endPage();
    const last = orders.at(-1);
    if (last === undefined || orders.length < PAGE_ROWS) return;
    after = last[by];
  }
}

function toResting(terms: MarketTerms, order: OrderRow): RestingOrder {
  return {
    id: order.id,
    owner: order.owner,
    isBid: order.side === 'buy',
    price: toTicks(terms, order.price as string),
    rested: stepsOfUnits(terms, order.rested),
    rest: stepsOfUnits(terms, order.quantity - order.filled),
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
    since: order.createdAt,
  };
}

function toEntry(terms: MarketTerms, order: OrderRow): Entry {
  return {
    id: order.id,
    owner: order.owner,
    takeProfit: toTicks(terms, order.takeProfit as string),
    stop: toTicks(terms, order.stopLoss as string),
    hasFills: order.filled > 0n,
    isClosed: order.status !== 'open' && order.status !== 'partially_filled',
    since: order.createdAt,
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
