import { formatScaled } from '../../../lib/rules/decimal';
import { OPEN_ORDERS_MAX, SPOT_SCALE } from '../../../lib/rules/spot';
import {
  type ExitPrices,
  findExitsProblem,
  findPairProblem,
  findStopProblem,
  findStopSide,
  type StopProblem,
} from '../../../lib/rules/spot-stops';
import { DomainError } from '../../platform/domain-error';
import { type Budget, spendOf, toSteps, toTicks, unitsOfSteps } from '../matching/matching';
import { type OrderRow, PLAIN_ORDER, type PlaceCommand, type PlaceInput } from './spot.commands';
import { credit, type Draft, recordFills } from './spot.draft';
import { type BookInput, type Placed, placeInBook } from './spot.matching';
import { quotedBy, splitOffTape } from './spot.quotes';
import { availableAddress, createHold, createStopHold, spendAsset } from './spot.postings';
import type { BookEntry, TakingOrder } from './spot.state';
import { toExitTicks, type WaitingStop } from './spot.stops';

/** One order to be placed: where, for whom, and at which index price. */
export type Placing = { entry: BookEntry; draft: Draft; budget: Budget; owner: number; indexPrice: string; takeId(): number };

/** Places what a command asks for. Returns the order, and the stop order of a pair. @throws DomainError; nothing is changed then */
export function placeOrder(placing: Placing, { input }: PlaceCommand): { order: OrderRow; partner: OrderRow | null } {
  if (input.kind === 'stop_limit') return { order: placeStop(placing, input), partner: null };
  if (input.kind === 'oco') return placePair(placing, input);
  return { order: placePlain(placing, { ...input, kind: input.kind }, exitsOf(input)), partner: null };
}

function placePlain(placing: Placing, input: BookInput & Pick<PlaceInput, 'isHouse'>, exits: ExitPrices | null): OrderRow {
  const { entry, indexPrice, owner } = placing;
  if (exits !== null) {
    refuse(findExitsProblem({ rules: entry.terms.rules, price: input.price, exits, indexPrice }));
    checkCount(placing, exits.takeProfit === null || exits.stopLoss === null ? 1 : 2);
  }
  const placed = runThroughBook(placing, input);
  if (exits === null) return input.isHouse ? settleOfHouse(placing, placed) : settlePlaced(placing, placed);
  const { terms, stops } = entry;
  const isClosed = placed.hold === 0n && placed.row.takingLimit === null;
  const hasFills = placed.row.filled > 0n;
  Object.assign(placed.row, exits, { exits: isClosed && !hasFills ? 'dropped' : 'pending' });
  const row = settlePlaced(placing, placed);
  if (row.exits === 'pending') {
    stops.setEntry({ id: row.id, owner, ...toExitTicks(terms, exits), hasFills, isClosed, since: placing.draft.at });
  }
  return row;
}

function placeStop(placing: Placing, input: PlaceInput): OrderRow {
  const { entry, indexPrice } = placing;
  const stop = input.stop as string;
  const limit = input.price as string;
  refuse(findStopProblem({ rules: entry.terms.rules, stop, limit, quantity: input.quantity, indexPrice }));
  checkCount(placing, 1);
  const waiting = createStop(placing, { ...input, stop, limit }, null);
  requireFunds(placing, waiting.isBuy, waiting.held);
  return waitForStop(placing, waiting, { ...input, stop, limit });
}

function placePair(placing: Placing, input: PlaceInput): { order: OrderRow; partner: OrderRow } {
  const { entry, indexPrice } = placing;
  const { terms } = entry;
  const [price, stop, limit] = [input.price, input.stop, input.stopLimit] as [string, string, string];
  refuse(findPairProblem({ ...input, rules: terms.rules, price, stop, stopLimit: limit, indexPrice }));
  checkCount(placing, 2);
  const stopInput = { ...input, stop, limit };
  const isBuy = input.side === 'buy';
  const ofLimit = spendOf(terms, isBuy, toTicks(terms, price), toSteps(terms, input.quantity));
  const extra = spendOf(terms, isBuy, toTicks(terms, limit), toSteps(terms, input.quantity)) - ofLimit;
  // One hold for both: the dearer of the two, because only one of them can be filled.
  requireFunds(placing, isBuy, ofLimit + (extra > 0n ? extra : 0n));
  const placed = runThroughBook(placing, { ...input, kind: 'limit' });
  const waiting = createStop(placing, stopInput, { id: placed.row.id, held: ofLimit });
  placed.row.partner = waiting.id;
  const order = settlePlaced(placing, placed);
  return { order, partner: placed.fills.length === 0 ? waitForStop(placing, waiting, stopInput) : missStop(placing, waiting, stopInput) };
}

