import type { PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import type { PositionSide } from '@/lib/protocol/wire';
import { compareDecimals, roundToStep } from '../../lib/rules/decimal';
import { calculateNotionalMax } from '../../lib/rules/perpetual';
import { fromUnits, type OrderPart, toRules, toUnits } from './perpetual.math';

const ONE = 10n ** 8n;
/** A market order of "100 %" leaves this share aside (0.5 %), because the price may move between the tap and the fill. */
const MARKET_SHARE = 99_500_000n;

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

type Level = readonly [price: string, quantity: string];

/** Returns the parts of a market order against `levels` (best first): each price with what is found there, as far as the book goes. */
export function walkLevels(levels: readonly Level[], quantity: string): OrderPart[] {
  const parts: OrderPart[] = [];
  let left = toUnits(quantity);
  for (const [price, offered] of levels) {
    if (left <= 0n) break;
    const size = toUnits(offered);
    const taken = smaller(size, left);
    parts.push({ price, quantity: fromUnits(taken) });
    left -= taken;
  }
  return parts;
}

/** Returns the quantity that `value` in quote orders at a price, in whole steps, rounded down; null without a price. */
export function quantityForValue({ value, price, stepSize }: { value: string; price: string | null; stepSize: string }): string | null {
  if (price === null || toUnits(price) <= 0n) return null;
  return roundToStep(fromUnits((toUnits(value) * ONE) / toUnits(price)), stepSize, 'down');
}

type ShareInput = {
  terms: PerpetualMarketTerms;
  position: Position | null;
  side: PositionSide;
  isReduceOnly: boolean;
  isMarket: boolean;
  percent: number;
  price: string | null;
  available: string;
  leverage: number;
};

/**
 * Returns the quantity that `percent` of what is possible comes to, in whole steps, rounded down: of the position for an order that only
 * reduces, else of what margin and taker fee leave of the available balance at this leverage, an opposite position closed first.
 */
export function quantityForShare(input: ShareInput): string | null {
  const { terms, position, side, percent, price } = input;
  const opposite = position !== null && position.side !== side ? toUnits(position.quantity) : 0n;
  const cut = (units: bigint) => roundToStep(fromUnits((units * BigInt(percent)) / 100n), terms.stepSize, 'down');
  if (input.isReduceOnly) return cut(opposite);
  if (price === null || toUnits(price) <= 0n) return null;
  const rules = toRules(terms);
  // value × (1 ÷ leverage + fee rate) = available; what closing gives back is left aside.
  const spend = input.isMarket ? (toUnits(input.available) * MARKET_SHARE) / ONE : toUnits(input.available);
  const byBalance = (spend * ONE) / (ONE / BigInt(input.leverage) + rules.takerFeeRate);
  const held = position !== null && position.side === side ? (toUnits(position.quantity) * toUnits(price)) / ONE : 0n;
  const room = calculateNotionalMax(rules.tiers, input.leverage) - held;
  const value = smaller(byBalance, room);
  const quantity = cut((value <= 0n ? 0n : (value * ONE) / toUnits(price)) + opposite);
  return compareDecimals(quantity, terms.quantityMax) > 0 ? terms.quantityMax : quantity;
}
