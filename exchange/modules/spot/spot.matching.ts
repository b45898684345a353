import type { ErrorCode } from '../../../lib/protocol/errors';
import { calculatePriceBand, findOrderProblem, MARKET_PROTECTION_RATE, OPEN_ORDERS_MAX } from '../../../lib/rules/spot';
import { formatScaled } from '../../../lib/rules/decimal';
import { SPOT_SCALE } from '../../../lib/rules/spot';
import { DomainError } from '../../platform/domain-error';
import type { MatchResult, SpotBook } from './spot.book';
import type { OrderRow, PlaceInput } from './spot.commands';
import { createFill, type Fill, spendAsset } from './spot.postings';
import { type MarketTerms, receiveOf, spendOf, toSteps, toTicks, unitsOfSteps } from './spot.terms';

/** Resting orders that one taker may meet, so that one order can't fill a whole transaction. What is left over ends with a reason. */
export const MATCHES_MAX = 500;

export type Placed = { row: OrderRow; fills: Fill[]; hold: bigint; spent: bigint };

type PlaceContext = {
  terms: MarketTerms;
  book: SpotBook;
  orderId: number;
  owner: number;
  mode: OrderRow['mode'];
  input: PlaceInput;
  /** Fresh index price, or null when the feed is late. */
  indexPrice: string | null;
  /** Base units of the asset given away that the owner may spend. */
  available: bigint;
  now: number;
};

/**
 * Runs one new order through its book: checks, matches, and rests what may rest. On refusal the book is as before.
 * @throws DomainError with the code of the refusal
 */
export function placeInBook(context: PlaceContext): Placed {
  const { book } = context;
  const mark = book.mark();
  try {
    return matchAndRest(context, checkOrder(context));
  } catch (error) {
    book.rollback(mark);
    throw error;
  }
}

/** Checks what doesn't need matching. Returns quantity in steps and the worst price in ticks that may be paid or taken. */
function checkOrder({ terms, book, owner, input, indexPrice }: PlaceContext): { steps: number; limit: number } {
  if (indexPrice === null) throw new DomainError('MARKET_STALE');
  const problem = findOrderProblem({ rules: terms.rules, price: input.price, quantity: input.quantity, indexPrice });
  if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
  const canRest = input.timeInForce === 'GTC' || input.timeInForce === 'POST_ONLY';
  if (canRest && book.openCountOf(owner) >= OPEN_ORDERS_MAX) {
    throw new DomainError('ORDERS_OPEN_TOO_MANY', { params: { max: String(OPEN_ORDERS_MAX) } });
  }
  const isBuy = input.side === 'buy';
  const limit = toTicks(terms, input.price ?? protectionPrice(terms, isBuy, indexPrice));
  if (input.timeInForce === 'POST_ONLY' && crosses(book, isBuy, limit)) throw new DomainError('ORDER_WOULD_TAKE');
  return { steps: toSteps(terms, input.quantity), limit };
}

function protectionPrice(terms: MarketTerms, isBuy: boolean, indexPrice: string): string {
  const band = calculatePriceBand({ indexPrice, rate: MARKET_PROTECTION_RATE, tickSize: terms.rules.tickSize });
  return isBuy ? band.highest : band.lowest;
}

function crosses(book: SpotBook, isBuy: boolean, limit: number): boolean {
  const best = book.bestPrice(isBuy ? 'asks' : 'bids');
  return best !== null && (isBuy ? best <= limit : best >= limit);
}

function matchAndRest(context: PlaceContext, { steps, limit }: { steps: number; limit: number }): Placed {
  const { terms, book, owner, orderId, input, available } = context;
  const isBuy = input.side === 'buy';
  const result = book.match({ owner, isBid: isBuy, limit, quantity: steps }, MATCHES_MAX);
  refuseUnfilled(input, result);
  const { fills, totals } = settleMatches(context, result);
  const ending = endOf(input, result);
  const rests = ending.status === 'open';
  const hold = rests ? spendOf(terms, isBuy, limit, result.rest) : 0n;
  const spent = isBuy ? totals.value : totals.quantity;
  if (spent + hold > available) {
    throw new DomainError('INSUFFICIENT_BALANCE', {
      params: {
        asset: spendAsset(terms, isBuy),
        available: formatScaled(available, SPOT_SCALE),
        needed: formatScaled(spent + hold, SPOT_SCALE),
      },
    });
  }
  if (rests) book.add({ id: orderId, owner, isBid: isBuy, price: limit, rested: result.rest, rest: result.rest });
  const row: OrderRow = {
    id: orderId,
    owner,
    mode: context.mode,
    market: terms.symbol,
    side: input.side,
    kind: input.kind,
    timeInForce: input.timeInForce,
    price: input.price,
    quantity: unitsOfSteps(terms, steps),
    rested: rests ? unitsOfSteps(terms, result.rest) : 0n,
    filled: totals.quantity,
    filledValue: totals.value,
    fee: totals.fee,
    status: rests && fills.length > 0 ? 'partially_filled' : ending.status,
    reason: ending.reason,
    createdAt: context.now,
    updatedAt: context.now,
  };
  return { row, fills, hold, spent };
}

/** Refuses an order that matching left in a state its kind doesn't allow. */
function refuseUnfilled(input: PlaceInput, { matches, rest, stop }: MatchResult): void {
  if (rest === 0) return;
  const isNothingFilled = matches.length === 0;
  if (stop === 'self' && (isNothingFilled || input.timeInForce === 'FOK')) throw new DomainError('ORDER_SELF_TRADE');
  if (input.kind === 'market' && isNothingFilled) throw new DomainError('ORDER_NO_LIQUIDITY');
  if (input.timeInForce === 'FOK') throw new DomainError('ORDER_NOT_FILLABLE');
}

/** Says how the order stands after matching: filled, resting, or ended with the reason why its rest doesn't live on. */
function endOf(input: PlaceInput, { rest, stop }: MatchResult): { status: OrderRow['status']; reason: ErrorCode | null } {
  if (rest === 0) return { status: 'filled', reason: null };
  if (stop === 'self') return { status: 'cancelled', reason: 'ORDER_SELF_TRADE' };
  if (stop === 'bound') return { status: 'expired', reason: 'ORDER_NOT_FILLABLE' };
  if (input.kind === 'market') return { status: 'expired', reason: stop === 'empty' ? 'ORDER_NO_LIQUIDITY' : 'ORDER_PRICE_OUT_OF_RANGE' };
  if (input.timeInForce === 'IOC') return { status: 'expired', reason: 'ORDER_NOT_FILLABLE' };
  return { status: 'open', reason: null };
}

function settleMatches({ terms, owner, orderId, input }: PlaceContext, { matches }: MatchResult) {
  const isBuy = input.side === 'buy';
  const totals = { quantity: 0n, value: 0n, fee: 0n };
  let receivedBefore = 0n;
  const fills = matches.map(({ maker, quantity, makerFilledBefore }) => {
    const fill = createFill({
      terms,
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
