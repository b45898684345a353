import type { OrderSide, PerpetualOrigin } from '../../../lib/protocol/wire';
import { formatScaled } from '../../../lib/rules/decimal';
import {
  calculateBankruptcyPrice,
  calculateInitialMargin,
  calculateNotionalMax,
  calculateValue,
  PERPETUAL_SCALE,
} from '../../../lib/rules/perpetual';
import { DomainError } from '../../platform/domain-error';
import { checkOrder, endOf, formatTicks, refuseUnfilled, unitsOfSteps } from '../matching/matching';
import type { OrderRow, PlaceInput } from './perpetual.commands';
import { openingSide, type Position } from './perpetual.position';
import { holdOf, postHold, SETTLE_ASSET } from './perpetual.postings';
import type { PerpetualBook } from './perpetual.book';
import type { Turn, Work } from './perpetual.turn';
import { findPositionProblem } from './perpetual.making';
import { quotedBy, settleOfHouse } from './perpetual.quotes';
import type { Taken, Taker } from './perpetual.taker';
import { dropIdleReductions, takeFromBook } from './perpetual.taking';
import { readTriggers } from './perpetual.trigger-prices';

export type PlaceOrder = {
  id: number;
  owner: number;
  input: Omit<PlaceInput, 'requestId' | 'market'>;
  origin: PerpetualOrigin;
  /** The index price (a decimal) that the price band stands around. */
  indexPrice: string;
  /** Price units. */
  markPrice: bigint;
  /** USDT units that the owner may spend. */
  available: bigint;
  isFund: boolean;
  at: number;
  /** Whether it goes on in the next transaction when the budget is spent; else it ends there, and whoever sent it goes on with another one. */
  goesOn: boolean;
  /** Throws unless the owner may put up this much margin (USDT units); not asked for an order that only closes. */
  checkStake?: (stake: bigint) => void;
  /** Of an amended order: what it held so far (in `available` already), and the reference of the journal that adjusts it. */
  amends?: { held: bigint; reference: string };
  /** Of one that goes on after it was amended. */
  amendment?: number | null;
};

/**
 * Runs one order through its book: checks, matches, settles, and rests what may rest. On refusal the book and the draft are to be thrown away.
 * @throws DomainError with the code of the refusal
 */
export function placeOrder(turn: Work & Pick<Turn, 'followUps'>, order: PlaceOrder): OrderRow {
  const { book, draft } = turn;
  const { owner, markPrice } = order;
  const triggers = readTriggers(book, order);
  const { steps, limit } = checkPlace(book, order, againstOf(book, order));
  const outcome = takeAndRest(turn, order, { triggers, limit, steps, rest: steps, filledBefore: null });
  const row = toRow(book, order, { steps, outcome });
  if (order.origin !== 'user') row.mark = formatScaled(markPrice, PERPETUAL_SCALE);
  if (order.input.isHouse) settleOfHouse(turn, row, outcome.taken);
  else draft.orders.push(row);
  draft.touched.push({ owner, mode: book.mode, market: book.terms.symbol });
  if (row.takingLimit !== null) book.taking.set({ ...row, amendment: null });
  dropIdleReductions(turn);
  return row;
}

/** What an order came to in one transaction. `rested` in steps. */
type TakeOutcome = { taken: Taken; rested: number } & Pick<OrderRow, 'status' | 'reason' | 'takingLimit'>;
type Take = {
  triggers: { takeProfit: bigint | null; stopLoss: bigint | null };
  limit: number;
  /** What is matched at most, and what is left of the order: more, where the position that it reduces is smaller by now. */
  steps: number;
  rest: number;
  /** Base units; null: it is new. */
  filledBefore: bigint | null;
};

