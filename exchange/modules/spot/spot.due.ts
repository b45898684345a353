import { findOrderProblem } from '../../../lib/rules/spot';
import { DomainError } from '../../platform/domain-error';
import { formatSteps, formatTicks, type MarketTerms, spendOf, stepsOfUnits, toTicks } from '../matching/matching';
import { type DueCommand, type OrderRow, PLAIN_ORDER } from './spot.commands';
import { changeOf, closeEntry, endResting, endTaking, releaseStop } from './spot.draft';
import { type BookInput, matchInBook } from './spot.matching';
import { createStop, missStop, type Placing, settleFunds, settlePlaced, takeOnLater, waitForStop } from './spot.place';
import { availableAddress, spendAsset } from './spot.postings';
import type { TakingOrder } from './spot.state';
import type { WaitingStop } from './spot.stops';

/** Does what has become due, if it still is. `entryOrder` is the order itself when its exits are due. */
export function runDue(
  placing: Placing,
  { work, orderId, stop: reached, exits, since }: DueCommand,
  entryOrder: OrderRow | undefined,
): boolean {
  const { stops, book } = placing.entry;
  if (work === 'trigger') {
    const stop = stops.findStop(orderId);
    // Its owner has given it another stop price since this one was reached.
    if (stop === undefined || stop.stop !== reached || stop.since !== since) return false;
    triggerStop(placing, stop);
    return true;
  }
  const entry = stops.findEntry(orderId);
  if (entry === undefined) return false;
  if (work === 'close') {
    // Its owner has given it other exits since one of these was reached.
    if (entry.takeProfit !== exits?.takeProfit || entry.stop !== exits.stop || entry.since !== since) return false;
    const resting = book.get(orderId);
    if (resting !== undefined && entry.hasFills) endResting(placing.draft, placing.entry, resting, 'ORDER_PARTNER_ENDED');
    const taking = placing.entry.taking.get(orderId);
    if (taking !== undefined && entry.hasFills) endTaking(placing.draft, placing.entry, taking, 'ORDER_PARTNER_ENDED');
    return resting !== undefined || taking !== undefined;
  }
  if (!entry.isClosed || entryOrder === undefined) return false;
  placeExits(placing, entryOrder);
  return true;
}

/** A stop that was reached: its partner ends, what it holds comes back, and it goes to the book as the limit order that it is. */
function triggerStop(placing: Placing, stop: WaitingStop): void {
  const { entry, draft, budget } = placing;
  const { terms, mode, book } = entry;
  const { id, owner, isBuy, limit, steps } = stop;
  releaseStop(draft, entry, stop);
  const partner = stop.partner === null ? undefined : book.get(stop.partner);
  if (partner !== undefined) endResting(draft, entry, partner, 'ORDER_PARTNER_ENDED');
  const change = Object.assign(changeOf(draft, id, owner, mode), { rank: placing.takeId() });
  const available = draft.wallet.get(availableAddress(owner, mode, isBuy ? terms.quote : terms.base)) ?? 0n;
  const input = toLimitInput(terms, { isBuy, limit, steps });
  try {
    const placed = matchInBook(
      { terms, book, orderId: id, owner, mode, input, available, budget, now: draft.at, fees: draft.fees },
      { steps, limit },
    );
    const { filled, filledValue, fee, rested, status, reason, takingLimit } = placed.row;
    Object.assign(change, { filled, value: filledValue, fee, rested, status, reason, takingLimit });
    settleFunds(placing, placed);
    if (takingLimit !== null) takeOnLater(placing, placed, { isDue: true, amendment: null });
  } catch (error) {
    // Nothing of it could be filled and it may not rest, so it ends with the reason; it is not tried again.
    if (!(error instanceof DomainError)) throw error;
    Object.assign(change, { status: 'cancelled', reason: error.code });
  }
}

/**
 * Goes on with an order where the transaction before stopped, with the same worst price. What rests of it in the end queues up behind the orders
 * that are there by then. It ends, with what it was filled, where its owner has spent the money meanwhile.
 */
export function takeOn(placing: Placing, taking: TakingOrder): void {
  const { entry, draft, budget, owner } = placing;
  const { terms, mode, book, stops } = entry;
  const { id, limit, rest: steps } = taking;
  const input = { ...taking.input, quantity: formatSteps(terms, steps) };
  const available = draft.wallet.get(availableAddress(owner, mode, spendAsset(terms, input.side === 'buy'))) ?? 0n;
  try {
    const own = { orderId: id, owner, input, available, before: taking };
    const placed = matchInBook({ terms, book, mode, budget, now: draft.at, fees: draft.fees, ...own }, { steps, limit });
    const { filled, filledValue, fee, rested, status, reason, takingLimit } = placed.row;
    const change = changeOf(draft, id, owner, mode);
    change.filled += filled - taking.filled;
    change.value += filledValue - taking.filledValue;
    change.fee += fee - taking.fee;
    Object.assign(change, { rested, rank: rested > 0n ? placing.takeId() : 0, status, reason, takingLimit });
    entry.taking.delete(id);
    settleFunds(placing, placed, taking.amendment);
    const bought = stops.findEntry(id);
    if (bought !== undefined) stops.setEntry({ ...bought, hasFills: filled > 0n });
    if (takingLimit !== null) takeOnLater(placing, placed, { isDue: taking.isDue, amendment: taking.amendment });
    else if (rested === 0n) closeEntry(draft, entry, id);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    endTaking(draft, entry, taking, error.code);
  }
}

