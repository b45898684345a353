import type { Mode } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { type Journal, postJournals } from '../ledger/ledger';
import type { OrderRow } from './spot.commands';
import type { Placed } from './spot.matching';
import { availableAddress, createFillJournal, type Fill } from './spot.postings';
import { insertFills, insertOrders, type OrderChange, takeIds, updateOrders } from './spot.repository';
import type { BookEntry } from './spot.state';
import type { MarketTerms } from '../matching/matching';

export type BatchFill = { fill: Fill; terms: MarketTerms; mode: Mode };

/** What a batch gathers while its commands run through the books, before anything is written. */
export type Draft = {
  orders: OrderRow[];
  changes: Map<number, OrderChange>;
  postings: ({ kind: 'fill'; batchFill: BatchFill } | { kind: 'own'; journal: Journal })[];
  fills: BatchFill[];
  wallet: Map<string, bigint>;
  /** Markets that this transaction may write, by epoch. */
  fenced: ReadonlyMap<string, string>;
  touched: { owner: number; mode: Mode; market: string }[];
  cancelled: { index: number; orderId: number }[];
};

/** Writes what the commands of a batch came to, set by set. Returns the orders that were open before, as they are now, by id. */
export async function writeDraft(tx: Tx, draft: Draft, now: number): Promise<Map<number, OrderRow>> {
  await insertOrders(tx, draft.orders);
  const updated = await updateOrders(tx, [...draft.changes.values()], now);
  const fillIds = await takeIds(tx, 'spot_fill_ids', draft.fills.length);
  for (const [index, { fill }] of draft.fills.entries()) fill.id = String(fillIds[index]);
  const journals = draft.postings.map((posting) =>
    posting.kind === 'own' ? posting.journal : createFillJournal({ ...posting.batchFill, at: now }),
  );
  if (journals.length > 0) {
    const { ids } = await postJournals(tx, journals);
    const fillJournals = ids.filter((_, index) => draft.postings[index]?.kind === 'fill');
    const rows = draft.fills.map((batchFill, index) => ({ ...batchFill, journalId: fillJournals[index] as string }));
    await insertFills(tx, rows, now);
  }
  return new Map(updated.map((order) => [order.id, order]));
}

/** Takes the fills of one order into the draft: postings, the makers' orders, and what both sides may spend afterwards. */
export function recordFills(draft: Draft, { terms, mode, book }: BookEntry, { fills }: Placed): void {
  for (const fill of fills) {
    const batchFill = { fill, terms, mode };
    draft.fills.push(batchFill);
    draft.postings.push({ kind: 'fill', batchFill });
    draft.touched.push({ owner: fill.makerOwner, mode, market: terms.symbol });
    const [takerGets, makerGets] = fill.isTakerBuy ? [terms.base, terms.quote] : [terms.quote, terms.base];
    const [takerReceived, makerReceived] = fill.isTakerBuy ? [fill.quantity, fill.value] : [fill.value, fill.quantity];
    credit(draft, availableAddress(fill.takerOwner, mode, takerGets), takerReceived - fill.takerFee);
    credit(draft, availableAddress(fill.makerOwner, mode, makerGets), makerReceived - fill.makerFee);
    const change = changeOf(draft, fill.makerOrderId, fill.makerOwner, mode);
    change.filled += fill.quantity;
    change.value += fill.value;
    change.fee += fill.makerFee;
    change.status = book.get(fill.makerOrderId) === undefined ? 'filled' : 'partially_filled';
  }
}

/** Returns the change of an open order in this batch, so far none. */
export function changeOf(draft: Draft, id: number, owner: number, mode: Mode): OrderChange {
  let change = draft.changes.get(id);
  if (change === undefined) {
    change = { id, owner, mode, filled: 0n, value: 0n, fee: 0n, status: 'partially_filled' };
    draft.changes.set(id, change);
  }
  return change;
}

/** Only balances that a later command of the batch may spend are followed. */
export function credit(draft: Draft, address: string, amount: bigint): void {
  const balance = draft.wallet.get(address);
  if (balance !== undefined) draft.wallet.set(address, balance + amount);
}