/** Matches an order or what is left of it, settles, and rests what may rest. On refusal the book and the draft are to be thrown away. */
export function takeAndRest(turn: Work, order: PlaceOrder, { triggers, limit, steps, rest, filledBefore }: Take): TakeOutcome {
  const { book, draft } = turn;
  const { input, owner } = order;
  const before = book.position(owner);
  const against = againstOf(book, order);
  const taker: Taker = { ...order, ...triggers, side: input.side, leverage: input.leverage, isHouse: input.isHouse === true };
  const matchLimit = against !== null && !order.isFund ? boundByBankruptcy(book, against, limit) : limit;
  const taken = takeFromBook(turn, taker, { limit: matchLimit, steps, at: order.at });
  refuseUnfilled(input, { ...taken.end, met: taken.end.met + (filledBefore === null || filledBefore === 0n ? 0 : 1) });
  const ending = endOf(input, taken.end);
  const isBound = taken.end.stop === 'bound';
  const rests = ending.status === 'open' && !isBound;
  const left = rest - (steps - taken.end.rest);
  const isNewAndGoesOn = isBound && filledBefore === null;
  // What is new has to be covered with what goes on of it; a market order will pay what it meets.
  const isCovered = rests || (isNewAndGoesOn && input.kind === 'limit');
  const hold = isCovered && !input.isReduceOnly ? holdOf(book, { price: limit, rest: left, leverage: input.leverage }) : null;
  const held = hold === null ? 0n : hold.margin + hold.fee;
  // Whatever goes on of it is a stake, by the mark: or a few small orders in its way would take it past its owner's limits.
  const openedLater = isNewAndGoesOn && hold === null && !input.isReduceOnly ? countOpening(book, order, left) : 0;
  const staked = taken.staked + (hold?.margin ?? 0n) + (openedLater > 0 ? marginAtMark(book, order, openedLater) : 0n);
  if (staked > 0n) order.checkStake?.(staked);
  checkResult(book, order, { before, taken, rest: rests || (isBound && filledBefore === null) ? left : 0, held });
  if (rests) {
    const resting = { leverage: input.leverage, isReduceOnly: input.isReduceOnly, ...triggers, origin: order.origin };
    book.rest({ id: order.id, owner, isBid: input.side === 'buy', price: limit, rested: left, rest: left }, resting);
  }
  postHold(draft, book.mode, order, rests && !input.isHouse ? held : 0n);
  const takingLimit = isBound && order.goesOn ? formatTicks(book.terms, limit) : null;
  const base = { taken, rested: rests ? left : 0, takingLimit };
  if (isBound && !order.goesOn) return { ...base, status: 'expired', reason: 'ORDER_FILLS_TOO_MANY' };
  if (ending.status === 'filled' && left > 0) return { ...base, status: 'cancelled', reason: 'REDUCE_ONLY_REFUSED' };
  const hasFills = taken.quantity + (filledBefore ?? 0n) > 0n;
  return { ...base, status: ending.status === 'open' && hasFills ? 'partially_filled' : ending.status, reason: ending.reason };
}

function marginAtMark({ terms }: PerpetualBook, { markPrice, input }: PlaceOrder, steps: number): bigint {
  const value = calculateValue({ price: markPrice, quantity: unitsOfSteps(terms, steps), rounding: 'up' });
  return calculateInitialMargin({ value, leverage: input.leverage });
}

/** Returns how many of the steps that are left of an order open or enlarge a position, once it has closed what it closes first. */
function countOpening(book: PerpetualBook, order: Pick<PlaceOrder, 'owner' | 'input' | 'goesOn'>, left: number): number {
  if (!order.goesOn) return 0;
  const against = againstOf(book, order);
  return Math.max(0, left - (against === null ? 0 : Number(against.quantity / book.terms.stepUnits)));
}

/** Returns the position that an order closes first, null when there is none. */
function againstOf(book: PerpetualBook, { owner, input }: Pick<PlaceOrder, 'owner'> & { input: { side: OrderSide } }): Position | null {
  const position = book.position(owner);
  return position !== null && openingSide(position.side) !== input.side ? position : null;
}

/** Checks what doesn't need matching. An order that only reduces is cut down to the position and may be as small as its dust. */
function checkPlace(
  book: PerpetualBook,
  { input, owner, indexPrice }: PlaceOrder,
  against: Position | null,
): { steps: number; limit: number } {
  const { terms } = book;
  if (input.isReduceOnly && against === null) throw new DomainError('REDUCE_ONLY_REFUSED');
  // What only reduces opens nothing: its position may have more leverage than there is today.
  if (!input.isReduceOnly) refuseLeverage(book, input.leverage);
  const checked = checkOrder({
    terms: input.isReduceOnly ? { ...terms, rules: { ...terms.rules, minNotional: '0', quantityMin: terms.rules.stepSize } } : terms,
    book: book.book,
    owner,
    input,
    indexPrice,
    taking: book.taking.ofOwner(owner).length,
  });
  if (!input.isReduceOnly || against === null) return checked;
  return { ...checked, steps: Math.min(checked.steps, Number(against.quantity / terms.stepUnits)) };
}

