import type { Mode, OrderStatus } from '../../../lib/protocol/wire';
import type { Posting } from '../ledger/ledger';
import { type Amendment, NO_CHANGE, type OrderChangeCore } from '../matching/matching';
import type { PerpetualJournal } from './perpetual.codes';
import type { OrderRow } from './perpetual.commands';
import type { Position } from './perpetual.position';
import type { PerpetualBook } from './perpetual.book';

/** One fill with both sides as they are stored. `makerOrderId` is null where the insurance fund took over. */
export type FillRow = {
  id: string;
  market: string;
  mode: Mode;
  source: 'book' | 'fund' | 'deleverage';
  /** As a decimal. */
  price: string;
  quantity: bigint;
  value: bigint;
  isTakerBuy: boolean;
  makerOrderId: number | null;
  /** Null, as the maker's, for a line of the tape: what the house traded with itself. */
  takerOrderId: number | null;
  makerFee: bigint;
  takerFee: bigint;
  makerRealized: bigint;
  takerRealized: bigint;
  /** Initial margin that each side put up. */
  makerMargin: bigint;
  takerMargin: bigint;
};

/** `realized` is added too. One of a single command, or of a whole batch. */
export type OrderChange = OrderChangeCore<OrderStatus> & { realized: bigint };

export type LiquidationRow = {
  owner: number;
  mode: Mode;
  market: string;
  identity: Position['identity'];
  orderId: number;
  side: 'long' | 'short';
  quantityBefore: bigint;
  costBefore: bigint;
  marginBefore: bigint;
  closed: bigint;
  byBook: bigint;
  byBookValue: bigint;
  byFund: bigint;
  byOthers: bigint;
  mark: string;
  index: string;
  printSeq: number;
  liquidationPrice: string | null;
  bankruptcyPrice: string;
  fee: bigint;
  lost: bigint;
  returned: bigint;
};

type JournalDraft = Omit<PerpetualJournal, 'reference' | 'at'> & { reference: string | FillRow };

/**
 * What is gathered while commands run, before anything is written: of one command, and of the batch once the command was accepted. A journal
 * whose reference is a fill gets its number when the fill does.
 */
export type Draft = {
  orders: OrderRow[];
  changes: Map<number, OrderChange>;
  journals: JournalDraft[];
  fills: FillRow[];
  /** Filled orders that quotes became; each gets its number when it is written. */
  parts: { fill: FillRow; row: OrderRow }[];
  tape: FillRow[];
  positions: Map<Position['identity'], { book: PerpetualBook; position: Position }>;
  liquidations: LiquidationRow[];
  amendments: Amendment[];
  /** Changes of available balances by address, in USDT units. */
  credits: Map<string, bigint>;
  touched: { owner: number; mode: Mode; market: string }[];
  /** Owners whose position ended or changed sides. */
  ended: Set<number>;
};

export function createDraft(): Draft {
  return {
    orders: [],
    changes: new Map(),
    journals: [],
    fills: [],
    parts: [],
    tape: [],
    positions: new Map(),
    liquidations: [],
    amendments: [],
    credits: new Map(),
    touched: [],
    ended: new Set(),
  };
}

/** Takes what one accepted command gathered into the batch. */
export function mergeDraft(batch: Draft, own: Draft): void {
  batch.orders.push(...own.orders);
  batch.journals.push(...own.journals);
  batch.fills.push(...own.fills);
  batch.parts.push(...own.parts);
  batch.tape.push(...own.tape);
  batch.liquidations.push(...own.liquidations);
  batch.amendments.push(...own.amendments);
  batch.touched.push(...own.touched);
  for (const [identity, position] of own.positions) batch.positions.set(identity, position);
  for (const [address, amount] of own.credits) batch.credits.set(address, (batch.credits.get(address) ?? 0n) + amount);
  for (const change of own.changes.values()) {
    const known = changeOf(batch, change.id, change.owner, change.mode);
    known.filled += change.filled;
    known.value += change.value;
    known.fee += change.fee;
    known.realized += change.realized;
    known.rested += change.rested;
    known.rank = change.rank > 0 ? change.rank : known.rank;
    known.amended = change.amended ?? known.amended;
    Object.assign(known, { status: change.status, reason: change.reason, takingLimit: change.takingLimit });
  }
}

/** Returns the change of an open order, so far none. */
export function changeOf(draft: Draft, id: number, owner: number, mode: Mode): OrderChange {
  let change = draft.changes.get(id);
  if (change === undefined) {
    change = { id, owner, mode, ...NO_CHANGE, realized: 0n, status: 'partially_filled' };
    draft.changes.set(id, change);
  }
  return change;
}

/** Adds a journal, leaving out lines of nothing; none is added when no line is left. Credits go first, so that no line is short on the way. */
export function addJournal(draft: Draft, journal: JournalDraft): void {
  const sums = new Map<string, bigint>();
  for (const { address, amount } of journal.postings) sums.set(address, (sums.get(address) ?? 0n) + amount);
  const postings: Posting[] = [...sums].flatMap(([address, amount]) => (amount === 0n ? [] : [{ address, amount }]));
  postings.sort((a, b) => (a.amount > 0n === b.amount > 0n ? 0 : a.amount > 0n ? -1 : 1));
  if (postings.length > 0) draft.journals.push({ ...journal, postings });
}