type StopInput = Pick<PlaceInput, 'side' | 'quantity'> & { stop: string; limit: string };

/** Returns a stop order; beside a partner it holds what it needs beyond what the partner holds. */
export function createStop(placing: Placing, input: StopInput, partner: { id: number; held: bigint } | null): WaitingStop {
  const { entry, owner, indexPrice, draft } = placing;
  const { terms } = entry;
  const isBuy = input.side === 'buy';
  const limit = toTicks(terms, input.limit);
  const steps = toSteps(terms, input.quantity);
  const needed = spendOf(terms, isBuy, limit, steps) - (partner?.held ?? 0n);
  return {
    id: placing.takeId(),
    owner,
    isBuy,
    stop: toTicks(terms, input.stop),
    isRising: findStopSide({ stop: input.stop, indexPrice }) === 'rise',
    limit,
    steps,
    held: needed > 0n ? needed : 0n,
    partner: partner?.id ?? null,
    since: draft.at,
  };
}

/** Has a stop wait, and holds what it needs. `entryId`: the order whose exit it is. */
export function waitForStop(placing: Placing, stop: WaitingStop, input: StopInput, entryId: number | null = null): OrderRow {
  const { entry, draft, owner } = placing;
  const { terms, mode, stops } = entry;
  stops.addStop(stop);
  if (stop.held > 0n) {
    const { id, isBuy, held } = stop;
    draft.postings.push({ kind: 'own', journal: createStopHold({ terms, mode, owner, orderId: id, isBuy, amount: held, at: draft.at }) });
    credit(draft, availableAddress(owner, mode, spendAsset(terms, isBuy)), -held);
  }
  draft.touched.push({ owner, mode, market: terms.symbol });
  return insertStop(placing, stop, input, { entry: entryId, status: 'waiting', held: stop.held });
}

/** Keeps a stop whose partner was filled on its way into the book: it never waits. */
export function missStop(placing: Placing, stop: WaitingStop, input: StopInput, entryId: number | null = null): OrderRow {
  return insertStop(placing, stop, input, { entry: entryId, status: 'cancelled', reason: 'ORDER_PARTNER_ENDED' });
}

function insertStop({ entry, draft }: Placing, stop: WaitingStop, input: StopInput, ending: Partial<OrderRow>): OrderRow {
  const row: OrderRow = {
    ...PLAIN_ORDER,
    id: stop.id,
    owner: stop.owner,
    mode: entry.mode,
    market: entry.terms.symbol,
    side: input.side,
    kind: 'stop_limit',
    timeInForce: 'GTC',
    price: input.limit,
    quantity: unitsOfSteps(entry.terms, stop.steps),
    rested: 0n,
    filled: 0n,
    filledValue: 0n,
    fee: 0n,
    status: 'waiting',
    reason: null,
    takingLimit: null,
    stop: input.stop,
    stopSide: stop.isRising ? 'rise' : 'fall',
    rank: stop.id,
    partner: stop.partner,
    createdAt: draft.at,
    updatedAt: draft.at,
    ...ending,
  };
  draft.orders.push(row);
  return row;
}

function runThroughBook(placing: Placing, input: BookInput): Placed {
  const { entry, draft, owner, indexPrice, budget } = placing;
  const { terms, mode, book } = entry;
  if (input.timeInForce === 'GTC' || input.timeInForce === 'POST_ONLY') checkCount(placing, 1);
  const isBuy = input.side === 'buy';
  const available = (draft.wallet.get(availableAddress(owner, mode, spendAsset(terms, isBuy))) ?? 0n) - quotedBy(entry, owner, isBuy);
  const taking = entry.taking.ofOwner(owner).length;
  return placeInBook({
    terms,
    book,
    orderId: placing.takeId(),
    owner,
    mode,
    input,
    indexPrice,
    taking,
    available,
    budget,
    now: draft.at,
    fees: draft.fees,
  });
}

