import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { formatPrice, type MarketTerms, OrderBook, stepsOfUnits, toTicks } from '../matching/matching';

/** Orders read at once: bounds the memory of a rebuild beside the book itself. */
const PAGE_ROWS = 20_000;

type OpenRow = { id: string; user_id: string; mode: Mode; side: 'buy' | 'sell'; price: string; rested: string; rest: string };

/**
 * Returns both books of a market as the database has them. Ids are given in the order in which the writer takes orders, so adding them by
 * id restores the time priority. `sequence` (a time in ms) starts above every number that an earlier writer has shown.
 */
export async function rebuildBooks(tx: Tx, terms: MarketTerms, sequence: number): Promise<Record<Mode, OrderBook>> {
  const books = { real: new OrderBook(), demo: new OrderBook() };
  let after = '0';
  for (;;) {
    const { rows } = await tx.query<OpenRow>(
      `SELECT id, user_id, mode, side, price, rested, quantity - filled AS rest FROM spot_orders
        WHERE market = $1 AND status IN ('open', 'partially_filled') AND id > $2::int8 ORDER BY id LIMIT $3`,
      [terms.symbol, after, PAGE_ROWS],
    );
    for (const row of rows) {
      books[row.mode].add({
        id: Number(row.id),
        owner: Number(row.user_id),
        isBid: row.side === 'buy',
        price: toTicks(terms, formatPrice(row.price)),
        rested: stepsOfUnits(terms, BigInt(row.rested)),
        rest: stepsOfUnits(terms, BigInt(row.rest)),
      });
    }
    for (const book of Object.values(books)) book.commit();
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE_ROWS) break;
    after = last.id;
  }
  for (const book of Object.values(books)) book.sequence = sequence;
  return books;
}
