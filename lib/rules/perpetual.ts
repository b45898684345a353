import type { PositionSide } from '../protocol/wire';
import { divideUp } from './decimal';

/** Decimals of prices, quantities, USDT amounts and rates alike: one unit is 0.00000001. */
export const PERPETUAL_SCALE = 8;
const ONE = 10n ** 8n;

/**
 * One leverage tier: it holds for a notional above the tier before it and up to `notionalMax` (USDT units, included). Rates are fractions in
 * units of 0.00000001. `maintenanceAmount` makes the maintenance margin continuous from tier to tier.
 */
export type Tier = {
  notionalMax: bigint;
  leverageMax: number;
  maintenanceRate: bigint;
  maintenanceAmount: bigint;
};

/** The published terms of one perpetual market; rates in units of 0.00000001. */
export type PerpetualTerms = {
  market: string;
  /** Ascending by `notionalMax`. */
  tiers: readonly Tier[];
  /** The most that trading may cost: what rests holds the maker's, and liquidation reckons with the taker's. What is charged may be less. */
  makerFeeRate: bigint;
  takerFeeRate: bigint;
  /** Of the value liquidated, at most what is left of the margin; goes to the insurance fund. */
  liquidationFeeRate: bigint;
};

/**
 * What is open: `quantity` in base units, `cost` the exact sum of price × quantity of what is open, `margin` what stands behind it, both in
 * USDT units. All are above zero while it is open, but for `margin`, which funding may have used up.
 */
export type OpenPosition = { side: PositionSide; quantity: bigint; cost: bigint; margin: bigint };

/** Returns price × quantity in USDT units. Exact on a market's grid; a mark price off the grid needs the rounding named. */
export function calculateValue({ price, quantity, rounding }: { price: bigint; quantity: bigint; rounding: 'up' | 'down' }): bigint {
  const product = price * quantity;
  return rounding === 'up' ? divideUp(product, ONE) : product / ONE;
}

/** Returns the margin that opening `value` needs, in USDT units, rounded up. `leverage` is a whole multiple. */
export function calculateInitialMargin({ value, leverage }: { value: bigint; leverage: number }): bigint {
  return divideUp(value, BigInt(leverage));
}

/** Returns the fee of a value in USDT units, rounded up. */
export function calculateTradeFee({ value, feeRate }: { value: bigint; feeRate: bigint }): bigint {
  return divideUp(value * feeRate, ONE);
}

/** Returns the tier of a notional; the last one for anything above all of them. */
export function findTier(tiers: readonly Tier[], notional: bigint): { tier: Tier; index: number } {
  const found = tiers.findIndex(({ notionalMax }) => notional <= notionalMax);
  const index = found < 0 ? tiers.length - 1 : found;
  return { tier: tiers[index] as Tier, index };
}

/** Returns the highest notional (USDT units) that may be held with a leverage; 0 when no tier allows it. */
export function calculateNotionalMax(tiers: readonly Tier[], leverage: number): bigint {
  return tiers.reduce((most, tier) => (leverage <= tier.leverageMax && tier.notionalMax > most ? tier.notionalMax : most), 0n);
}

/** Returns notional × rate − amount of its tier, in USDT units, rounded up, never below zero. */
export function calculateMaintenanceMargin({ tiers, notional }: { tiers: readonly Tier[]; notional: bigint }): bigint {
  const { tier } = findTier(tiers, notional);
  const margin = divideUp(notional * tier.maintenanceRate, ONE) - tier.maintenanceAmount;
  return margin < 0n ? 0n : margin;
}

/** Returns the profit (negative: loss) at a mark price, in USDT units, rounded down for profit and up for loss. */
export function calculateUnrealizedPnl({ side, quantity, cost, markPrice }: Omit<OpenPosition, 'margin'> & { markPrice: bigint }): bigint {
  return side === 'long'
    ? calculateValue({ price: markPrice, quantity, rounding: 'down' }) - cost
    : cost - calculateValue({ price: markPrice, quantity, rounding: 'up' });
}

/** Returns the average entry price in price units, rounded up for a long and down for a short, so that it never flatters; for display, never posted. */
export function calculateEntryPrice({ side, quantity, cost }: Omit<OpenPosition, 'margin'>): bigint {
  return side === 'long' ? divideUp(cost * ONE, quantity) : (cost * ONE) / quantity;
}

/** Returns maintenance margin ÷ (margin + profit) as a fraction in units of 0.00000001, rounded up; null when nothing is left. Due at about 1. */
export function calculateMarginRatio(input: { terms: PerpetualTerms; position: OpenPosition; markPrice: bigint }): bigint | null {
  const { terms, position, markPrice } = input;
  const equity = position.margin + calculateUnrealizedPnl({ ...position, markPrice });
  if (equity <= 0n) return null;
  const notional = calculateValue({ price: markPrice, quantity: position.quantity, rounding: 'up' });
  return divideUp(calculateMaintenanceMargin({ tiers: terms.tiers, notional }) * ONE, equity);
}

/**
 * Returns how much margin may be taken out, in USDT units, rounded down: what is left with a loss at the mark counted must be the initial
 * margin of the value at the mark. A profit that isn't realised can't be taken out. Never below zero.
 */
