import { formatScaled } from '../../../lib/rules/decimal';
import { findOrderProblem, SPOT_SCALE } from '../../../lib/rules/spot';
import { findLegProblem, findStopProblem, findStopSide, type StopProblem } from '../../../lib/rules/spot-stops';
import { DomainError } from '../../platform/domain-error';
import {
  amendmentReference,
  formatSteps,
  formatTicks,
  type RestingOrder,
  rulesToAmend,
  spendOf,
  toSteps,
  toTicks,
  unitsOfSteps,
} from '../matching/matching';
import { amendOrder } from './spot.amend';
import type { AmendParams, OrderRow } from './spot.commands';
import { changeOf, credit, endStop } from './spot.draft';
import type { Placing } from './spot.place';
import { availableAddress, createAmendHold, spendAsset } from './spot.postings';
import type { WaitingStop } from './spot.stops';

/** Asked only where a price is compared with the market. @throws MARKET_STALE, MARKET_HALTED */
type ReadIndex = () => string;
type Amend = { placing: Placing; readIndex: ReadIndex; stop: WaitingStop; input: AmendParams };

/**
 * Changes stop price, limit or total quantity of an order that waits for its stop price, beside no other. Its hold is adjusted by one journal.
 * @throws DomainError with the code of the refusal; everything is as before then
 */
export function amendStop({ placing, readIndex, stop, input }: Amend): void {
  const { terms } = placing.entry;
  const next = planStop({ placing, readIndex, stop, input });
  const held = spendOf(terms, stop.isBuy, next.limit, next.steps);
  requireHold(placing, stop, { before: stop.held, after: held });
  putStop(placing, stop, { ...next, held }, true);
}

/** `limit` is the other order of the pair as book and database have it; nothing was filled of either. */
type AmendPair = Amend & { limit: { row: OrderRow; resting: RestingOrder }; named: 'limit' | 'stop' };

/**
 * Changes one order of a pair; another total quantity is that of both. Where the limit order is filled on its way back into the book the stop ends,
 * as when the pair was placed. Returns whether the limit order kept its place in the queue.
 * @throws DomainError with the code of the refusal; everything is as before then
 */
export function amendPair(asked: AmendPair): boolean {
  const { placing, readIndex, stop, limit, named, input } = asked;
  const { entry, draft } = placing;
  const { terms } = entry;
  const { isBuy } = stop;
  const quantityOnly = { price: null, stop: null, quantity: input.quantity };
  const isResized = input.quantity !== null && toTargetSteps(placing, stop, input.quantity) !== stop.steps;
  const next =
    named === 'stop' || isResized ? planStop({ placing, readIndex, stop, input: named === 'stop' ? input : quantityOnly }) : stop;
  const moved = named === 'limit' ? input.price : null;
  if (moved !== null) checkLeg(asked, moved);
  const price = moved === null ? limit.resting.price : toTicks(terms, moved);
  const ofLimit = spendOf(terms, isBuy, price, next.steps);
  const ofStop = spendOf(terms, isBuy, next.limit, next.steps);
  const held = ofStop > ofLimit ? ofStop - ofLimit : 0n;
  const before = spendOf(terms, isBuy, limit.resting.price, limit.resting.rest) + stop.held;
  requireHold(placing, stop, { before, after: ofLimit + held });
  if (named === 'stop' && !isResized) {
    putStop(placing, stop, { ...next, held }, true);
    return false;
  }

  const written = draft.postings.length;
  const beside = { held: stop.held, more: held - stop.held };
  const wish = named === 'limit' ? input : quantityOnly;
  const kept = amendOrder({ placing, readIndex, ...limit, input: wish, beside, isExit: limit.row.entry !== null });
  if ((draft.changes.get(limit.row.id)?.filled ?? 0n) === 0n) putStop(placing, stop, { ...next, held }, false);
  else {
    endStop(draft, entry, stop, 'ORDER_PARTNER_ENDED');
    payBackFirst(placing, written);
  }
  return kept;
}

