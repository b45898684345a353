import { formatScaled } from '../../../lib/rules/decimal';
import { type FeeRates, SPOT_SCALE } from '../../../lib/rules/spot';
import { DomainError } from '../../platform/domain-error';
import type { OrderKind, OrderSide, TimeInForce } from '../../../lib/protocol/wire';
import { type OrderRow, PLAIN_ORDER } from './spot.commands';
import { createFill, type Fill, spendAsset } from './spot.postings';
import {
  type Budget,
  checkOrder,
  endOf,
  formatTicks,
  type MarketTerms,
  type MatchResult,
  type OrderBook,
  receiveOf,
  refuseUnfilled,
  spendOf,
  unitsOfSteps,
} from '../matching/matching';

/** An order as the book takes it. */
export type BookInput = { side: OrderSide; kind: OrderKind; price: string | null; quantity: string; timeInForce: TimeInForce };

/** `spent` was paid, `hold` is held for what rests; `rest` is what is left to take, in steps, where the order goes on. */
export type Placed = { row: OrderRow; input: BookInput; fills: Fill[]; hold: bigint; spent: bigint; rest: number };

/** What an order was filled before, in base units. */
export type FilledBefore = { filled: bigint; filledValue: bigint; fee: bigint };
const NOT_FILLED: FilledBefore = { filled: 0n, filledValue: 0n, fee: 0n };

export type PlaceContext = {
  terms: MarketTerms;
  fees: FeeRates;
  book: OrderBook;
  orderId: number;
  owner: number;
  mode: OrderRow['mode'];
  input: BookInput;
  /** Base units of the asset given away that the owner may spend. */
  available: bigint;
  budget: Budget;
  now: number;
  /** Of an order that goes on: its rest is what is matched. */
  before?: FilledBefore;
};

/**
 * Runs one new order through its book: checks, matches, and rests what may rest. On refusal the book is as before.
 * @throws DomainError with the code of the refusal
 */
export function placeInBook(context: PlaceContext & { indexPrice: string; taking: number }): Placed {
  return matchInBook(context, checkOrder(context));
}

/** Matches an order that needs no checks any more, and rests what may rest. On refusal the book is as before. @throws DomainError */
export function matchInBook(context: PlaceContext, terms: { steps: number; limit: number }): Placed {
  const { book } = context;
  const mark = book.mark();
  try {
    return matchAndRest(context, terms);
  } catch (error) {
    book.rollback(mark);
    throw error;
  }
}

function matchAndRest(context: PlaceContext, { steps, limit }: { steps: number; limit: number }): Placed {
  const { terms, book, owner, orderId, input, budget } = context;
  const isBuy = input.side === 'buy';
  const before = context.before ?? NOT_FILLED;
  const result = book.match({ owner, isBid: isBuy, limit, quantity: steps }, budget.left);
  budget.spend(result.matches.length);
  refuseUnfilled(input, { ...result, met: result.matches.length + (before.filled > 0n ? 1 : 0) });
  const { fills, totals } = settleMatches(context, before, result);
  const ending = endOf(input, result);
  const goesOn = result.stop === 'bound';
  const rests = ending.status === 'open' && !goesOn;
  const hold = rests ? spendOf(terms, isBuy, limit, result.rest) : 0n;
  const spent = isBuy ? totals.value : totals.quantity;
  // What a market purchase will pay is known only when it meets its makers; everything else has to be covered from the start.
  const isCovered = goesOn && context.before === undefined && !(isBuy && input.kind === 'market');
  requireSpendable(context, spent + (isCovered ? spendOf(terms, isBuy, limit, result.rest) : hold));
  if (rests) book.add({ id: orderId, owner, isBid: isBuy, price: limit, rested: result.rest, rest: result.rest });
  const row: OrderRow = {
    id: orderId,
    owner,
    ...PLAIN_ORDER,
    mode: context.mode,
    market: terms.symbol,
    side: input.side,
    kind: input.kind,
    timeInForce: input.timeInForce,
    price: input.price,
    quantity: unitsOfSteps(terms, steps) + before.filled,
    rested: rests ? unitsOfSteps(terms, result.rest) : 0n,
    filled: before.filled + totals.quantity,
    filledValue: before.filledValue + totals.value,
    fee: before.fee + totals.fee,
    status: ending.status === 'open' && before.filled + totals.quantity > 0n ? 'partially_filled' : ending.status,
    reason: ending.reason,
    takingLimit: goesOn ? formatTicks(terms, limit) : null,
    rank: orderId,
    createdAt: context.now,
    updatedAt: context.now,
  };
  return { row, input, fills, hold, spent, rest: result.rest };
}

function requireSpendable({ terms, input, available }: PlaceContext, needed: bigint): void {
  if (needed <= available) return;
  const params = {
    asset: spendAsset(terms, input.side === 'buy'),
    available: formatScaled(available, SPOT_SCALE),
    needed: formatScaled(needed, SPOT_SCALE),
  };
  throw new DomainError('INSUFFICIENT_BALANCE', { params });
}

function settleMatches({ terms, fees, owner, orderId, input }: PlaceContext, before: FilledBefore, { matches }: MatchResult) {
  const isBuy = input.side === 'buy';
  const totals = { quantity: 0n, value: 0n, fee: 0n };
  let receivedBefore = isBuy ? before.filled : before.filledValue;
  const fills = matches.map(({ maker, quantity, makerFilledBefore }) => {
    const fill = createFill({
      terms,
      fees,
      maker: { id: maker.id, owner: maker.owner, price: maker.price, filledBefore: makerFilledBefore },
      taker: { id: orderId, owner, isBuy, receivedBefore },
      steps: quantity,
    });
    receivedBefore += receiveOf(terms, isBuy, maker.price, quantity);
    totals.quantity += fill.quantity;
    totals.value += fill.value;
    totals.fee += fill.takerFee;
    return fill;
  });
  return { fills, totals };
}
