import { z } from 'zod';
import { ORDER_SIDES } from '../../../lib/protocol/wire';
import { defineEvent, type EventKind, type NewEvent } from '../../platform/event-kinds';
import type { OrderChangeCore, OrderCore } from './matching.rows';
import { formatAmount } from './matching.wire';

const text = z.string().max(60);
const order = { order: text, market: text, side: z.enum(ORDER_SIDES) };

/** Quantities of this batch alone: `quantity` in the base, `value` in the quote, `fee` in what was received. */
const filled = z.object({ ...order, quantity: text, value: text, fee: text, state: text });

/** Returns the kinds of events that orders of one product have. */
export function defineOrderEvents<Product extends string>(product: Product) {
  return {
    /** What one order came to in one batch, however many fills that were. */
    filled: defineEvent(`${product}.order-filled`, filled),
    /** A price was reached that an order waited for. */
    triggered: defineEvent(`${product}.order-triggered`, z.object(order)),
    /** Ended by the exchange; `reason` is an error code. */
    ended: defineEvent(`${product}.order-ended`, z.object({ ...order, reason: text })),
  };
}

type OrderEvents = ReturnType<typeof defineOrderEvents>;
type Order = OrderCore<string, string>;
type Batch = {
  at: number;
  /** Orders that came in with this batch. */
  placed: readonly Order[];
  /** What changed of orders that were there before, and those orders as they are now. */
  changes: ReadonlyMap<number, OrderChangeCore<string>>;
  updated: readonly Order[];
};

/** Returns the events of a batch: of each order once that it was filled, and why it ended where its owner didn't end it. */
export function listOrderEvents(kinds: OrderEvents, { at, placed, changes, updated }: Batch): NewEvent[] {
  const events: NewEvent[] = [];
  const add = <Kind extends EventKind>(kind: Kind, { id, owner, mode, market, side }: Order, more: object = {}) =>
    events.push(kind.create({ userId: String(owner), mode, at, payload: { order: String(id), market, side, ...more } }));
  const addFill = (row: Order, part: { filled: bigint; value: bigint; fee: bigint }) =>
    add(kinds.filled, row, {
      quantity: formatAmount(part.filled),
      value: formatAmount(part.value),
      fee: formatAmount(part.fee),
      state: row.status,
    });
  for (const row of updated) {
    const change = changes.get(row.id);
    if (change === undefined) continue;
    if (change.rank > 0) add(kinds.triggered, row);
    if (change.filled > 0n) addFill(row, change);
    if (change.reason !== null) add(kinds.ended, row, { reason: change.reason });
  }
  for (const row of placed) if (row.filled > 0n) addFill(row, { filled: row.filled, value: row.filledValue, fee: row.fee });
  return events;
}
