import { formatScaled } from '../../../lib/rules/decimal';
import { SPOT_SCALE } from '../../../lib/rules/spot';
import { DomainError } from '../../platform/domain-error';
import type { OrderKind, OrderSide, TimeInForce } from '../../../lib/protocol/wire';
import { type OrderRow, PLAIN_ORDER } from './spot.commands';
import { createFill, type Fill, spendAsset } from './spot.postings';
import {
  COMMAND_COST_MAX,
  checkOrder,
  endOf,
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

export type Placed = { row: OrderRow; fills: Fill[]; hold: bigint; spent: bigint };

export type PlaceContext = {
  terms: MarketTerms;
  book: OrderBook;
  orderId: number;
  owner: number;
  mode: OrderRow['mode'];
  input: BookInput;
  /** Base units of the asset given away that the owner may spend. */
  available: bigint;
  now: number;
};

/**
 * Runs one new order through its book: checks, matches, and rests what may rest. On refusal the book is as before.
 * @throws DomainError with the code of the refusal
 */
export function placeInBook(context: PlaceContext & { indexPrice: string }): Placed {
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
  const { terms, book, owner, orderId, input, available } = context;
  const isBuy = input.side === 'buy';
  const result = book.match({ owner, isBid: isBuy, limit, quantity: steps }, COMMAND_COST_MAX);
  refuseUnfilled(input, { ...result, met: result.matches.length });
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
    ...PLAIN_ORDER,
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
    rank: orderId,
    createdAt: context.now,
    updatedAt: context.now,
  };
  return { row, fills, hold, spent };
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
