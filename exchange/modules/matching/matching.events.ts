import { z } from 'zod';
import { ORDER_SIDES, PERPETUAL_ORIGINS, type PerpetualOrigin } from '../../../lib/protocol/wire';
import { defineEvent, type EventKind, type NewEvent } from '../../platform/event-kinds';
import { NEVER_REPEATED } from './matching.commands';
import type { OrderChangeCore, OrderCore } from './matching.rows';
import { formatAmount } from './matching.wire';

const text = z.string().max(60);
const order = { order: text, market: text, side: z.enum(ORDER_SIDES) };

/**
 * Quantities of this batch alone: `quantity` in the base, `value` in the quote, `fee` in what was received; `total` and `totalValue` of the
 * order so far. `origin` says who gave an order that wasn't its owner's own.
 */
const filled = z.object({
  ...order,
  quantity: text,
  value: text,
  fee: text,
  state: text,
  total: text.optional(),
  totalValue: text.optional(),
  origin: z.enum(PERPETUAL_ORIGINS).optional(),
});

/** Returns the kinds of events that orders of one product have. */
export function defineOrderEvents<Product extends string>(product: Product) {
  return {
    /** What one order came to in one batch, however many fills that were. */
    filled: defineEvent(`${product}.order-filled`, filled),
    /** A price was reached that an order waited for. */
    triggered: defineEvent(`${product}.order-triggered`, z.object({ ...order, quantity: text.optional(), stop: text.optional() })),
    /** Ended by the exchange; `reason` is an error code, `filled` what it was filled of `quantity`. */
    ended: defineEvent(`${product}.order-ended`, z.object({ ...order, reason: text, quantity: text.optional(), filled: text.optional() })),
  };
}

type OrderEvents = ReturnType<typeof defineOrderEvents>;
type Order = OrderCore<string, string> & { stop?: string | null; origin?: PerpetualOrigin };
type Batch = {
  at: number;
  /** Orders that came in with this batch. */
  placed: readonly Order[];
  /** What changed of orders that were there before, and those orders as they are now. */
  changes: ReadonlyMap<number, OrderChangeCore<string>>;
  updated: readonly Order[];
  /** Accounts of the house that trade: nobody reads what happened to their orders. */
  house: ReadonlySet<number>;
};

/** Returns the events of a batch: of each order once that it was filled, and why it ended where its owner didn't end it. */
export function listOrderEvents(kinds: OrderEvents, { at, placed, changes, updated, house }: Batch): NewEvent[] {
  const events: NewEvent[] = [];
  const add = <Kind extends EventKind>(kind: Kind, { id, owner, mode, market, side }: Order, more: object = {}) =>
    events.push(kind.create({ userId: String(owner), mode, at, payload: { order: String(id), market, side, ...more } }));
  const addFill = (row: Order, part: { filled: bigint; value: bigint; fee: bigint }) =>
    add(kinds.filled, row, {
      quantity: formatAmount(part.filled),
      value: formatAmount(part.value),
      fee: formatAmount(part.fee),
      state: row.status,
      total: formatAmount(row.filled),
      totalValue: formatAmount(row.filledValue),
      ...(row.origin === undefined || row.origin === 'user' ? {} : { origin: row.origin }),
    });
  const addEnd = (row: Order, reason: string) =>
    add(kinds.ended, row, { reason, quantity: formatAmount(row.quantity), filled: formatAmount(row.filled) });
  for (const row of updated) {
    const change = changes.get(row.id);
    if (change === undefined || house.has(row.owner)) continue;
    // An order without a stop that comes into the book now has gone on taking until now; an amended one queues up anew.
    if (change.rank > 0 && change.amended === null && row.stop != null)
      add(kinds.triggered, row, { quantity: formatAmount(row.quantity), stop: row.stop });
    if (change.filled > 0n) addFill(row, change);
    if (change.reason !== null) addEnd(row, change.reason);
  }
  for (const row of placed) {
    if (row.filled === 0n || house.has(row.owner)) continue;
    addFill(row, { filled: row.filled, value: row.filledValue, fee: row.fee });
    if (row.reason !== null) addEnd(row, row.reason);
  }
  return events;
}

type AnyCommand = { kind: string; owner?: number; requestId?: string };

/** Takes up who places an order that is never repeated: that is the house's own. */
export function noteHouse(house: Set<number>, { kind, owner, requestId }: AnyCommand): void {
  if (kind === 'place' && requestId === NEVER_REPEATED && owner !== undefined) house.add(owner);
}
