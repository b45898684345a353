import type { BookKind } from '../../../lib/protocol/wire';
import type { Tx } from '../../platform/db';
import { type Exits, readPrice } from './matching.rows';
import { formatPrice } from './matching.terms';
import { formatAmount } from './matching.wire';

/** Amendments shown of one order, the newest. */
const AMENDMENTS_SHOWN_MAX = 100;

/** Prices as decimals, quantities in base units. `journalId`: of the journal that adjusted the hold, null where it stayed as it was. */
export type Amendment = {
  id: number;
  product: BookKind;
  orderId: number;
  priceBefore: string;
  priceAfter: string;
  quantityBefore: bigint;
  quantityAfter: bigint;
  isPlaceKept: boolean;
  /** Of one that waits for its stop price. */
  stop?: { before: string; after: string };
  /** Where its take-profit or stop-loss changed. */
  exits?: { before: Exits; after: Exits } | undefined;
  journalId: string | null;
};

/** Returns the reference of the journal by which an amendment adjusts what an order holds. */
export function amendmentReference(id: number): string {
  return `amend:${id}`;
}

/**
 * Returns the reference of the journal that holds what rests of an order: `order:17`, and `order:17:5` of what rests after it went on from its
 * amendment 5, for each reference is posted once.
 */
export function holdReference(orderId: number | string, amendment: number | string | null): string {
  return amendment === null ? `order:${orderId}` : `order:${orderId}:${amendment}`;
}

/** The newest amendment by which an order `o` queued up anew; a column of a statement. */
export const queuedUpBy = (product: BookKind) =>
  `(SELECT max(a.id) FROM order_amendments a WHERE a.product = '${product}' AND a.order_id = o.id AND NOT a.is_place_kept AND a.stop_before IS NULL)`;

export async function insertAmendments(tx: Tx, rows: readonly Amendment[], at: number): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `INSERT INTO order_amendments (id, product, order_id, price_before, price_after, quantity_before, quantity_after, is_place_kept, journal_id, stop_before,
                                   stop_after, take_profit_before, take_profit_after, stop_loss_before, stop_loss_after, stop_loss_limit_before,
                                   stop_loss_limit_after, created_at)
     SELECT n.*, to_timestamp($18::int8 / 1000.0)
       FROM unnest($1::int8[], $2::text[], $3::int8[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::bool[], $9::int8[], $10::numeric[],
                   $11::numeric[], $12::numeric[], $13::numeric[], $14::numeric[], $15::numeric[], $16::numeric[], $17::numeric[]) AS n`,
    [
      rows.map(({ id }) => String(id)),
      rows.map(({ product }) => product),
      rows.map(({ orderId }) => String(orderId)),
      rows.map(({ priceBefore }) => priceBefore),
      rows.map(({ priceAfter }) => priceAfter),
      rows.map(({ quantityBefore }) => quantityBefore),
      rows.map(({ quantityAfter }) => quantityAfter),
      rows.map(({ isPlaceKept }) => isPlaceKept),
      rows.map(({ journalId }) => journalId),
      rows.map(({ stop }) => stop?.before ?? null),
      rows.map(({ stop }) => stop?.after ?? null),
      rows.map(({ exits }) => exits?.before.takeProfit ?? null),
      rows.map(({ exits }) => exits?.after.takeProfit ?? null),
      rows.map(({ exits }) => exits?.before.stopLoss ?? null),
      rows.map(({ exits }) => exits?.after.stopLoss ?? null),
      rows.map(({ exits }) => exits?.before.stopLossLimit ?? null),
      rows.map(({ exits }) => exits?.after.stopLossLimit ?? null),
      String(at),
    ],
  );
}

type AmendmentRecord = Record<'id' | 'price_before' | 'price_after' | 'quantity_before' | 'quantity_after', string> &
  Record<
    | 'journal_id'
    | 'stop_before'
    | 'stop_after'
    | 'take_profit_before'
    | 'take_profit_after'
    | 'stop_loss_before'
    | 'stop_loss_after'
    | 'stop_loss_limit_before'
    | 'stop_loss_limit_after',
    string | null
  > & { is_place_kept: boolean; created_at: Date };

/** Returns the amendments of an order as the protocol shows them, oldest first, with the journals that adjusted its hold. */
export async function listAmendments(tx: Tx, { product, orderId }: { product: BookKind; orderId: string }) {
  const { rows } = await tx.query<AmendmentRecord>(
    `SELECT id, price_before, price_after, quantity_before, quantity_after, is_place_kept, journal_id, stop_before, stop_after, take_profit_before,
            take_profit_after, stop_loss_before, stop_loss_after, stop_loss_limit_before, stop_loss_limit_after, created_at
       FROM order_amendments WHERE product = $1 AND order_id = $2 ORDER BY id DESC LIMIT $3`,
    [product, orderId, AMENDMENTS_SHOWN_MAX],
  );
  rows.reverse();
  return {
    journalIds: rows.flatMap(({ journal_id }) => (journal_id === null ? [] : [journal_id])),
    holds: rows.flatMap(({ id, is_place_kept, stop_before }) =>
      is_place_kept || stop_before !== null ? [] : [holdReference(orderId, id)],
    ),
    amendments: rows.map((row) => ({
      id: row.id,
      time: row.created_at.getTime(),
      price_before: formatPrice(row.price_before),
      price: formatPrice(row.price_after),
      num_before: formatAmount(BigInt(row.quantity_before)),
      num: formatAmount(BigInt(row.quantity_after)),
      kept: row.is_place_kept,
      ...(row.stop_before === null || row.stop_after === null
        ? {}
        : { stop_before: formatPrice(row.stop_before), stop: formatPrice(row.stop_after) }),
      ...exitsOf(row),
    })),
  };
}

/** Nothing of an amendment that left the exits alone. */
function exitsOf(row: AmendmentRecord) {
  const exits = {
    tp_before: readPrice(row.take_profit_before),
    tp: readPrice(row.take_profit_after),
    sl_before: readPrice(row.stop_loss_before),
    sl: readPrice(row.stop_loss_after),
    sl_limit_before: readPrice(row.stop_loss_limit_before),
    sl_limit: readPrice(row.stop_loss_limit_after),
  };
  return Object.values(exits).every((price) => price === null) ? {} : exits;
}