/**
 * Places the exits of a purchase for what it brought after the fee, rounded down to the step: a pair of which one ends the other, or the one that
 * there is. Where its owner has spent a part since, for what is left; where that is too little for an order, none.
 */
function placeExits(placing: Placing, order: OrderRow): void {
  const { entry, draft, owner } = placing;
  const { terms, mode, stops } = entry;
  const { takeProfit, stopLoss, stopLossLimit } = order;
  stops.removeEntry(order.id);
  const available = draft.wallet.get(availableAddress(owner, mode, terms.base)) ?? 0n;
  const bought = order.filled - order.fee;
  const steps = stepsOfUnits(terms, bought < available ? bought : available);
  const quantity = formatSteps(terms, steps);
  const isTooSmall = findOrderProblem({ rules: terms.widest, price: stopLossLimit ?? takeProfit, quantity, indexPrice: null }) !== null;
  draft.exits.push({ id: order.id, exits: isTooSmall ? 'dropped' : 'placed' });
  draft.touched.push({ owner, mode, market: terms.symbol });
  if (isTooSmall) return;
  const stopInput = stopLoss === null ? null : { side: 'sell' as const, quantity, stop: stopLoss, limit: stopLossLimit ?? stopLoss };
  if (takeProfit !== null) placeTakeProfit(placing, order, { takeProfit, steps, available, stopInput });
  else if (stopInput !== null) waitForStop(placing, createExitStop(placing, stopInput, null), stopInput, order.id);
}

type ExitStopInput = Parameters<typeof createStop>[1];

/** The stop lies below the entry whatever the index is by now: it is reached by falling. */
function createExitStop(placing: Placing, input: ExitStopInput, partner: Parameters<typeof createStop>[2]): WaitingStop {
  return { ...createStop(placing, input, partner), isRising: false };
}

/** Places the take-profit, and beside it the stop-loss where there is one. */
function placeTakeProfit(
  placing: Placing,
  order: OrderRow,
  { takeProfit, steps, available, stopInput }: { takeProfit: string; steps: number; available: bigint; stopInput: ExitStopInput | null },
): void {
  const { entry, draft, owner, budget } = placing;
  const { terms, mode, book } = entry;
  const limit = toTicks(terms, takeProfit);
  const input = toLimitInput(terms, { isBuy: false, limit, steps });
  const orderId = placing.takeId();
  const held = spendOf(terms, false, limit, steps);
  const stop = stopInput === null ? null : createExitStop(placing, stopInput, { id: orderId, held });
  try {
    const placed = matchInBook(
      { terms, book, orderId, owner, mode, input, available, budget, now: draft.at, fees: draft.fees },
      { steps, limit },
    );
    Object.assign(placed.row, { entry: order.id, partner: stop?.id ?? null });
    settlePlaced(placing, placed);
    if (stop === null || stopInput === null) return;
    if (placed.fills.length > 0) missStop(placing, stop, stopInput, order.id);
    else waitForStop(placing, stop, stopInput, order.id);
  } catch (error) {
    // The own order is in the way of the take-profit: the stop, if there is one, protects alone.
    if (!(error instanceof DomainError)) throw error;
    const ended = { status: 'cancelled', reason: error.code, rested: 0n, filled: 0n, filledValue: 0n, fee: 0n } as const;
    const own = { id: orderId, rank: orderId, kind: 'limit', timeInForce: 'GTC', side: 'sell', price: takeProfit, quantity: held } as const;
    draft.orders.push({ ...order, ...PLAIN_ORDER, ...own, ...ended, entry: order.id, createdAt: draft.at, updatedAt: draft.at });
    if (stop !== null && stopInput !== null) waitForStop(placing, { ...stop, partner: null, held }, stopInput, order.id);
  }
}

function toLimitInput(terms: MarketTerms, { isBuy, limit, steps }: { isBuy: boolean; limit: number; steps: number }): BookInput {
  const price = formatTicks(terms, limit);
  return { side: isBuy ? 'buy' : 'sell', kind: 'limit', price, quantity: formatSteps(terms, steps), timeInForce: 'GTC' };
}
