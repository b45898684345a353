import type { ErrorCode } from '../../../lib/protocol/errors';
import type { ExitState, Mode } from '../../../lib/protocol/wire';
import type { FeeRates } from '../../../lib/rules/spot';
import type { Tx } from '../../platform/db';
import { type Journal, prepareJournals } from '../ledger/ledger';
import {
  type Amendment,
  insertAmendments,
  listOrderEvents,
  type MarketTerms,
  NO_CHANGE,
  type RestingOrder,
  spendOf,
  takeIds,
  unitsOfSteps,
} from '../matching/matching';
import type { OrderRow } from './spot.commands';
import { spotEvents } from './spot.events';
import type { Placed } from './spot.matching';
import { availableAddress, createFillJournal, createRelease, createStopHold, type Fill, spendAsset } from './spot.postings';
import { insertFills } from './spot.repository';
import type { BookEntry, Quote, TakingOrder } from './spot.state';
import type { WaitingStop } from './spot.stops';
import { insertOrders, type OrderChange, updateExits, updateOrders } from './spot.writes.repository';

export type BatchFill = { fill: Fill; terms: MarketTerms; mode: Mode };

/** What a batch gathers while its commands run through the books, before anything is written. */
export type Draft = {
  at: number;
  /** In force at `at`. */
  fees: FeeRates;
  /** Numbers for orders and fills that were fetched with what the batch read. */
  ids: number[];
  fillIds: number[];
  orders: OrderRow[];
  changes: Map<number, OrderChange>;
  exits: { id: number; exits: ExitState }[];
  postings: ({ kind: 'fill'; batchFill: BatchFill } | { kind: 'own'; journal: Journal; amendment?: Amendment })[];
  fills: BatchFill[];
  /** Filled orders that quotes became; each gets its number when it is written. */
  parts: { fill: Fill; row: OrderRow }[];
  /** What the house traded with itself. */
  tape: BatchFill[];
  wallet: Map<string, bigint>;
  /** Markets that this transaction may write, by epoch. */
  fenced: ReadonlyMap<string, string>;
  touched: { owner: number; mode: Mode; market: string }[];
  /** Commands that are answered with an order as it is once everything is written; `kept` of amendments: the place in the queue. */
  answered: { index: number; orderId: number; kept?: boolean }[];
  amendments: Amendment[];
};

/** Takes numbers of orders and fills from those that the batch has left, and fetches what is missing. */
async function takeSpareIds(tx: Tx, { ids, fillIds }: Draft, { orders, fills }: { orders: number; fills: number }) {
  const [ofOrders, ofFills] = [ids.splice(0, orders), fillIds.splice(0, fills)];
  const missing = await takeIds(tx, { spot_order_ids: orders - ofOrders.length, spot_fill_ids: fills - ofFills.length });
  return [ofOrders.concat(missing.spot_order_ids), ofFills.concat(missing.spot_fill_ids)] as const;
}

/**
 * Writes what the commands of a batch came to, set by set. Returns the orders that were open before, as they are now, by id; what `write` writes waits for no
 * answer, and goes to the server together with what is written beside it.
 */
export async function writeDraft(
  tx: Tx,
  draft: Draft,
  house: ReadonlySet<number>,
): Promise<{ updated: Map<number, OrderRow>; write(): Promise<unknown> }> {
  const { at } = draft;
  const fills = [...draft.fills, ...draft.tape];
  const [partIds, fillIds] = await takeSpareIds(tx, draft, { orders: draft.parts.length, fills: fills.length });
  const parts = draft.parts.map(({ fill, row }, index) => {
    const id = partIds[index] as number;
    fill.makerOrderId = id;
    return { ...row, id, rank: id };
  });
  for (const [index, { fill }] of fills.entries()) fill.id = String(fillIds[index]);
  const journals = draft.postings.map((posting) =>
    posting.kind === 'own' ? posting.journal : createFillJournal({ ...posting.batchFill, at }),
  );
  // The lock first: while the server writes the orders, the journals are made ready and follow at once.
  const preparing = prepareJournals(tx, journals);
  const ordering = Promise.all([
    insertOrders(tx, [...draft.orders, ...parts]),
    updateOrders(tx, [...draft.changes.values()], at),
    updateExits(tx, draft.exits),
  ]);
  const posting = preparing.then((prepared) => prepared.write());
  posting.catch(() => undefined);
  const [{ ids }, [, updated]] = await Promise.all([preparing, ordering]);
  const events = listOrderEvents(spotEvents, { at, placed: draft.orders, changes: draft.changes, updated, house });
  for (const [index, posting] of draft.postings.entries())
    if (posting.kind === 'own' && posting.amendment !== undefined) posting.amendment.journalId = ids[index] as string;
  const fillJournals = ids.filter((_, index) => draft.postings[index]?.kind === 'fill');
  const rows = fills.map((batchFill, index) => ({ ...batchFill, journalId: fillJournals[index] ?? null }));
  const write = () => Promise.all([posting, insertAmendments(tx, draft.amendments, at), insertFills(tx, rows, { at, events })]);
  return { updated: new Map(updated.map((order) => [order.id, order])), write };
}