export function calculateRemovableMargin(input: { position: OpenPosition; leverage: number; markPrice: bigint }): bigint {
  const { position, leverage, markPrice } = input;
  const pnl = calculateUnrealizedPnl({ ...position, markPrice });
  const value = calculateValue({ price: markPrice, quantity: position.quantity, rounding: 'up' });
  const free = position.margin + (pnl < 0n ? pnl : 0n) - calculateInitialMargin({ value, leverage });
  return free > 0n ? free : 0n;
}

/**
 * Returns how much margin another leverage moves, in USDT units: above zero from the available balance into the position, below zero back. The
 * margin becomes the initial margin of what the position cost, whatever was added before; going down, no more is given back than could be taken
 * out by hand with the new leverage.
 */
export function calculateLeverageMove(input: { position: OpenPosition; leverage: number; markPrice: bigint }): bigint {
  const { position, leverage, markPrice } = input;
  const move = calculateInitialMargin({ value: position.cost, leverage }) - position.margin;
  if (move >= 0n) return move;
  const removable = calculateRemovableMargin({ position, leverage, markPrice });
  return -move < removable ? move : -removable;
}

/** Returns profit ÷ the margin that stands behind the position now, as a fraction in units of 0.00000001, rounded towards zero; 0 for a margin of nothing. */
export function calculateRoe({ pnl, margin }: { pnl: bigint; margin: bigint }): bigint {
  return margin === 0n ? 0n : (pnl * ONE) / margin;
}

/**
 * Returns cost and margin of the part of a position that is closed, both rounded down in proportion: the remainder stays with what is open,
 * so nothing is lost, and closing all of it closes all of both.
 */
export function splitPosition(position: OpenPosition, quantity: bigint): { cost: bigint; margin: bigint } {
  return {
    cost: (position.cost * quantity) / position.quantity,
    margin: (position.margin * quantity) / position.quantity,
  };
}

/** Returns what closing `quantity` for `value` USDT units brings: value − cost for a long, cost − value for a short. */
export function calculateRealizedPnl({ side, cost, value }: { side: PositionSide; cost: bigint; value: bigint }): bigint {
  return side === 'long' ? value - cost : cost - value;
}

/** Says whether margin and profit at the mark no longer exceed the maintenance margin plus the taker fee of closing. */
export function isLiquidatable({
  terms,
  position,
  markPrice,
}: {
  terms: PerpetualTerms;
  position: OpenPosition;
  markPrice: bigint;
}): boolean {
  const { quantity, margin } = position;
  const notional = calculateValue({ price: markPrice, quantity, rounding: 'up' });
  const needed =
    calculateMaintenanceMargin({ tiers: terms.tiers, notional }) + calculateTradeFee({ value: notional, feeRate: terms.takerFeeRate });
  return margin + calculateUnrealizedPnl({ ...position, markPrice }) <= needed;
}

/**
 * Returns the mark price at which a position is liquidated, in price units: rounded down for a long, up for a short, so that it is due there.
 * Null when no price above zero does it. Closed form in each tier: the value at which margin and profit equal what is needed. What is needed
 * has no jump between tiers, so the first tier that holds its own solution is the right one.
 */
export function calculateLiquidationPrice({ terms, position }: { terms: PerpetualTerms; position: OpenPosition }): bigint | null {
  const { side, quantity, cost, margin } = position;
  const last = terms.tiers.length - 1;
  for (const [index, { notionalMax, maintenanceRate, maintenanceAmount }] of terms.tiers.entries()) {
    const rate = maintenanceRate + terms.takerFeeRate;
    const scaled = (side === 'long' ? cost - margin - maintenanceAmount : cost + margin + maintenanceAmount) * ONE;
    const divisor = side === 'long' ? ONE - rate : ONE + rate;
    if (index < last && scaled > notionalMax * divisor) continue;
    if (scaled <= 0n) return null;
    const price = side === 'long' ? (scaled * ONE) / (divisor * quantity) : divideUp(scaled * ONE, divisor * quantity);
    return price > 0n ? price : null;
  }
  return null;
}

/** A position is warned of when what keeps it open is this much of what it has: four fifths. */
const WARNING = { part: 4n, whole: 5n };

/**
 * Returns the mark price at which what a position needs to stay open (maintenance and the fee of closing) is four fifths of its margin with its result, rounded
 * as a liquidation price: the same closed form with needs that are that much larger. Null when no price above zero does it.
 */
export function calculateWarningPrice({ terms, position }: { terms: PerpetualTerms; position: OpenPosition }): bigint | null {
  const enlarge = (need: bigint) => (need * WARNING.whole) / WARNING.part;
  const tiers = terms.tiers.map((tier) => ({
    ...tier,
    maintenanceRate: enlarge(tier.maintenanceRate),
    maintenanceAmount: enlarge(tier.maintenanceAmount),
  }));
  return calculateLiquidationPrice({ terms: { ...terms, tiers, takerFeeRate: enlarge(terms.takerFeeRate) }, position });
}

/**
 * Returns the price at which closing at once (taker fee included) uses up the whole margin: rounded up for a long, down for a short, so
 * that a fill there never costs more than the margin. 0 when a long can't be bankrupt.
 */
export function calculateBankruptcyPrice({ terms, position }: { terms: PerpetualTerms; position: OpenPosition }): bigint {
  const { side, quantity, cost, margin } = position;
  if (side === 'short') return ((cost + margin) * ONE * ONE) / ((ONE + terms.takerFeeRate) * quantity);
  return cost <= margin ? 0n : divideUp((cost - margin) * ONE * ONE, (ONE - terms.takerFeeRate) * quantity);
}
