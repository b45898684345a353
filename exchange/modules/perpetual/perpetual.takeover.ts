import { calculateUnrealizedPnl, calculateValue, splitPosition } from '../../../lib/rules/perpetual';
import { smaller } from './perpetual.bounds';
import { addJournal, type FillRow } from './perpetual.draft';
import { type FillTerms, type SideOfFill, settleSide } from './perpetual.fill';
import { requireOtherFunded } from './perpetual.funding.first';
import type { Position } from './perpetual.position';
import { postingsOfSide } from './perpetual.postings';
import type { Mark } from './perpetual.mark';
import type { PerpetualBook } from './perpetual.book';
import type { Taker } from './perpetual.taker';
import { applySide } from './perpetual.taking';
import type { BatchContext, Turn } from './perpetual.turn';
import { formatUnits8 } from './perpetual.wire';

/**
 * Positions that one transaction looks at without being able to give them anything (their margin doesn't carry the price). Only positions that
 * hardly have a profit are like that, so they come last; a look is arithmetic alone.
 */
const PASSED_OVER_MAX = 1_000;

type TakeOver = { taker: Taker; quantity: bigint; mark: Mark; fund: bigint; isBeyondFund: boolean };
type Other = { order: { id: number; position: Position } | null; terms: FillTerms; isFund: boolean };
/** Quantities and the sum of the values; whether the rest goes on in the next transaction, and whether it is the other side's whatever it is. */
type TakenOver = { byFund: bigint; byOthers: bigint; value: bigint; goesOn: boolean; isBeyondFund: boolean };

/**
 * Gives away what the book didn't take of a liquidated position, at the value that uses up exactly its margin: to the insurance fund as long as
 * the fund could bear the loss at the mark price, else to the most profitable positions of the other side, as many as are needed, and what those
 * can't take to the fund all the same. Only what would have the fund realise a loss of its own position that it has no money for stays with its
 * owner, until the next mark.
 */
export function takeOver(context: BatchContext, turn: Turn, input: TakeOver): TakenOver {
  const { book } = turn;
  const { taker, quantity, mark } = input;
  const total: TakenOver = { byFund: 0n, byOthers: 0n, value: 0n, goesOn: false, isBeyondFund: input.isBeyondFund };
  if (quantity === 0n) return total;
  const closing = book.position(taker.owner) as Position;
  const { value } = calculateGivenValue(closing, quantity);
  const worth = calculateValue({ price: mark.price, quantity, rounding: closing.side === 'long' ? 'down' : 'up' });
  const loss = closing.side === 'long' ? value - worth : worth - value;
  total.isBeyondFund ||= input.fund + fundProfit(context, book, mark) < loss;
  const spared = total.isBeyondFund ? 0n : findAffordable(context, turn, input, quantity);
  if (spared < quantity) giveToOthers(context, turn, input, { closing, quantity: quantity - spared, total });
  if (total.goesOn) return total;
  const byFund = findAffordable(context, turn, input, quantity - total.byOthers);
  if (byFund > 0n) {
    const terms = fundTerms(context, book, taker);
    total.value += give(turn, input, { order: null, terms, isFund: true }, { quantity: byFund, at: context.now });
    total.byFund = byFund;
  }
  return total;
}

/** Gives `quantity` to the most profitable positions of the other side, until nothing is left of it or the budget is spent. */
function giveToOthers(
  context: BatchContext,
  turn: Turn,
  input: TakeOver,
  { closing, quantity, total }: { closing: Position; quantity: bigint; total: TakenOver },
): void {
  const { book, budget } = turn;
  let passedOver = 0;
  for (const owner of book.rankings[closing.side === 'long' ? 'short' : 'long'].ranked(input.mark.price)) {
    const left = quantity - total.byOthers;
    if (left === 0n || passedOver === PASSED_OVER_MAX) return;
    const position = book.position(owner) as Position;
    if (owner === input.taker.owner) continue;
    requireOtherFunded(book, position, input.mark.price);
    const part = smaller(position.quantity, left);
    if (!canBeGiven(turn, input, { position, quantity: part, at: context.now })) {
      passedOver += 1;
      continue;
    }
    const id = budget.isSpent ? null : turn.takeSpareId();
    if (id === null) {
      total.goesOn = true;
      return;
    }
    budget.spend();
    total.value += deleverage(context, turn, input, { id, position, quantity: part });
    total.byOthers += part;
  }
}

function fundTerms({ fundOwner }: BatchContext, { rules }: PerpetualBook, taker: Taker): FillTerms {
  const none = { leverage: 1, termsVersion: rules.version, feeRate: 0n, held: null, markPrice: null };
  return { ...taker, ...none, owner: fundOwner, side: opposite(taker), isFund: true };
}

/**
 * Returns how much of `quantity` (base units, whole steps) the fund can take over: all of it, unless that closes a position of its own with a
 * loss beyond its money. Making its position larger costs it nothing at once.
 */
function findAffordable(context: BatchContext, { book }: Turn, { taker, fund }: TakeOver, quantity: bigint): bigint {
  const closing = book.position(taker.owner) as Position;
  const own = book.position(context.fundOwner);
  const { stepUnits } = book.terms;
  const isPaid = (steps: bigint) => {
    const part = steps * stepUnits;
    const { value } = calculateGivenValue(closing, part);
    return fund + settleSide(own, fundTerms(context, book, taker), { quantity: part, value, at: context.now }).available >= 0n;
  };
  let [paid, unpaid] = [0n, quantity / stepUnits + 1n];
  if (unpaid === 1n || isPaid(unpaid - 1n)) return quantity;
  while (unpaid - paid > 1n) {
    const middle = (paid + unpaid) / 2n;
    if (isPaid(middle)) paid = middle;
    else unpaid = middle;
  }
  return paid * stepUnits;
}

