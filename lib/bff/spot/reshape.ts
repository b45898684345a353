import type { OrderAmendment } from '../../dto/shared';
import type { Fill, Order, OrderDetail } from '../../dto/spot';
import type { AnswerOf } from '../../protocol/define-call';
import type { OrderWire, orderDetail } from '../../protocol/spot';
import { reshapeEntry } from '../account/reshape';
import { averagePriceOf } from '../rates';
import { toIso } from '../upstream';

type AmendmentWire = NonNullable<AnswerOf<typeof orderDetail>['amendments']>[number];

function exitsOf(row: AmendmentWire, when: '' | '_before') {
  return {
    takeProfit: row[`tp${when}`] ?? null,
    stopLoss: row[`sl${when}`] ?? null,
    stopLossLimit: row[`sl_limit${when}`] ?? null,
  };
}

/** Returns the fields by which another take-profit or stop-loss is asked for: null takes it away. */
export function toExitFields({ takeProfit, stopLoss }: { takeProfit?: string | null | undefined; stopLoss?: string | null | undefined }) {
  return { tp: takeProfit === null ? 'none' : takeProfit, sl: stopLoss === null ? 'none' : stopLoss };
}

/** Returns an order; `averagePrice` is rounded down at 8 decimals, null until something was filled. */
export function reshapeOrder(wire: OrderWire): Order {
  return {
    id: wire.id,
    symbol: wire.market,
    side: wire.type,
    kind: wire.kind,
    timeInForce: wire.tif,
    price: wire.price,
    stop: wire.stop ?? null,
    stopSide: wire.stop_side ?? null,
    triggeredAt: wire.triggered == null ? null : toIso(wire.triggered),
    heldWaiting: wire.state === 'waiting' ? (wire.held ?? null) : null,
    partnerId: wire.partner ?? null,
    entryId: wire.entry ?? null,
    takeProfit: wire.tp ?? null,
    stopLoss: wire.sl ?? null,
    stopLossLimit: wire.sl_limit ?? null,
    exits: wire.exits ?? null,
    averagePrice: averagePriceOf({ value: wire.filled_value, quantity: wire.filled }),
    quantity: wire.num,
    filledQuantity: wire.filled,
    filledQuoteQuantity: wire.filled_value,
    fee: wire.fee,
    feeAsset: wire.fee_coin,
    status: wire.state,
    reason: wire.reason === '' ? null : wire.reason,
    createdAt: toIso(wire.time),
    updatedAt: toIso(wire.updated),
  };
}

function reshapeFill(wire: AnswerOf<typeof orderDetail>['fills'][number]): Fill {
  return {
    id: wire.id,
    price: wire.price,
    quantity: wire.num,
    quoteQuantity: wire.value,
    fee: wire.fee,
    feeAsset: wire.fee_coin,
    liquidity: wire.liquidity,
    at: toIso(wire.time),
    journalId: wire.journal,
  };
}

/** Returns what the owner of an order changed in it, oldest first; a stock backend knows of none. */
export function reshapeAmendments(rows: AnswerOf<typeof orderDetail>['amendments']): OrderAmendment[] {
  return (rows ?? []).map((row) => ({
    id: row.id,
    at: toIso(row.time),
    priceBefore: row.price_before,
    price: row.price,
    quantityBefore: row.num_before,
    quantity: row.num,
    stopBefore: row.stop_before ?? null,
    stop: row.stop ?? null,
    exits: row.tp === undefined && row.sl === undefined ? null : { before: exitsOf(row, '_before'), after: exitsOf(row, '') },
    kept: row.kept,
  }));
}

/** Returns an order with its fills and every ledger line that it caused, oldest first. */
export function reshapeOrderDetail(wire: AnswerOf<typeof orderDetail>): OrderDetail {
  return {
    order: reshapeOrder(wire.order),
    fills: wire.fills.map(reshapeFill),
    entries: wire.entries.map(reshapeEntry),
    amendments: reshapeAmendments(wire.amendments),
  };
}
