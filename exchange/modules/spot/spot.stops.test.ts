import fc from 'fast-check';
import { expect, it } from 'vitest';
import { StopBook, type WaitingStop } from './spot.stops';

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'add', 'remove', 'entry', 'mark', 'rollback', 'commit'),
  id: fc.integer({ min: 1, max: 9 }),
  price: fc.integer({ min: 1, max: 9 }),
  isRising: fc.boolean(),
});

const toStop = ({ id, price, isRising }: { id: number; price: number; isRising: boolean }): WaitingStop => ({
  id,
  owner: id % 3,
  isBuy: isRising,
  stop: price,
  isRising,
  limit: price,
  steps: 1,
  held: 1n,
  partner: id + 100,
  since: 0,
});

/** What can be seen of a stop book at every price. */
function lookAt(book: StopBook): unknown {
  const prices = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return {
    reached: prices.map((price) => book.reached({ floor: price, ceil: price }, 1)),
    counts: [0, 1, 2].map((owner) => book.countOf(owner)),
    beside: prices.map((id) => book.stopBeside(id + 100)?.id),
    closed: book.closedEntries().sort(),
    nearest: book.nearest(),
  };
}

it('is after a rollback what it was at the mark, in 300 random histories', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const book = new StopBook();
      let marked = { mark: 0, seen: lookAt(book) };
      for (const one of steps) {
        const known = book.findStop(one.id);
        if (one.kind === 'add' && known === undefined) book.addStop(toStop(one));
        if (one.kind === 'remove' && known !== undefined) book.removeStop(known);
        if (one.kind === 'entry') {
          const entry = { id: one.id + 20, owner: 1, takeProfit: one.price + 1, stop: one.price, since: 0 };
          if (book.findEntry(entry.id) === undefined) book.setEntry({ ...entry, hasFills: one.isRising, isClosed: false });
          else if (one.isRising) book.setEntry({ ...entry, hasFills: true, isClosed: true });
          else book.removeEntry(entry.id);
        }
        if (one.kind === 'commit') book.commit();
        if (one.kind === 'mark' || one.kind === 'commit') marked = { mark: book.mark(), seen: lookAt(book) };
        if (one.kind === 'rollback') {
          book.rollback(marked.mark);
          expect(lookAt(book)).toEqual(marked.seen);
        }
      }
    }),
    { numRuns: 300 },
  );
});