/** Writes of an order of the house only what it met of others. Returns it as it was done, the tape with it. */
function settleOfHouse(placing: Placing, placed: Placed): OrderRow {
  const { draft, entry, owner } = placing;
  const others = splitOffTape(draft, entry, placed);
  const { row, hold } = others;
  const isMet = others.fills.length > 0;
  // What rests of it beside is a quote: what was traded ends as an order of that size.
  const traded: OrderRow = hold === 0n ? row : { ...row, quantity: row.filled, rested: 0n, status: 'filled' };
  if (isMet) settlePlaced(placing, { ...others, row: traded, hold: 0n });
  if (hold > 0n) {
    const rest = { ...row, quantity: row.rested, filled: 0n, filledValue: 0n, fee: 0n, status: 'open' as const };
    entry.quotes.set({ id: row.id, owner, isBuy: row.side === 'buy', held: hold, row: rest });
  }
  return placed.row;
}

/** Takes an order that went through its book into the draft: its row, what it paid, its fills, and the hold of what rests. */
export function settlePlaced(placing: Placing, placed: Placed): OrderRow {
  placing.draft.orders.push(placed.row);
  settleFunds(placing, placed);
  if (placed.row.takingLimit !== null) takeOnLater(placing, placed, { isDue: placed.row.entry !== null, amendment: null });
  return placed.row;
}

/** Has the rest of an order go on in the next transaction. */
export function takeOnLater(
  { entry }: Placing,
  { row, input, rest }: Placed,
  { isDue, amendment }: Pick<TakingOrder, 'isDue' | 'amendment'>,
): void {
  const { id, owner, filled, filledValue, fee } = row;
  const { side, kind, price, timeInForce } = input;
  const limit = toTicks(entry.terms, row.takingLimit as string);
  entry.taking.set({ id, owner, filled, filledValue, fee, rest, limit, isDue, amendment, input: { side, kind, price, timeInForce } });
}

/** What an order paid, its fills, and the hold of what rests; its row is up to the caller. `amendment`: by which it queued up anew. */
export function settleFunds({ entry, draft, owner }: Placing, placed: Placed, amendment: number | null = null): void {
  const { terms, mode } = entry;
  const { row, hold, spent } = placed;
  const isBuy = row.side === 'buy';
  draft.touched.push({ owner, mode, market: terms.symbol });
  credit(draft, availableAddress(owner, mode, spendAsset(terms, isBuy)), -spent - hold);
  recordFills(draft, entry, placed);
  if (hold === 0n) return;
  const held = { terms, mode, owner, orderId: row.id, isBuy, amount: hold, at: draft.at };
  draft.postings.push({ kind: 'own', journal: createHold(held, amendment) });
}

/** @throws ORDERS_OPEN_TOO_MANY where an owner would have more orders in a book than may be open */
export function checkCount({ entry, owner }: Placing, added: number): void {
  if (entry.book.openCountOf(owner) + entry.stops.countOf(owner) + entry.taking.ofOwner(owner).length + added <= OPEN_ORDERS_MAX) return;
  throw new DomainError('ORDERS_OPEN_TOO_MANY', { params: { max: String(OPEN_ORDERS_MAX) } });
}

function requireFunds({ entry, draft, owner }: Placing, isBuy: boolean, needed: bigint): void {
  const asset = spendAsset(entry.terms, isBuy);
  const available = draft.wallet.get(availableAddress(owner, entry.mode, asset)) ?? 0n;
  if (needed <= available) return;
  throw new DomainError('INSUFFICIENT_BALANCE', {
    params: { asset, available: formatScaled(available, SPOT_SCALE), needed: formatScaled(needed, SPOT_SCALE) },
  });
}

function exitsOf({ takeProfit, stopLoss, stopLossLimit }: PlaceInput): ExitPrices | null {
  if (takeProfit === undefined && stopLoss === undefined) return null;
  return { takeProfit: takeProfit ?? null, stopLoss: stopLoss ?? null, stopLossLimit: stopLossLimit ?? null };
}

function refuse(problem: StopProblem | null): void {
  if (problem !== null) throw new DomainError(problem.code, { params: problem.params });
}
