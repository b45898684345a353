import {
  addDecimals,
  compareDecimals,
  formatScaled,
  multiplyDecimals,
  requireDecimal,
  powerOfTen,
  roundToStep,
  toScaled,
} from '../../lib/rules/decimal';
import { calculateFee, previewOrder, SPOT_SCALE, type SpotRules, type SpotSide } from '../../lib/rules/spot';
import type { TimeInForce } from '../../lib/protocol/wire';

export type Level = readonly [price: string, quantity: string];
export type TicketPreview = {
  orderValue: string;
  fee: string;
  feeIn: 'base' | 'quote';
  feeRate: string;
  receive: string;
  liquidity: 'maker' | 'taker';
  isEstimate: boolean;
};

/** A market buy of "100 %" leaves this share aside, because the price may rise between the tap and the fill. */
const MARKET_BUY_USED_RATE = '0.995';

/** Says whether a limit order at `price` would meet the other side of the book. `best` is the other side's best price. */
export function wouldTake(side: SpotSide, price: string, best: string | null): boolean {
  if (best === null) return false;
  const order = compareDecimals(price, best);
  return side === 'buy' ? order >= 0 : order <= 0;
}

/** Returns what a market order of `quantity` meets in `levels` (best first): its value in quote units, and how much of it finds a counterpart. */
export function walkBook(levels: readonly Level[], quantity: string): { value: string; filled: string } {
  let left = toScaled(quantity, SPOT_SCALE) ?? 0n;
  let value = '0';
  let filled = 0n;
  for (const [price, size] of levels) {
    if (left <= 0n) break;
    const offered = toScaled(size, SPOT_SCALE) ?? 0n;
    const taken = offered < left ? offered : left;
    value = addDecimals(value, multiplyDecimals(price, formatScaled(taken, SPOT_SCALE)));
    left -= taken;
    filled += taken;
  }
  return { value, filled: formatScaled(filled, SPOT_SCALE) };
}

/** Returns the price of the last level that a market order of `quantity` reaches, in a book as it is (best first); null in an empty one. */
export function worstOf(levels: readonly Level[], quantity: string): string | null {
  let left = toScaled(quantity, SPOT_SCALE) ?? 0n;
  let worst: string | null = null;
  for (const [price, size] of levels) {
    if (left <= 0n) break;
    worst = price;
    left -= toScaled(size, SPOT_SCALE) ?? 0n;
  }
  return worst;
}

/** Returns the receipt of a limit order: as maker when it would rest, as taker when it would meet the book. Null while it is incomplete. */
export function previewLimit(input: {
  rules: SpotRules;
  side: SpotSide;
  price: string;
  quantity: string;
  best: string | null;
  timeInForce: TimeInForce;
}): TicketPreview | null {
  const takes = input.timeInForce === 'IOC' || input.timeInForce === 'FOK' || wouldTake(input.side, input.price, input.best);
  const liquidity = takes && input.timeInForce !== 'POST_ONLY' ? 'taker' : 'maker';
  const preview = previewOrder({ rules: input.rules, side: input.side, price: input.price, quantity: input.quantity, liquidity });
  // An order that meets the book is filled at the book's prices, which are as good or better than the one named.
  return preview === null ? null : { ...preview, liquidity, isEstimate: liquidity === 'taker' };
}

/** Returns the receipt of a market order against the book as it is now. Null while the quantity is incomplete or nobody offers. */
export function previewMarket(input: {
  rules: SpotRules;
  side: SpotSide;
  quantity: string;
  levels: readonly Level[];
}): TicketPreview | null {
  if (toScaled(input.quantity, SPOT_SCALE) === null) return null;
  const { value, filled } = walkBook(input.levels, input.quantity);
  const received = toScaled(input.side === 'buy' ? filled : value, SPOT_SCALE);
  if (received === null || received === 0n) return null;
  const fee = calculateFee({ received, feeRate: input.rules.takerFeeRate });
  return {
    orderValue: value,
    fee: formatScaled(fee, SPOT_SCALE),
    feeIn: input.side === 'buy' ? 'base' : 'quote',
    feeRate: input.rules.takerFeeRate,
    receive: formatScaled(received - fee, SPOT_SCALE),
    liquidity: 'taker',
    isEstimate: true,
  };
}

/**
 * Returns the quantity that `percent` of what is available can order, in whole steps, rounded down; null without a price to reckon with.
 * A buy spends quote at `price` (a limit price or the best ask), a sell gives base.
 */
export function quantityForPercent(input: {
  rules: SpotRules;
  side: SpotSide;
  isMarket: boolean;
  percent: number;
  price: string | null;
  available: string;
}): string | null {
  const { rules, side, percent, price } = input;
  const share = multiplyDecimals(input.available, formatScaled(BigInt(percent), 2));
  if (side === 'sell') return smaller(roundToStep(share, rules.stepSize, 'down'), rules.quantityMax);
  if (price === null || compareDecimals(price, '0') <= 0) return null;
  const spend = requireDecimal(input.isMarket ? multiplyDecimals(share, MARKET_BUY_USED_RATE) : share);
  const at = requireDecimal(price);
  // quantity = spend / price, kept at the scale of the asset, then moved down to the step.
  const units = (spend.units * powerOfTen(SPOT_SCALE + at.scale)) / (at.units * powerOfTen(spend.scale));
  return smaller(roundToStep(formatScaled(units, SPOT_SCALE), rules.stepSize, 'down'), rules.quantityMax);
}

function smaller(a: string, b: string): string {
  return compareDecimals(a, b) <= 0 ? a : b;
}
