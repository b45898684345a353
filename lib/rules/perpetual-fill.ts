import type { PositionSide } from '../protocol/wire';
import {
  calculateInitialMargin,
  calculateRealizedPnl,
  calculateTradeFee,
  calculateValue,
  type OpenPosition,
  splitPosition,
} from './perpetual';

/** `leverage` is that of the last order that made the position larger. */
export type LeveragedPosition = OpenPosition & { leverage: number };

/** A fill in the view of one of its two owners. `side` long buys, short sells; `price` is on the market's grid, so every value is exact. */
export type PerpetualFill = {
  side: PositionSide;
  quantity: bigint;
  price: bigint;
  leverage: number;
  feeRate: bigint;
  /** What a taker's opening loss is measured against; null: a maker pays its margin alone. */
  markPrice: bigint | null;
};

/** What a fill does to its owner; amounts in USDT units. */
export type FillEffect = {
  /** What is open afterwards, null: nothing. */
  position: LeveragedPosition | null;
  /** The part that reduced the position before; `margin` goes back to the available balance with `realizedPnl` (may be negative). */
  closed: { quantity: bigint; cost: bigint; margin: bigint; realizedPnl: bigint };
  /** The part that opened or enlarged; `margin` comes from the available balance. */
  opened: { quantity: bigint; cost: bigint; margin: bigint };
  fee: bigint;
  /** What the available balance gains, or loses when it is negative: margin back + profit − margin in − fee. */
  availableChange: bigint;
};

/**
 * Returns what a fill does: it reduces an opposite position first, then opens with the rest. Cost and margin of the closed part are rounded
 * down, so that the remainder stays with what is open; the new margin and the fee are rounded up. Closing never costs more than what is left
 * of the margin: its fee is at most that.
 * @example a long of 2 at 100 with margin 20 sold 1 at 110, fee rate 0: profit 10, margin back 10, a long of 1 stays
 */
export function applyFill(before: LeveragedPosition | null, fill: PerpetualFill): FillEffect {
  const { side, quantity, price, leverage } = fill;
  const isReducing = before !== null && before.side !== side;
  const closedQuantity = isReducing ? smaller(quantity, before.quantity) : 0n;
  const openedQuantity = quantity - closedQuantity;

  const closed = closeOf(before, closedQuantity, price);
  const openedCost = calculateValue({ price, quantity: openedQuantity, rounding: 'up' });
  const opened = {
    quantity: openedQuantity,
    cost: openedCost,
    margin: openingMargin(fill, { quantity: openedQuantity, value: openedCost }),
  };
  const fee = feeOf(fill, closed);
  const kept = before === null || closedQuantity === before.quantity ? null : reduce(before, closed);
  return {
    position: openedQuantity === 0n ? kept : enlarge(kept, { side, leverage, ...opened }),
    closed,
    opened,
    fee,
    availableChange: closed.margin + closed.realizedPnl - opened.margin - fee,
  };
}

/**
 * Returns what a taker who opens at a price worse than the mark puts into the margin on top, in USDT units: the difference between the
 * value and what it is worth at the mark, rounded up; 0 at a better price. So nobody opens a loss that others would have to bear.
 */
export function calculateOpeningLoss(input: { side: PositionSide; quantity: bigint; value: bigint; markPrice: bigint }): bigint {
  const { side, quantity, value, markPrice } = input;
  const fair = calculateValue({ price: markPrice, quantity, rounding: side === 'long' ? 'down' : 'up' });
  const loss = side === 'long' ? value - fair : fair - value;
  return loss > 0n ? loss : 0n;
}

function openingMargin({ side, leverage, markPrice }: PerpetualFill, part: { quantity: bigint; value: bigint }): bigint {
  const loss = markPrice === null ? 0n : calculateOpeningLoss({ side, ...part, markPrice });
  return calculateInitialMargin({ value: part.value, leverage }) + loss;
}

/** One fee for the whole fill, rounded up once; the share of the closing part stops at what closing gives back. */
function feeOf({ price, quantity, feeRate }: PerpetualFill, closed: FillEffect['closed']): bigint {
  const whole = calculateTradeFee({ value: calculateValue({ price, quantity, rounding: 'up' }), feeRate });
  const closing = calculateTradeFee({ value: calculateValue({ price, quantity: closed.quantity, rounding: 'up' }), feeRate });
  const left = closed.margin + closed.realizedPnl;
  return whole - closing + smaller(closing, left > 0n ? left : 0n);
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function closeOf(before: LeveragedPosition | null, quantity: bigint, price: bigint): FillEffect['closed'] {
  if (before === null || quantity === 0n) return { quantity: 0n, cost: 0n, margin: 0n, realizedPnl: 0n };
  const { cost, margin } = splitPosition(before, quantity);
  const value = calculateValue({ price, quantity, rounding: before.side === 'long' ? 'down' : 'up' });
  return { quantity, cost, margin, realizedPnl: calculateRealizedPnl({ side: before.side, cost, value }) };
}

function reduce(before: LeveragedPosition, closed: FillEffect['closed']): LeveragedPosition {
  return {
    ...before,
    quantity: before.quantity - closed.quantity,
    cost: before.cost - closed.cost,
    margin: before.margin - closed.margin,
  };
}

function enlarge(kept: LeveragedPosition | null, opened: LeveragedPosition): LeveragedPosition {
  if (kept === null) return opened;
  return {
    side: kept.side,
    leverage: opened.leverage,
    quantity: kept.quantity + opened.quantity,
    cost: kept.cost + opened.cost,
    margin: kept.margin + opened.margin,
  };
}
