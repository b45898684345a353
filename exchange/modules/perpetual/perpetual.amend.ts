import { formatScaled, isSameDecimal } from '../../../lib/rules/decimal';
import { PERPETUAL_SCALE } from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import {
  type Amendment,
  type AmendPlan,
  amendmentReference,
  checkOrder,
  type MarketTerms,
  type Exits,
  planAmend,
  type RestingOrder,
  stepsOfUnits,
  unitsOfSteps,
} from '../matching/matching';
import type { Standing } from '../risk-limits/risk-limits';
import { readPrices, requireInsurance } from './perpetual.user-commands';
import type { AmendCommand, OrderRow } from './perpetual.commands';
import { changeOf } from './perpetual.draft';
import { type PlaceOrder, takeAndRest } from './perpetual.place';
import { openingSide } from './perpetual.position';
import { holdOf, postHold } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.book';
import { dropIdleReductions } from './perpetual.taking';
import { readTriggers } from './perpetual.trigger-prices';
import type { BatchContext, MakeAnswer, Turn } from './perpetual.turn';
import { toOrderWire } from './perpetual.wire';

/** `row` is the order as the database has it; nothing lies between it and the book. */
type Known = { row: OrderRow | undefined; standing: Standing | null };

/**
 * Changes price, total quantity or triggers of a resting order; leverage stays, and so do the triggers that its fills have given the position: the next
 * fill gives it the new ones. What it holds is adjusted by one journal. Where it doesn't become larger at the same price it keeps its place, else it goes through the book as a new order of what is left would.
 * @throws DomainError with the code of the refusal; book and draft are to be thrown away then
 */
export function runAmend(context: BatchContext, turn: Turn, command: AmendCommand, { row, standing }: Known): MakeAnswer {
  const { book, draft } = turn;
  const { orderId, owner } = command;
  const resting = book.book.get(orderId);
  if (row === undefined || resting === undefined) throw new DomainError('ORDER_NOT_AMENDABLE');
  const terms = termsOf(book, row);
  const exits = planExits(context, book, { row, wish: command.exits });
  const plan = cutToPosition(book, row, planAmend({ terms, order: row, resting, input: command, hasMore: exits !== null }));
  const held = heldOf(book, row, resting);
  const amendment: Amendment = {
    id: turn.takeId(),
    product: 'perpetual',
    orderId,
    priceBefore: row.price as string,
    priceAfter: plan.price,
    quantityBefore: row.quantity,
    quantityAfter: unitsOfSteps(terms, plan.steps),
    isPlaceKept: plan.keepsPlace,
    exits: exits === null ? undefined : { before: exitsOf(row), after: exits.prices },
    journalId: null,
  };
  const order = toPlacing(context, turn, { row, plan, terms, amendment, held });
  if (plan.keepsPlace) {
    if (plan.rest < resting.rest) book.shrink(orderId, resting.rest - plan.rest);
    if (exits !== null) book.resting.setTriggers(orderId, exits);
    postHold(draft, book.mode, order, heldOf(book, row, { price: plan.limit, rest: plan.rest }));
    Object.assign(changeOf(draft, orderId, owner, book.mode), { status: row.status, rested: amendment.quantityAfter - row.quantity });
  } else queueUpAnew({ context, turn, row, plan, terms, order, amendment, standing, exits });
  changeOf(draft, orderId, owner, book.mode).amended = { price: plan.price, quantity: amendment.quantityAfter, exits: exits?.prices };
  draft.amendments.push(amendment);
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
  return (updated) => ({
    message: 'Order amended',
    order: toOrderWire(updated.get(orderId) as OrderRow),
    kept: plan.keepsPlace,
  });
}

type Anew = {
  context: BatchContext;
  turn: Turn;
  row: OrderRow;
  plan: AmendPlan;
  terms: MarketTerms;
  order: PlaceOrder;
  amendment: Amendment;
  standing: Standing | null;
  exits: WantedExits | null;
};

/** Take-profit and stop-loss as decimals and in price units. */
type WantedExits = { prices: Exits; takeProfit: bigint | null; stopLoss: bigint | null };

/**
 * Returns the triggers that a resting order shall have, null: as they are. Those that change are judged as an order's that is placed.
 * @throws ORDER_NOT_AMENDABLE for one that only reduces, TAKE_PROFIT_INVALID and its like, MARKET_STALE
 */
function planExits(
  context: BatchContext,
  book: PerpetualBook,
  { row, wish }: { row: OrderRow; wish: AmendCommand['exits'] },
): WantedExits | null {
  if (wish === undefined) return null;
  if (row.isReduceOnly) throw new DomainError('ORDER_NOT_AMENDABLE');
  const { takeProfit = row.takeProfit, stopLoss = row.stopLoss } = wish;
  const [keepsProfit, keepsLoss] = [isSameDecimal(takeProfit, row.takeProfit), isSameDecimal(stopLoss, row.stopLoss)];
  if (keepsProfit && keepsLoss) return null;
  // What stays was judged when it was given: the mark may have passed it since.
  const judged = { takeProfit: keepsProfit ? null : takeProfit, stopLoss: keepsLoss ? null : stopLoss };
  const needsMark = judged.takeProfit !== null || judged.stopLoss !== null;
  const markPrice = needsMark ? readPrices(context, book, false).markPrice : 0n;
  const given = readTriggers(book, { input: { ...row, ...judged }, markPrice });
  const known = book.restingTerms(row.id);
  return {
    prices: { takeProfit, stopLoss, stopLossLimit: null },
    takeProfit: keepsProfit ? known.takeProfit : given.takeProfit,
    stopLoss: keepsLoss ? known.stopLoss : given.stopLoss,
  };
}

