import { compareDecimals } from '../../../lib/rules/decimal';
import { type ExitPrices, findExitsProblem, findLegProblem } from '../../../lib/rules/spot-stops';
import { DomainError } from '../../platform/domain-error';
import {
  type Amendment,
  type AmendPlan,
  amendmentReference,
  checkOrder,
  formatTicks,
  type RestingOrder,
  planAmend,
  spendOf,
  unitsOfSteps,
} from '../matching/matching';
import { planExits, setExits } from './spot.amend-exits';
import type { AmendParams, OrderRow } from './spot.commands';
import { changeOf, closeEntry, credit, recordFills } from './spot.draft';
import { type BookInput, matchInBook, type Placed } from './spot.matching';
import { type Placing, takeOnLater } from './spot.place';
import { availableAddress, createAmendHold, spendAsset } from './spot.postings';

/** `row` is the order as the database has it, `resting` as the book has it; nothing lies between the two. */
type Amend = {
  placing: Placing;
  /** Asked only where the order queues up anew. @throws MARKET_STALE, MARKET_HALTED */
  readIndex(): string;
  row: OrderRow;
  resting: RestingOrder;
  input: Pick<AmendParams, 'price' | 'quantity' | 'exits'>;
  /** Of one of a pair, base units: what the stop beside it holds, which it may spend, and how much more that is where nothing of it is filled. */
  beside?: { held: bigint; more: bigint };
  /** An exit of a purchase was asked for its price by its own rule, and may lie further from the market than other orders. */
  isExit?: boolean;
};

/**
 * Changes price, total quantity or exits of a resting order. What it holds is adjusted by one journal. Where it doesn't become larger at the same price
 * it keeps its place, else it goes through the book as a new order of what is left would. Returns whether it kept its place. On refusal everything is as before.
 * @throws DomainError with the code of the refusal
 */
export function amendOrder(amend: Amend): boolean {
  const { placing, row, resting, input } = amend;
  const { entry, draft, owner } = placing;
  const { terms, mode, book } = entry;
  const exits = planExits(amend);
  const plan = planAmend({ terms, order: row, resting, input, hasMore: exits !== null });
  const id = placing.takeId();
  const heldBefore = spendOf(terms, resting.isBid, resting.price, resting.rest);
  const amendment: Amendment = {
    id,
    product: 'spot',
    orderId: row.id,
    priceBefore: row.price as string,
    priceAfter: plan.price,
    quantityBefore: row.quantity,
    quantityAfter: unitsOfSteps(terms, plan.steps),
    isPlaceKept: plan.keepsPlace,
    exits: exits === null ? undefined : { before: exitsOf(row), after: exits },
    journalId: null,
  };
  const placed = plan.keepsPlace ? null : queueUpAnew(amend, plan, { heldBefore, exits: exits ?? exitsOf(row) });
  if (exits !== null) setExits(placing, row, exits);
  if (placed === null && plan.rest < resting.rest) book.shrink({ id: row.id, quantity: resting.rest - plan.rest });

  const change = changeOf(draft, row.id, owner, mode);
  const hold = placed === null ? spendOf(terms, resting.isBid, plan.limit, plan.rest) : placed.hold;
  const address = availableAddress(owner, mode, spendAsset(terms, resting.isBid));
  // The two of a pair hold in one place, so one journal adjusts both.
  const amount = hold - heldBefore + (placed === null || placed.fills.length === 0 ? (amend.beside?.more ?? 0n) : 0n);
  if (amount !== 0n) {
    const held = { terms, mode, owner, orderId: row.id, isBuy: resting.isBid, amount, at: draft.at };
    draft.postings.push({ kind: 'own', journal: createAmendHold(held, amendmentReference(id)), amendment });
  }
  credit(draft, address, -amount - (placed?.spent ?? 0n));
  draft.amendments.push(amendment);
  draft.touched.push({ owner, mode, market: terms.symbol });
  change.amended = { price: amendment.priceAfter, quantity: amendment.quantityAfter, exits: exits ?? undefined };
  if (placed === null) {
    change.status = row.status;
    change.rested = amendment.quantityAfter - row.quantity;
    return true;
  }
  const { filled, filledValue, fee, rested, status, reason, takingLimit } = placed.row;
  const isOpen = status === 'open' || status === 'partially_filled';
  Object.assign(change, {
    filled,
    value: filledValue,
    fee,
    rank: id,
    // What it was filled before stays; what is filled of it as maker is counted from here on.
    rested: rested - row.rested,
    status: isOpen && row.filled + filled > 0n ? 'partially_filled' : status,
    reason,
    takingLimit,
  });
  recordFills(draft, entry, placed);
  goOn(placing, row, placed, id);
  return false;
}