/** Returns a stop as it shall be; what it holds is up to the caller. @throws DomainError, ORDER_UNCHANGED */
function planStop({ placing, readIndex, stop, input }: Amend): WaitingStop {
  const { terms, stops } = placing.entry;
  const price = input.price ?? formatTicks(terms, stop.limit);
  const wanted = input.stop ?? formatTicks(terms, stop.stop);
  const quantity = input.quantity ?? formatSteps(terms, stop.steps);
  const rules = rulesToAmend(terms, { before: unitsOfSteps(terms, stop.steps), quantity });
  const isMoved = input.price !== null || input.stop !== null;
  if (isMoved) {
    const indexPrice = readIndex();
    // What was reached is as good as on its way into the book; a stop waits on the side on which it was placed.
    const side = stop.isRising ? 'rise' : 'fall';
    const isReached = stops.missed.has(stop.id) || findStopSide({ stop: formatTicks(terms, stop.stop), indexPrice }) !== side;
    if (isReached) throw new DomainError('ORDER_STOP_AT_MARKET');
    refuse(findStopProblem({ rules, stop: wanted, limit: price, quantity, indexPrice }));
    if (findStopSide({ stop: wanted, indexPrice }) !== side) throw new DomainError('ORDER_STOP_AT_MARKET');
  } else refuse(findOrderProblem({ rules, price, quantity, indexPrice: null }));
  const next = { ...stop, stop: toTicks(terms, wanted), limit: toTicks(terms, price), steps: toSteps(terms, quantity) };
  if (next.stop === stop.stop && next.limit === stop.limit && next.steps === stop.steps) throw new DomainError('ORDER_UNCHANGED');
  return next.stop === stop.stop ? next : { ...next, since: placing.draft.at };
}

/** Puts a stop in the place of what it was. `isAlone`: nothing else adjusts what it holds. */
function putStop(placing: Placing, before: WaitingStop, after: WaitingStop, isAlone: boolean): void {
  const { entry, draft, owner } = placing;
  const { terms, mode, stops } = entry;
  const { id, isBuy } = before;
  stops.removeStop(before);
  stops.addStop(after);
  draft.touched.push({ owner, mode, market: terms.symbol });
  const [price, quantity] = [formatTicks(terms, after.limit), unitsOfSteps(terms, after.steps)];
  const stop = { before: formatTicks(terms, before.stop), after: formatTicks(terms, after.stop) };
  const waiting = { stop: stop.after, since: after.since, held: after.held };
  Object.assign(changeOf(draft, id, owner, mode), { status: 'waiting', amended: { price, quantity, waiting } });
  if (before.stop === after.stop && before.limit === after.limit && before.steps === after.steps) return;
  const amendment = {
    id: placing.takeId(),
    product: 'spot' as const,
    orderId: id,
    priceBefore: formatTicks(terms, before.limit),
    priceAfter: price,
    quantityBefore: unitsOfSteps(terms, before.steps),
    quantityAfter: quantity,
    isPlaceKept: false,
    stop,
    journalId: null,
  };
  draft.amendments.push(amendment);
  const amount = isAlone ? after.held - before.held : 0n;
  if (amount === 0n) return;
  credit(draft, availableAddress(owner, mode, spendAsset(terms, isBuy)), -amount);
  const hold = { terms, mode, owner, orderId: id, isBuy, amount, at: draft.at };
  draft.postings.push({ kind: 'own', journal: createAmendHold(hold, amendmentReference(amendment.id)), amendment });
}

/** What the stop of a pair gives back may be what its partner has paid with: the ledger takes line after line. */
function payBackFirst({ draft }: Placing, written: number): void {
  const last = draft.postings.at(-1);
  if (draft.postings.length - written < 2 || last === undefined || last.kind !== 'own' || last.journal.code !== 'SPOT_RELEASE') return;
  draft.postings.pop();
  draft.postings.splice(written, 0, last);
}

function checkLeg({ placing, readIndex, limit: { row } }: AmendPair, price: string): void {
  const { rules } = placing.entry.terms;
  refuse(findLegProblem({ rules, side: row.side, price, indexPrice: readIndex(), isExit: row.entry !== null }));
}

function toTargetSteps({ entry }: Placing, { steps }: WaitingStop, quantity: string): number {
  const { terms } = entry;
  const rules = rulesToAmend(terms, { before: unitsOfSteps(terms, steps), quantity });
  refuse(findOrderProblem({ rules, price: null, quantity, indexPrice: null }));
  return toSteps(terms, quantity);
}

/** @throws INSUFFICIENT_BALANCE where an owner can't hold `after` in the place of `before` (base units of what is given away) */
function requireHold({ entry, draft, owner }: Placing, { isBuy }: WaitingStop, { before, after }: { before: bigint; after: bigint }): void {
  const asset = spendAsset(entry.terms, isBuy);
  const available = (draft.wallet.get(availableAddress(owner, entry.mode, asset)) ?? 0n) + before;
  if (after <= available) return;
  throw new DomainError('INSUFFICIENT_BALANCE', {
    params: { asset, available: formatScaled(available, SPOT_SCALE), needed: formatScaled(after, SPOT_SCALE) },
  });
}

function refuse(problem: Pick<StopProblem, 'code' | 'params'> | null): void {
  if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
}
