import { type BookLevel, calculateDistance, IMPACT_LEVELS } from '../../../lib/rules/perpetual-funding';
import type { PerpetualBook } from './perpetual.book';

/** Returns how far a book is from an index price (price units), null where either side is too thin to say. Looks at a bounded number of levels. */
export function findDistance(book: PerpetualBook, indexPrice: bigint): bigint | null {
  const { terms } = book;
  const side = (name: 'bids' | 'asks') =>
    book.levels(name, IMPACT_LEVELS).map(
      ({ price, quantity }): BookLevel => ({
        price: BigInt(price) * terms.tickUnits,
        quantity: BigInt(quantity) * terms.stepUnits,
      }),
    );
  return calculateDistance({ indexPrice, bids: side('bids'), asks: side('asks') });
}