/**
 * Changes an order that rests beside no other, as `amendOrder` does. An exit of a purchase may lie as far from the market as exits may.
 * @throws DomainError with the code of the refusal; everything is as before then
 */
export function amendAlone(amend: Omit<Amend, 'beside' | 'isExit'>): boolean {
  return amendOrder({ ...amend, isExit: isExitBeyondMarket(amend) });
}

/** An exit that is moved to the market or past it is a sale as any other. @throws DomainError where it would lie further away than exits may */
function isExitBeyondMarket({ placing, readIndex, row, resting, input: { price } }: Amend): boolean {
  const { terms } = placing.entry;
  if (row.entry === null) return false;
  if (price === null || compareDecimals(price, formatTicks(terms, resting.price)) === 0) return true;
  const problem = findLegProblem({ rules: terms.rules, side: row.side, price, indexPrice: readIndex(), isExit: true });
  if (problem === null || problem.code === 'ORDER_PAIR_INVALID') return problem === null;
  throw new DomainError(problem.code, { params: problem.params });
}

function exitsOf({ takeProfit, stopLoss, stopLossLimit }: OrderRow): ExitPrices {
  return { takeProfit, stopLoss, stopLossLimit };
}

/** Takes the order out and has it go through the book as it shall be. @throws DomainError; the book is as before then */
function queueUpAnew(
  { placing, readIndex, row, resting, beside, isExit = false }: Amend,
  plan: AmendPlan,
  { heldBefore, exits }: { heldBefore: bigint; exits: ExitPrices },
): Placed {
  const { entry, draft, owner, budget } = placing;
  const { terms, mode, book } = entry;
  const indexPrice = readIndex();
  const { side, timeInForce } = row;
  const input: BookInput = { side, kind: 'limit', price: plan.price, quantity: plan.quantity, timeInForce };
  if (exits.takeProfit !== null || exits.stopLoss !== null) {
    const problem = findExitsProblem({ rules: terms.rules, price: plan.price, exits, indexPrice });
    if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
  }
  const mark = book.mark();
  book.remove(resting);
  try {
    const taking = entry.taking.ofOwner(owner).length;
    checkOrder({ terms: { ...terms, rules: plan.rules }, book, owner, input, indexPrice: isExit ? null : indexPrice, taking });
    const available =
      (draft.wallet.get(availableAddress(owner, mode, spendAsset(terms, resting.isBid))) ?? 0n) + heldBefore + (beside?.held ?? 0n);
    const own = { orderId: row.id, owner, input, available };
    return matchInBook({ terms, book, mode, budget, now: draft.at, fees: draft.fees, ...own }, { steps: plan.rest, limit: plan.limit });
  } catch (error) {
    book.rollback(mark);
    throw error;
  }
}

/** What becomes of an order that took some of the book: it rests, goes on in the next transaction, or its exits are due. */
function goOn(placing: Placing, row: OrderRow, placed: Placed, amendment: number): void {
  const { entry, draft } = placing;
  const { stops } = entry;
  const { filled, filledValue, fee, takingLimit, rested } = placed.row;
  const bought = stops.findEntry(row.id);
  if (bought !== undefined && filled > 0n) stops.setEntry({ ...bought, hasFills: true });
  if (takingLimit !== null) {
    const sums = { filled: row.filled + filled, filledValue: row.filledValue + filledValue, fee: row.fee + fee };
    takeOnLater(placing, { ...placed, row: { ...placed.row, ...sums } }, { isDue: false, amendment });
  } else if (rested === 0n) closeEntry(draft, entry, row.id);
}
