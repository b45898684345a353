import { spendOf, unitsOfSteps } from '../matching/matching';
import type { Draft } from './spot.draft';
import type { Placed } from './spot.matching';
import type { Fill } from './spot.postings';
import type { BookEntry } from './spot.state';

/** What the quotes of an account in this book would hold of what it gives on one side: it trades nowhere else, so the book is all there is. */
export function quotedBy({ quotes }: BookEntry, owner: number, isBuy: boolean): bigint {
  return quotes.ofOwner(owner).reduce((sum, quote) => (quote.isBuy === isBuy ? sum + quote.held : sum), 0n);
}

/** Takes out of an order of the house what it met of the house's quotes: that goes on the tape, and nobody's money moves. Returns the rest of it. */
export function splitOffTape(draft: Draft, entry: BookEntry, placed: Placed): Placed {
  const { terms, mode, quotes } = entry;
  const tape = placed.fills.filter(({ makerOrderId }) => quotes.get(makerOrderId) !== undefined);
  if (tape.length === 0) return placed;
  const row = { ...placed.row };
  let { spent } = placed;
  for (const fill of tape) {
    draft.tape.push({ fill, terms, mode });
    shrinkQuote(entry, fill);
    row.quantity -= fill.quantity;
    row.filled -= fill.quantity;
    row.filledValue -= fill.value;
    row.fee -= fill.takerFee;
    spent -= fill.isTakerBuy ? fill.value : fill.quantity;
  }
  return { ...placed, row, spent, fills: placed.fills.filter((fill) => !tape.includes(fill)) };
}

/** What is left of a quote is a quote of that size: as if it had been placed anew, at the end of its level. */
function shrinkQuote({ terms, book, quotes }: BookEntry, { makerOrderId: id }: Fill): void {
  const quote = quotes.get(id);
  const order = book.get(id);
  quotes.delete(id);
  if (quote === undefined || order === undefined) return;
  const { owner, isBid, price, rest } = order;
  const quantity = unitsOfSteps(terms, rest);
  book.remove(order);
  book.add({ id, owner, isBid, price, rested: rest, rest });
  quotes.set({ ...quote, held: spendOf(terms, isBid, price, rest), row: { ...quote.row, quantity, rested: quantity } });
}
