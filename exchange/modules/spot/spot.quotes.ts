import { type Draft, shrinkQuote } from './spot.draft';
import type { Placed } from './spot.matching';
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
    shrinkQuote(entry, fill.makerOrderId);
    row.quantity -= fill.quantity;
    row.filled -= fill.quantity;
    row.filledValue -= fill.value;
    row.fee -= fill.takerFee;
    spent -= fill.isTakerBuy ? fill.value : fill.quantity;
  }
  return { ...placed, row, spent, fills: placed.fills.filter((fill) => !tape.includes(fill)) };
}
