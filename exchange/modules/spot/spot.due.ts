import { findOrderProblem } from '../../../lib/rules/spot';
import { DomainError } from '../../platform/domain-error';
import { formatSteps, formatTicks, type MarketTerms, spendOf, stepsOfUnits, toTicks } from '../matching/matching';
import { type DueCommand, type OrderRow, PLAIN_ORDER } from './spot.commands';
import { changeOf, endResting, releaseStop } from './spot.draft';
import { type BookInput, matchInBook } from './spot.matching';
import { createStop, missStop, type Placing, settleFunds, settlePlaced, waitForRest, waitForStop } from './spot.place';
import { availableAddress } from './spot.postings';
import type { WaitingStop } from './spot.stops';

/** Does what has become due, if it still is. `entryOrder` is the order itself when its exits are due. */
export function runDue(placing: Placing, { work, orderId }: DueCommand, entryOrder: OrderRow | undefined): boolean {
  const { stops, book } = placing.entry;
  if (work === 'trigger') {
    const stop = stops.findStop(orderId);
    if (stop !== undefined) triggerStop(placing, stop);
    return stop !== undefined;
  }
  const entry = stops.findEntry(orderId);
  if (entry === undefined) return false;
  if (work === 'close') {
    const resting = book.get(orderId);
    if (resting !== undefined && entry.hasFills) endResting(placing.draft, placing.entry, resting, 'ORDER_PARTNER_ENDED');
    return resting !== undefined;
  }
  if (!entry.isClosed || entryOrder === undefined) return false;
  placeExits(placing, entryOrder);
  return true;
}

/** A stop that was reached: its partner ends, what it holds comes back, and it goes to the book as the limit order that it is. */
function triggerStop(placing: Placing, stop: WaitingStop): void {
  const { entry, draft } = placing;
  const { terms, mode, book } = entry;
  const { id, owner, isBuy, limit, steps } = stop;
  releaseStop(draft, entry, stop);
  const partner = stop.partner === null ? undefined : book.get(stop.partner);
  if (partner !== undefined) endResting(draft, entry, partner, 'ORDER_PARTNER_ENDED');
  const change = Object.assign(changeOf(draft, id, owner, mode), { rank: placing.takeId() });
  const available = draft.wallet.get(availableAddress(owner, mode, isBuy ? terms.quote : terms.base)) ?? 0n;
  const input = toLimitInput(terms, { isBuy, limit, steps });
  try {
    const placed = matchInBook({ terms, book, orderId: id, owner, mode, input, available, now: draft.at }, { steps, limit });
    const { filled, filledValue, fee, rested, status, reason } = placed.row;
    Object.assign(change, { filled, value: filledValue, fee, rested, status, reason });
    settleFunds(placing, placed);
    if (reason === 'ORDER_FILLS_TOO_MANY') goOn(placing, stop, stepsOfUnits(terms, filled));
  } catch (error) {
    // Nothing of it could be filled and it may not rest, so it ends with the reason; it is not tried again.
    if (!(error instanceof DomainError)) throw error;
    Object.assign(change, { status: 'cancelled', reason: error.code });
  }
}

/** What met too many orders for one transaction goes on in the next, where this one stopped: the rest is a stop of its own, due at once. */
function goOn(placing: Placing, { isBuy, stop, limit, steps, isRising }: WaitingStop, done: number): void {
  const { terms } = placing.entry;
  const price = (ticks: number) => formatTicks(terms, ticks);
  const side = isBuy ? ('buy' as const) : ('sell' as const);
  const input = { side, quantity: formatSteps(terms, steps - done), stop: price(stop), limit: price(limit) };
  waitForRest(placing, { ...createStop(placing, input, null), isRising }, input);
}

/**
 * Places the exits of a purchase for what it brought after the fee, rounded down to the step: a pair of which one ends the other. Where its
 * owner has spent a part since, for what is left; where that is too little for an order, none.
 */
function placeExits(placing: Placing, order: OrderRow): void {
  const { entry, draft, owner } = placing;
  const { terms, mode, book, stops } = entry;
  const { takeProfit, stopLoss, stopLossLimit } = order as Record<'takeProfit' | 'stopLoss' | 'stopLossLimit', string>;
  stops.removeEntry(order.id);
  const available = draft.wallet.get(availableAddress(owner, mode, terms.base)) ?? 0n;
  const bought = order.filled - order.fee;
  const steps = stepsOfUnits(terms, bought < available ? bought : available);
  const quantity = formatSteps(terms, steps);
  const isTooSmall = findOrderProblem({ rules: terms.rules, price: stopLossLimit, quantity, indexPrice: null }) !== null;
  draft.exits.push({ id: order.id, exits: isTooSmall ? 'dropped' : 'placed' });
  draft.touched.push({ owner, mode, market: terms.symbol });
  if (isTooSmall) return;

  const limit = toTicks(terms, takeProfit);
  const input = toLimitInput(terms, { isBuy: false, limit, steps });
  const stopInput = { side: 'sell' as const, quantity, stop: stopLoss, limit: stopLossLimit };
  const orderId = placing.takeId();
  const held = spendOf(terms, false, limit, steps);
  // The stop lies below the entry whatever the index is by now: it is reached by falling.
  const stop = { ...createStop(placing, stopInput, { id: orderId, held }), isRising: false };
  try {
    const placed = matchInBook({ terms, book, orderId, owner, mode, input, available, now: draft.at }, { steps, limit });
    Object.assign(placed.row, { entry: order.id, partner: stop.id });
    settlePlaced(placing, placed);
    if (placed.fills.length > 0) missStop(placing, stop, stopInput, order.id);
    else waitForStop(placing, stop, stopInput, order.id);
  } catch (error) {
    // The own order is in the way of the take-profit: the stop protects alone.
    if (!(error instanceof DomainError)) throw error;
    const ended = { status: 'cancelled', reason: error.code, rested: 0n, filled: 0n, filledValue: 0n, fee: 0n } as const;
    const own = { id: orderId, rank: orderId, kind: 'limit', timeInForce: 'GTC', side: 'sell', price: takeProfit, quantity: held } as const;
    draft.orders.push({ ...order, ...PLAIN_ORDER, ...own, ...ended, entry: order.id, createdAt: draft.at, updatedAt: draft.at });
    waitForStop(placing, { ...stop, partner: null, held }, stopInput, order.id);
  }
}

function toLimitInput(terms: MarketTerms, { isBuy, limit, steps }: { isBuy: boolean; limit: number; steps: number }): BookInput {
  const price = formatTicks(terms, limit);
  return { side: isBuy ? 'buy' : 'sell', kind: 'limit', price, quantity: formatSteps(terms, steps), timeInForce: 'GTC' };
}