/**
 * Takes the fills of one order into the draft: postings, the makers' orders and what is linked to them, and what both sides may spend
 * afterwards.
 */
export function recordFills(draft: Draft, entry: BookEntry, { fills }: Placed): void {
  const { terms, mode, book, stops } = entry;
  for (const fill of fills) {
    const quote = entry.quotes.get(fill.makerOrderId);
    if (quote !== undefined) {
      recordQuoteFill(draft, entry, fill, quote);
      continue;
    }
    const batchFill = { fill, terms, mode };
    draft.fills.push(batchFill);
    draft.postings.push({ kind: 'fill', batchFill });
    draft.touched.push({ owner: fill.makerOwner, mode, market: terms.symbol });
    creditFill(draft, entry, fill);
    const change = changeOf(draft, fill.makerOrderId, fill.makerOwner, mode);
    change.filled += fill.quantity;
    change.value += fill.value;
    change.fee += fill.makerFee;
    const isFilled = book.get(fill.makerOrderId) === undefined;
    change.status = isFilled ? 'filled' : 'partially_filled';
    const beside = stops.stopBeside(fill.makerOrderId);
    if (beside !== undefined) endStop(draft, entry, beside, 'ORDER_PARTNER_ENDED');
    const bought = stops.findEntry(fill.makerOrderId);
    if (bought !== undefined && (isFilled || !bought.hasFills)) stops.setEntry({ ...bought, hasFills: true, isClosed: isFilled });
  }
}

/**
 * What somebody takes of a quote is an order of that size, filled and written as such; the rest stays a quote. It is paid from what may be spent,
 * because nothing was held.
 */
function recordQuoteFill(draft: Draft, entry: BookEntry, fill: Fill, { row, isBuy }: Quote): void {
  const { terms, mode } = entry;
  shrinkQuote(entry, fill.makerOrderId);
  const part: OrderRow = {
    ...row,
    quantity: fill.quantity,
    rested: fill.quantity,
    filled: fill.quantity,
    updatedAt: draft.at,
    status: 'filled',
  };
  fill.isMakerHeld = false;
  const batchFill = { fill, terms, mode };
  draft.parts.push({ fill, row: { ...part, filledValue: fill.value, fee: fill.makerFee } });
  draft.fills.push(batchFill);
  draft.postings.push({ kind: 'fill', batchFill });
  creditFill(draft, entry, fill);
  credit(draft, availableAddress(fill.makerOwner, mode, spendAsset(terms, isBuy)), isBuy ? -fill.value : -fill.quantity);
}

/** What is left of a quote is a quote of that size: as if it had been placed anew, at the end of its level. */
export function shrinkQuote({ terms, book, quotes }: BookEntry, id: number): void {
  const quote = quotes.get(id);
  const order = book.get(id);
  quotes.delete(id);
  if (quote === undefined || order === undefined) return;
  const { owner, isBid, price, rest } = order;
  const quantity = unitsOfSteps(terms, rest);
  book.remove(order);
  book.add({ id, owner, isBid, price, rested: rest, rest });
  quotes.set({ ...quote, held: spendOf(terms, isBid, price, rest), row: { ...quote.row, quantity, rested: quantity } });
}