/** What a part of a position is given away for: a long's cost less its margin, a short's cost plus its margin. At least one unit. */
function calculateGivenValue(position: Position, quantity: bigint): { value: bigint } {
  const { cost, margin } = splitPosition(position, quantity);
  const value = position.side === 'long' ? cost - margin : cost + margin;
  return { value: value > 0n ? value : 1n };
}

/** Profit at the marks of all that the fund holds in this mode, in USDT units. */
function fundProfit({ state, fundOwner }: BatchContext, { mode }: PerpetualBook, mark: Mark): bigint {
  return state.all().reduce((sum, book) => {
    const position = book.mode === mode ? book.position(fundOwner) : null;
    return position === null ? sum : sum + calculateUnrealizedPnl({ ...position, markPrice: book.mark?.price ?? mark.price });
  }, 0n);
}

function otherTerms({ taker }: TakeOver, { owner, leverage, termsVersion }: Position): FillTerms {
  const none = { feeRate: 0n, takeProfit: null, stopLoss: null, held: null, markPrice: null };
  return { ...none, owner, leverage, termsVersion, side: opposite(taker), origin: 'auto_deleverage', isFund: false };
}

/** Says whether a position can take a part without it costing more than its margin. */
function canBeGiven({ book }: Turn, input: TakeOver, part: { position: Position; quantity: bigint; at: number }): boolean {
  const { value } = calculateGivenValue(book.position(input.taker.owner) as Position, part.quantity);
  return settleSide(part.position, otherTerms(input, part.position), { ...part, value }).credit >= 0n;
}

function deleverage(
  context: BatchContext,
  turn: Turn,
  input: TakeOver,
  { id, position, quantity }: { id: number; position: Position; quantity: bigint },
): bigint {
  const { book, draft } = turn;
  const terms = otherTerms(input, position);
  const value = give(turn, input, { order: { id, position }, terms, isFund: false }, { quantity, at: context.now });
  const fill = draft.fills.at(-1) as FillRow;
  draft.orders.push({
    id,
    owner: position.owner,
    mode: book.mode,
    market: book.terms.symbol,
    side: terms.side,
    kind: 'market',
    timeInForce: 'IOC',
    price: null,
    quantity,
    rested: 0n,
    filled: quantity,
    filledValue: value,
    fee: 0n,
    realized: fill.makerRealized,
    leverage: position.leverage,
    isReduceOnly: true,
    takeProfit: null,
    stopLoss: null,
    origin: terms.origin,
    status: 'filled',
    reason: null,
    takingLimit: null,
    mark: formatUnits8(input.mark.price),
    createdAt: context.now,
    updatedAt: context.now,
  });
  return value;
}

/** Settles one part between the liquidated owner and another. Returns its value. */
function give(turn: Turn, { taker }: TakeOver, other: Other, part: { quantity: bigint; at: number }): bigint {
  const { book, draft } = turn;
  const closing = book.position(taker.owner) as Position;
  const { value } = calculateGivenValue(closing, part.quantity);
  const own: FillTerms = { ...taker, termsVersion: closing.termsVersion, feeRate: 0n, held: null, markPrice: null };
  const takerSide = settleSide(closing, own, { ...part, value });
  const otherSide = settleSide(book.position(other.terms.owner), other.terms, { ...part, value });
  const fill = toFill(turn, { taker, other, takerSide, otherSide, quantity: part.quantity, value });
  draft.fills.push(fill);
  const postings = [
    ...postingsOfSide(taker.owner, book, takerSide, false),
    ...postingsOfSide(other.terms.owner, book, otherSide, other.isFund),
  ];
  addJournal(draft, { code: other.isFund ? 'PERPETUAL_LIQUIDATION' : 'PERPETUAL_DELEVERAGE', reference: fill, postings });
  applySide(book, draft, taker.owner, takerSide);
  applySide(book, draft, other.terms.owner, otherSide, other.isFund);
  return value;
}

function toFill(
  { book }: Turn,
  input: { taker: Taker; other: Other; takerSide: SideOfFill; otherSide: SideOfFill; quantity: bigint; value: bigint },
): FillRow {
  const { taker, other, takerSide, otherSide, quantity, value } = input;
  const price = (value * 10n ** 8n) / quantity;
  return {
    id: '',
    market: book.terms.symbol,
    mode: book.mode,
    source: other.isFund ? 'fund' : 'deleverage',
    price: formatUnits8(price > 0n ? price : 1n),
    quantity,
    value,
    isTakerBuy: taker.side === 'buy',
    makerOrderId: other.order?.id ?? null,
    takerOrderId: taker.id,
    makerFee: 0n,
    takerFee: 0n,
    makerRealized: otherSide.realized,
    takerRealized: takerSide.realized,
    makerMargin: otherSide.staked,
    takerMargin: takerSide.staked,
  };
}

function opposite({ side }: Taker): 'buy' | 'sell' {
  return side === 'buy' ? 'sell' : 'buy';
}