/** @throws LEVERAGE_INVALID for one that no tier in force allows */
export function refuseLeverage({ rules }: PerpetualBook, leverage: number): void {
  const highest = rules.tiers.reduce((most, { leverageMax }) => Math.max(most, leverageMax), 1);
  if (leverage < 1 || leverage > highest) throw new DomainError('LEVERAGE_INVALID', { params: { max: String(highest) } });
}

/** Closing stops where it would cost more than the margin. Ticks. */
export function boundByBankruptcy(book: PerpetualBook, position: Position, limit: number): number {
  const price = calculateBankruptcyPrice({ terms: book.rules, position });
  const { tickUnits } = book.terms;
  if (position.side === 'long') return Math.max(limit, Number((price + tickUnits - 1n) / tickUnits));
  return Math.min(limit, Number(price / tickUnits));
}

/** Refuses what the order would lead to: more than there is to spend, a position beyond its tier, or one that would be liquidated at once. */
function checkResult(
  book: PerpetualBook,
  { input, owner, markPrice, available, isFund }: PlaceOrder,
  { before, taken, rest, held }: { before: Position | null; taken: Taken; rest: number; held: bigint },
): void {
  if (isFund) return;
  const spendable = available - quotedBy(book, owner);
  const left = spendable + taken.available - held;
  if (left < 0n) {
    const show = (units: bigint) => formatScaled(units, PERPETUAL_SCALE);
    const params = { asset: SETTLE_ASSET, available: show(spendable), needed: show(spendable - left) };
    throw new DomainError('INSUFFICIENT_BALANCE', { params });
  }
  if (input.isReduceOnly) return;
  const after = book.position(owner);
  const isLarger = after !== null && openingSide(after.side) === input.side && (before === null || taken.quantity > 0n);
  const problem = isLarger ? findPositionProblem(book, after, markPrice, input.leverage) : null;
  if (problem !== null) throw new DomainError(problem);
  if (rest > 0) refuseTooLarge(book, { side: input.side, leverage: input.leverage, after, rest, markPrice });
}

/** What rests may be filled later: with it, too, the position must stay within the tier. */
function refuseTooLarge(
  book: PerpetualBook,
  {
    side,
    leverage,
    after,
    rest,
    markPrice,
  }: { side: OrderSide; leverage: number; after: Position | null; rest: number; markPrice: bigint },
): void {
  refuseLeverage(book, leverage);
  const signed = after === null ? 0n : openingSide(after.side) === side ? after.quantity : -after.quantity;
  const quantity = signed + unitsOfSteps(book.terms, rest);
  const notional = calculateValue({ price: markPrice, quantity: quantity > 0n ? quantity : 0n, rounding: 'up' });
  const most = calculateNotionalMax(book.rules.tiers, leverage);
  if (notional > most) throw new DomainError('POSITION_TOO_LARGE', { params: { max: formatScaled(most, PERPETUAL_SCALE) } });
}

function toRow(
  { terms, mode }: PerpetualBook,
  { id, owner, input, origin, at }: PlaceOrder,
  { steps, outcome: { taken, rested, status, reason, takingLimit } }: { steps: number; outcome: TakeOutcome },
): OrderRow {
  return {
    id,
    owner,
    mode,
    market: terms.symbol,
    side: input.side,
    kind: input.kind,
    timeInForce: input.timeInForce,
    price: input.price,
    quantity: unitsOfSteps(terms, steps),
    rested: unitsOfSteps(terms, rested),
    filled: taken.quantity,
    filledValue: taken.value,
    fee: taken.fee,
    realized: taken.realized,
    leverage: input.leverage,
    isReduceOnly: input.isReduceOnly,
    takeProfit: input.takeProfit,
    stopLoss: input.stopLoss,
    origin,
    status,
    reason,
    takingLimit,
    mark: null,
    createdAt: at,
    updatedAt: at,
  };
}

/** What can't be an order whatever the market says: a limit order without a price, a market order with one or that would rest. */
export function checkShape({ kind, price, timeInForce }: PlaceInput): void {
  if (kind === 'limit' && price === null) throw new DomainError('ORDER_PRICE_INVALID');
  if (kind === 'market' && price !== null) throw new DomainError('REQUEST_INVALID', { params: { field: 'price' } });
  if (kind === 'market' && timeInForce !== 'IOC' && timeInForce !== 'FOK')
    throw new DomainError('REQUEST_INVALID', { params: { field: 'tif' } });
}
