import type { ErrorCode } from '../../../lib/protocol/errors';
import type { OrderKind, OrderSide, OrderStatus, TimeInForce } from '../../../lib/protocol/wire';
import { calculatePriceBand, findOrderProblem, MARKET_PROTECTION_RATE, OPEN_ORDERS_MAX } from '../../../lib/rules/spot';
import { DomainError } from '../../platform/domain-error';
import type { OrderBook } from './matching.book';
import type { MatchStop } from './matching.meeting';
import { type MarketTerms, toSteps, toTicks } from './matching.terms';

/** What an order asks for, whatever is traded. `price` is null for a market order. */
type OrderInput = { side: OrderSide; kind: OrderKind; price: string | null; quantity: string; timeInForce: TimeInForce };

/** `taking`: orders of the owner that go on taking from this book. Without `indexPrice` a limit price may lie anywhere: its own rule was asked before. */
type Check = { terms: MarketTerms; book: OrderBook; owner: number; input: OrderInput; indexPrice: string | null; taking: number };

/**
 * Checks what doesn't need matching. Returns quantity in steps and the worst price in ticks that may be paid or taken.
 * @throws DomainError with the code of the refusal
 */
export function checkOrder({ terms, book, owner, input, indexPrice, taking }: Check): { steps: number; limit: number } {
  const problem = findOrderProblem({ rules: terms.rules, price: input.price, quantity: input.quantity, indexPrice });
  if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
  const canRest = input.timeInForce === 'GTC' || input.timeInForce === 'POST_ONLY';
  if ((canRest ? book.openCountOf(owner) : 0) + taking >= OPEN_ORDERS_MAX) {
    throw new DomainError('ORDERS_OPEN_TOO_MANY', { params: { max: String(OPEN_ORDERS_MAX) } });
  }
  const limit = calculateLimit(terms, input, indexPrice);
  if (input.timeInForce === 'POST_ONLY' && crosses(book, input.side === 'buy', limit)) throw new DomainError('ORDER_WOULD_TAKE');
  return { steps: toSteps(terms, input.quantity), limit };
}

/** Returns the worst price of an order in ticks: its own, or where a market order stops. */
export function calculateLimit(terms: MarketTerms, { side, price }: Pick<OrderInput, 'side' | 'price'>, indexPrice: string | null): number {
  if (price !== null) return toTicks(terms, price);
  if (indexPrice === null) throw new Error('a market order stops at a distance from the index price');
  const band = calculatePriceBand({ indexPrice, rate: MARKET_PROTECTION_RATE, tickSize: terms.rules.tickSize });
  return toTicks(terms, side === 'buy' ? band.highest : band.lowest);
}

function crosses(book: OrderBook, isBuy: boolean, limit: number): boolean {
  const best = book.bestPrice(isBuy ? 'asks' : 'bids');
  return best !== null && (isBuy ? best <= limit : best >= limit);
}

/** How matching left an order: orders it was filled from, steps that are left, and why it went no further. */
export type MatchEnd = { met: number; rest: number; stop: MatchStop };

/** Refuses an order that matching left in a state its kind doesn't allow. @throws DomainError with the code of the refusal */
export function refuseUnfilled(input: OrderInput, { met, rest, stop }: MatchEnd): void {
  if (rest === 0) return;
  const isNothingFilled = met === 0;
  if (stop === 'self' && (isNothingFilled || input.timeInForce === 'FOK')) throw new DomainError('ORDER_SELF_TRADE');
  if (stop === 'bound' && input.timeInForce === 'FOK') throw new DomainError('ORDER_FOK_FILLS_TOO_MANY');
  if (input.kind === 'market' && isNothingFilled && stop !== 'bound') throw new DomainError('ORDER_NO_LIQUIDITY');
  if (input.timeInForce === 'FOK') throw new DomainError('ORDER_NOT_FILLABLE');
}

/**
 * Says how the order stands after matching: filled, open, or ended with the reason why its rest doesn't live on. Open after `bound` means that
 * it goes on in the next transaction, else that it rests.
 */
export function endOf(input: OrderInput, { rest, stop }: Omit<MatchEnd, 'met'>): { status: OrderStatus; reason: ErrorCode | null } {
  if (rest === 0) return { status: 'filled', reason: null };
  if (stop === 'self') return { status: 'cancelled', reason: 'ORDER_SELF_TRADE' };
  if (stop === 'bound') return { status: 'open', reason: null };
  if (input.kind === 'market') return { status: 'expired', reason: stop === 'empty' ? 'ORDER_NO_LIQUIDITY' : 'ORDER_PRICE_OUT_OF_RANGE' };
  if (input.timeInForce === 'IOC') return { status: 'expired', reason: 'ORDER_NOT_FILLABLE' };
  return { status: 'open', reason: null };
}
