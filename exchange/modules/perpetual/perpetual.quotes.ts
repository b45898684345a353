import { formatTicks, type Match, unitsOfSteps } from '../matching/matching';
import type { OrderRow, Quote } from './perpetual.commands';
import type { FillRow } from './perpetual.draft';
import { holdOf } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.book';
import type { Taken } from './perpetual.taker';
import type { Work } from './perpetual.turn';

/** What the quotes of an account in this book would hold of its USDT: it trades nowhere else, so the book is all there is. */
export function quotedBy({ quotes }: PerpetualBook, owner: number): bigint {
  return quotes.ofOwner(owner).reduce((sum, { held }) => sum + held, 0n);
}

/**
 * Takes an order of the house into the draft: written is only what it met of others, as an order of that size where the rest of it is a quote.
 * `row` stays as it was done, the tape with it.
 */
export function settleOfHouse({ book, draft }: Work, row: OrderRow, { taped }: Pick<Taken, 'taped'>): void {
  const met = { ...row, filled: row.filled - taped.quantity, filledValue: row.filledValue - taped.value };
  if (met.filled > 0n) {
    const ending =
      row.rested > 0n ? { quantity: met.filled, rested: 0n, status: 'filled' as const } : { quantity: row.quantity - taped.quantity };
    draft.orders.push({ ...met, ...ending });
  }
  if (row.rested > 0n) setQuote(book, { ...row, quantity: row.rested, filled: 0n, filledValue: 0n, fee: 0n, realized: 0n, status: 'open' });
}

/** What the house trades with itself is a line of the tape: no order, no fee, no journal, no position. Returns the steps traded. */
export function tape(
  { book, draft }: Work,
  taken: Pick<Taken, 'quantity' | 'value' | 'taped'>,
  { maker, fill, isTakerBuy }: { maker: Match['maker']; fill: { steps: number; quantity: bigint; value: bigint }; isTakerBuy: boolean },
): number {
  const { quantity, value, steps } = fill;
  book.fill(maker.id, steps);
  shrinkQuote(book, maker.id);
  const of = { id: '', market: book.terms.symbol, mode: book.mode, source: 'book' as const, price: formatTicks(book.terms, maker.price) };
  const nobodys = { makerOrderId: null, takerOrderId: null, makerFee: 0n, takerFee: 0n, makerRealized: 0n, takerRealized: 0n };
  draft.tape.push({ ...of, ...nobodys, quantity, value, isTakerBuy, makerMargin: 0n, takerMargin: 0n });
  taken.quantity += quantity;
  taken.value += value;
  taken.taped.quantity += quantity;
  taken.taped.value += value;
  return steps;
}

/** What somebody took of a quote is an order of that size, filled and written as such; the rest stays a quote. */
export function recordQuotePart({ book, draft }: Work, { quote, fill, at }: { quote: Quote; fill: FillRow; at: number }): void {
  const { quantity, value, makerFee, makerRealized } = fill;
  const done = { quantity, rested: quantity, filled: quantity, filledValue: value, fee: makerFee, realized: makerRealized };
  draft.parts.push({ fill, row: { ...quote.row, ...done, status: 'filled', updatedAt: at } });
  shrinkQuote(book, quote.id);
}

/** What is left of a quote is a quote of that size: as if it had been placed anew, at the end of its level. */
function shrinkQuote(book: PerpetualBook, id: number): void {
  const quote = book.quotes.get(id);
  const order = book.book.get(id);
  book.quotes.delete(id);
  if (quote === undefined || order === undefined) return;
  const { owner, isBid, price, rest } = order;
  const terms = book.restingTerms(id);
  book.drop(id);
  book.rest({ id, owner, isBid, price, rested: rest, rest }, terms);
  const quantity = unitsOfSteps(book.terms, rest);
  setQuote(book, { ...quote.row, quantity, rested: quantity });
}

/** `row` rests in the book already. */
function setQuote(book: PerpetualBook, row: OrderRow): void {
  const order = book.book.get(row.id);
  if (order === undefined) throw new Error(`quote ${row.id} does not rest here`);
  const { margin, fee } = holdOf(book, { ...order, leverage: row.leverage });
  book.quotes.set({ id: row.id, owner: row.owner, held: margin + fee, row });
}