function exitsOf({ takeProfit, stopLoss }: OrderRow): Exits {
  return { takeProfit, stopLoss, stopLossLimit: null };
}

/** Takes the order out and has it go through the book as it shall be; its stake is what it puts up more than before. */
function queueUpAnew({ context, turn, row, plan, terms, order, amendment, standing, exits }: Anew): void {
  const { book, draft } = turn;
  const { id, owner, side } = row;
  const prices = readPrices(context, book, row.isReduceOnly);
  const resting = book.book.get(id) as RestingOrder;
  const known = book.restingTerms(id);
  const { leverage } = known;
  const { takeProfit, stopLoss } = exits ?? known;
  const stakedBefore = row.isReduceOnly ? 0n : holdOf(book, { ...resting, leverage }).margin;
  book.drop(id);
  const input = { side, kind: 'limit' as const, price: plan.price, quantity: plan.quantity, timeInForce: row.timeInForce };
  const judged = { ...terms, rules: plan.rules };
  checkOrder({ terms: judged, book: book.book, owner, input, indexPrice: prices.indexPrice, taking: book.taking.ofOwner(owner).length });
  let staked = 0n;
  const checkStake = (stake: bigint) => {
    staked = stake > stakedBefore ? stake - stakedBefore : 0n;
    if (staked > 0n) standing?.check(staked);
  };
  const outcome = takeAndRest(
    turn,
    { ...order, ...prices, checkStake },
    { triggers: { takeProfit, stopLoss }, limit: plan.limit, steps: plan.rest, rest: plan.rest, filledBefore: null },
  );
  if (staked > 0n) requireInsurance(turn);
  standing?.add(staked);
  const { taken, rested, status, reason, takingLimit } = outcome;
  const change = changeOf(draft, id, owner, book.mode);
  change.filled += taken.quantity;
  change.value += taken.value;
  change.fee += taken.fee;
  change.realized += taken.realized;
  const isPartly = status === 'open' && row.filled > 0n;
  Object.assign(change, {
    rested: unitsOfSteps(book.terms, rested) - row.rested,
    rank: amendment.id,
    status: isPartly ? 'partially_filled' : status,
    reason,
    takingLimit,
  });
  if (takingLimit !== null) {
    const sums = { filled: row.filled + taken.quantity, filledValue: row.filledValue + taken.value, fee: row.fee + taken.fee };
    const wanted = exits === null ? {} : { takeProfit: exits.prices.takeProfit, stopLoss: exits.prices.stopLoss };
    const own = { ...wanted, price: plan.price, quantity: amendment.quantityAfter, realized: row.realized + taken.realized };
    book.taking.set({ ...row, ...own, ...sums, status: change.status, takingLimit, amendment: amendment.id });
  }
  dropIdleReductions(turn);
}

function toPlacing(
  context: BatchContext,
  turn: Turn,
  { row, plan, amendment, held }: { row: OrderRow; plan: AmendPlan; terms: MarketTerms; amendment: Amendment; held: bigint },
): PlaceOrder {
  const { id, owner, side, timeInForce, leverage, isReduceOnly, takeProfit, stopLoss, origin } = row;
  return {
    id,
    owner,
    input: { side, kind: 'limit', price: plan.price, quantity: plan.quantity, timeInForce, leverage, isReduceOnly, takeProfit, stopLoss },
    origin,
    // Replaced where the order queues up anew; in its place it asks for no price.
    indexPrice: plan.price,
    markPrice: 0n,
    available: turn.available + held,
    isFund: false,
    at: context.now,
    goesOn: true,
    amends: { held, reference: amendmentReference(amendment.id) },
  };
}

function heldOf(book: PerpetualBook, { leverage, isReduceOnly }: OrderRow, order: { price: number; rest: number }): bigint {
  if (isReduceOnly) return 0n;
  const { margin, fee } = holdOf(book, { price: order.price, rest: order.rest, leverage });
  return margin + fee;
}

/** An order that only reduces may be as small as the dust of its position. */
function termsOf({ terms }: PerpetualBook, { isReduceOnly }: OrderRow): MarketTerms {
  if (!isReduceOnly) return terms;
  const least = { minNotional: '0', quantityMin: terms.rules.stepSize };
  return { ...terms, rules: { ...terms.rules, ...least }, widest: { ...terms.widest, ...least } };
}

/** An order that only reduces is cut down to its position. @throws REDUCE_ONLY_REFUSED when there is none */
function cutToPosition(book: PerpetualBook, { owner, side, isReduceOnly, filled }: OrderRow, plan: AmendPlan): AmendPlan {
  if (!isReduceOnly) return plan;
  const position = book.position(owner);
  if (position === null || openingSide(position.side) === side) throw new DomainError('REDUCE_ONLY_REFUSED');
  const rest = Math.min(plan.rest, stepsOfUnits(book.terms, position.quantity));
  const steps = stepsOfUnits(book.terms, filled) + rest;
  return { ...plan, rest, steps, quantity: formatScaled(unitsOfSteps(book.terms, steps), PERPETUAL_SCALE) };
}