/** What both sides of a fill receive may be spent by the commands after it. */
function creditFill(draft: Draft, { terms, mode }: BookEntry, fill: Fill): void {
  const [takerGets, makerGets] = fill.isTakerBuy ? [terms.base, terms.quote] : [terms.quote, terms.base];
  const [takerReceived, makerReceived] = fill.isTakerBuy ? [fill.quantity, fill.value] : [fill.value, fill.quantity];
  credit(draft, availableAddress(fill.takerOwner, mode, takerGets), takerReceived - fill.takerFee);
  credit(draft, availableAddress(fill.makerOwner, mode, makerGets), makerReceived - fill.makerFee);
}

/** Returns the change of a living order in this batch, so far none. */
export function changeOf(draft: Draft, id: number, owner: number, mode: Mode): OrderChange {
  let change = draft.changes.get(id);
  if (change === undefined) {
    change = { id, owner, mode, ...NO_CHANGE, status: 'partially_filled' };
    draft.changes.set(id, change);
  }
  return change;
}

/** Only balances that a later command of the batch may spend are followed. */
export function credit(draft: Draft, address: string, amount: bigint): void {
  const balance = draft.wallet.get(address);
  if (balance !== undefined) draft.wallet.set(address, balance + amount);
}

/** Takes a stop out and gives back what it holds; the caller says how it goes on. */
export function releaseStop(draft: Draft, { terms, mode, stops }: BookEntry, stop: WaitingStop): void {
  stops.removeStop(stop);
  draft.touched.push({ owner: stop.owner, mode, market: terms.symbol });
  if (stop.held === 0n) return;
  const { owner, isBuy } = stop;
  draft.postings.push({
    kind: 'own',
    journal: createStopHold({ terms, mode, owner, orderId: stop.id, isBuy, amount: -stop.held, at: draft.at }),
  });
  credit(draft, availableAddress(owner, mode, spendAsset(terms, isBuy)), stop.held);
}

/** Cancels a stop that waits. */
export function endStop(draft: Draft, entry: BookEntry, stop: WaitingStop, reason: ErrorCode | null): void {
  releaseStop(draft, entry, stop);
  Object.assign(changeOf(draft, stop.id, stop.owner, entry.mode), { status: 'cancelled', reason });
}

/** Takes an order out of its book, with what it holds, and settles what becomes of its exits. */
export function endResting(draft: Draft, entry: BookEntry, order: RestingOrder, reason: ErrorCode | null): void {
  const { terms, mode, book, quotes } = entry;
  const { id, owner, isBid, price, rest } = order;
  book.remove(order);
  if (quotes.get(id) !== undefined) {
    quotes.delete(id);
    return;
  }
  Object.assign(changeOf(draft, id, owner, mode), { status: 'cancelled', reason });
  draft.postings.push({
    kind: 'own',
    journal: createRelease({ terms, mode, owner, orderId: id, isBuy: isBid, price, rest, at: draft.at }),
  });
  credit(draft, availableAddress(owner, mode, spendAsset(terms, isBid)), spendOf(terms, isBid, price, rest));
  draft.touched.push({ owner, mode, market: terms.symbol });
  closeEntry(draft, entry, id);
}

/** Ends an order that would go on; what it was filled stays. */
export function endTaking(draft: Draft, entry: BookEntry, { id, owner }: TakingOrder, reason: ErrorCode | null): void {
  const { terms, mode, taking } = entry;
  taking.delete(id);
  Object.assign(changeOf(draft, id, owner, mode), { status: 'cancelled', reason, takingLimit: null });
  draft.touched.push({ owner, mode, market: terms.symbol });
  closeEntry(draft, entry, id);
}

/** Nothing of an order rests or goes on any more: its exits, if it has any, are due for what it brought. */
export function closeEntry(draft: Draft, { stops }: BookEntry, id: number): void {
  const bought = stops.findEntry(id);
  if (bought === undefined) return;
  if (bought.hasFills) stops.setEntry({ ...bought, isClosed: true });
  else {
    stops.removeEntry(id);
    draft.exits.push({ id, exits: 'dropped' });
  }
}
