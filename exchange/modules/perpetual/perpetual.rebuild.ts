import { toScaled } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { MODES } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { type MarketTerms, OrderBook, queuedUpBy, stepsOfUnits, toTicks } from '../matching/matching';
import { findBasisAt, findRound } from './perpetual.funding.repository';
import { POSITION_COLUMNS, readPosition } from './perpetual.positions.repository';
import { ORDER_COLUMNS, readOrder } from './perpetual.repository';
import { PerpetualBook } from './perpetual.book';
import type { RulesOf } from './perpetual.rules';

/** Rows read at once: bounds the memory of a rebuild beside the book itself. */
const PAGE_ROWS = 20_000;

/**
 * Returns both books of a market as the database has them, with their positions and what is due of each. Orders are added in the order in which
 * they came to rest, which restores their time priority; `now` (ms) is where their sequences start, above every number that an earlier writer has shown.
 */
export async function rebuildBooks(
  tx: Tx,
  terms: MarketTerms,
  input: { fundOwner: number; now: number; rulesOf: RulesOf },
): Promise<PerpetualBook[]> {
  const books = MODES.map((mode) => new PerpetualBook(terms, input.rulesOf, mode, new OrderBook(), input.fundOwner));
  const bookOf = (mode: string) => books.find((book) => book.mode === mode) as PerpetualBook;
  const positions = {
    select: `${POSITION_COLUMNS}, id AS place FROM perpetual_positions`,
    open: `mode = ANY('{real,demo}') AND closed_at IS NULL`,
    place: 'id',
  };
  await eachRow(tx, positions, terms.symbol, (record) => {
    const { mode, position } = readPosition(record);
    bookOf(mode).setPosition(position.owner, position);
  });
  const place = 'coalesce(rank, id)';
  const orders = {
    select: `${ORDER_COLUMNS}, ${place} AS place, CASE WHEN o.taking_limit IS NOT NULL THEN ${queuedUpBy('perpetual')} END AS amendment FROM perpetual_orders o`,
    open: `status IN ('open', 'partially_filled')`,
    place,
  };
  await eachRow(tx, orders, terms.symbol, (record) => {
    const order = readOrder(record);
    if (order.takingLimit !== null) {
      bookOf(order.mode).taking.set({ ...order, amendment: record.amendment === null ? null : Number(record.amendment) });
      return;
    }
    const units = (price: string | null) => (price === null ? null : toScaled(price, PERPETUAL_SCALE));
    bookOf(order.mode).rest(
      {
        id: order.id,
        owner: order.owner,
        isBid: order.side === 'buy',
        price: toTicks(terms, order.price ?? ''),
        rested: stepsOfUnits(terms, order.rested),
        rest: stepsOfUnits(terms, order.quantity - order.filled),
      },
      { ...order, takeProfit: units(order.takeProfit), stopLoss: units(order.stopLoss) },
    );
  });
  for (const book of books) {
    book.commit();
    book.book.sequence = input.now;
  }
  await Promise.all(books.map((book) => restoreFunding(tx, book, input.now)));
  return books;
}

async function restoreFunding(tx: Tx, book: PerpetualBook, now: number): Promise<void> {
  const of = { market: book.terms.symbol, mode: book.mode };
  const [basis, round] = await Promise.all([findBasisAt(tx, { ...of, at: now }), findRound(tx, of)]);
  book.basis = basis;
  if (round !== null) book.funding.restore(round);
}

async function eachRow(
  tx: Tx,
  { select, open, place }: { select: string; open: string; place: string },
  market: string,
  take: (record: Record<string, unknown>) => void,
): Promise<void> {
  let after = '0';
  for (;;) {
    const { rows } = await tx.query(`SELECT ${select} WHERE market = $1 AND ${open} AND ${place} > $2::int8 ORDER BY ${place} LIMIT $3`, [
      market,
      after,
      PAGE_ROWS,
    ]);
    for (const row of rows) take(row);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) return;
    after = String(last.place);
  }
}
