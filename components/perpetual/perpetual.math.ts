import type { Mark, PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import type { PositionSide } from '@/lib/protocol/wire';
import { formatScaled, toScaled } from '../../lib/rules/decimal';
import {
  calculateEntryPrice,
  calculateLeverageMove,
  calculateLiquidationPrice,
  calculateMarginRatio,
  calculateRemovableMargin,
  calculateRoe,
  calculateTradeFee,
  calculateUnrealizedPnl,
  calculateValue,
  PERPETUAL_SCALE,
  type PerpetualTerms,
} from '../../lib/rules/perpetual';
import { applyFill, type LeveragedPosition } from '../../lib/rules/perpetual-fill';

/** Units of 0.00000001 of what the exchange wrote; digits beyond are cut. */
export function toUnits(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return toScaled(fraction === '' ? whole : `${whole}.${fraction.slice(0, PERPETUAL_SCALE)}`, PERPETUAL_SCALE) ?? 0n;
}

export function fromUnits(units: bigint): string {
  return formatScaled(units, PERPETUAL_SCALE);
}

/** Returns the terms as the rules take them: with the most that trading may cost, as holds and liquidation reckon. */
export function toRules(terms: PerpetualMarketTerms): PerpetualTerms {
  return {
    market: terms.symbol,
    tiers: terms.tiers.map((tier) => ({
      notionalMax: toUnits(tier.notionalMax),
      leverageMax: tier.leverageMax,
      maintenanceRate: toUnits(tier.maintenanceRate),
      maintenanceAmount: toUnits(tier.maintenanceAmount),
    })),
    makerFeeRate: toUnits(terms.makerFeeRateMax),
    takerFeeRate: toUnits(terms.takerFeeRateMax),
    liquidationFeeRate: toUnits(terms.liquidationFeeRate),
  };
}

/**
 * Returns the terms that an open position goes by: those in force but for what it was opened under. More leverage is taken on anew, under all that is in
 * force.
 */
export function termsOf(position: Position, terms: PerpetualMarketTerms, leverage = position.leverage): PerpetualMarketTerms {
  return position.terms === null || leverage > position.leverage ? terms : { ...terms, ...position.terms };
}

/** Returns the highest leverage of these terms. */
export function leverageMaxOf({ tiers }: Pick<PerpetualMarketTerms, 'tiers'>): number {
  return Math.max(...tiers.map(({ leverageMax }) => leverageMax));
}

/** Returns a position as the rules take it. */
export function toOpen(position: Position): LeveragedPosition {
  const { side, leverage } = position;
  return { side, leverage, quantity: toUnits(position.quantity), cost: toUnits(position.cost), margin: toUnits(position.margin) };
}

export type PositionFigures = {
  entryPrice: string;
  value: string;
  pnl: string;
  /** Fractions; `marginRatio` null when nothing of the margin is left. */
  roe: string;
  marginRatio: string | null;
  removable: string;
};

/** Returns what a position is worth at a mark price. `terms` are those in force, null leaves the margin ratio out. */
export function figurePosition(position: Position, mark: Pick<Mark, 'markPrice'>, terms: PerpetualMarketTerms | null): PositionFigures {
  const open = toOpen(position);
  const markPrice = toUnits(mark.markPrice);
  const pnl = calculateUnrealizedPnl({ ...open, markPrice });
  const ratio = terms === null ? null : calculateMarginRatio({ terms: toRules(termsOf(position, terms)), position: open, markPrice });
  return {
    entryPrice: fromUnits(calculateEntryPrice(open)),
    value: fromUnits(calculateValue({ price: markPrice, quantity: open.quantity, rounding: 'up' })),
    pnl: fromUnits(pnl),
    roe: fromUnits(calculateRoe({ pnl, margin: open.margin })),
    marginRatio: ratio === null ? null : fromUnits(ratio),
    removable: fromUnits(calculateRemovableMargin({ position: open, leverage: open.leverage, markPrice })),
  };
}

/** Returns the margin with another leverage, and what of it the available balance pays (below zero: gets back). */
export function previewLeverage(position: Position, leverage: number, mark: Pick<Mark, 'markPrice'>): { margin: string; move: string } {
  const move = calculateLeverageMove({ position: toOpen(position), leverage, markPrice: toUnits(mark.markPrice) });
  return { margin: fromUnits(toUnits(position.margin) + move), move: fromUnits(move) };
}

/** Returns the liquidation price with another margin, and another leverage; null when no price does it. */
export function liquidationWith(
  position: Position,
  { margin, leverage }: { margin: bigint; leverage?: number | undefined },
  terms: PerpetualMarketTerms,
): string | null {
  const price = calculateLiquidationPrice({
    terms: toRules(termsOf(position, terms, leverage)),
    position: { ...toOpen(position), margin },
  });
  return price === null ? null : fromUnits(price);
}

export type OrderPart = { price: string; quantity: string };
export type PerpetualPreview = {
  value: string;
  fee: string;
  /** What the order takes from the available balance as margin, and what of a position that it reduces comes back with its profit. */
  marginIn: string;
  marginBack: string;
  realizedPnl: string;
  availableChange: string;
  positionAfter: LeveragedPosition | null;
  marginAfter: string;
  liquidationAfter: string | null;
};

/** Returns what filling all `parts` would do, one after the other, with the function that books a fill. */
export function previewFills(input: {
  terms: PerpetualMarketTerms;
  position: Position | null;
  side: PositionSide;
  parts: readonly OrderPart[];
  leverage: number;
  liquidity: 'maker' | 'taker';
  /** A taker at a price worse than the mark puts the difference into the margin. */
  markPrice: string;
}): PerpetualPreview {
  const rules = toRules(input.terms);
  const isMaker = input.liquidity === 'maker';
  const shared = {
    side: input.side,
    leverage: input.leverage,
    // What rests holds the most that its fee may be; what it is charged is shown.
    feeRate: isMaker ? rules.makerFeeRate : toUnits(input.terms.takerFeeRate),
    markPrice: isMaker ? null : toUnits(input.markPrice),
  };
  let position = input.position === null ? null : toOpen(input.position);
  const sum = { value: 0n, fee: 0n, marginIn: 0n, marginBack: 0n, pnl: 0n, change: 0n };
  for (const part of input.parts) {
    const [price, quantity] = [toUnits(part.price), toUnits(part.quantity)];
    const effect = applyFill(position, { ...shared, quantity, price });
    position = effect.position;
    const value = calculateValue({ price, quantity, rounding: 'up' });
    sum.value += value;
    sum.fee += isMaker ? calculateTradeFee({ value, feeRate: toUnits(input.terms.makerFeeRate) }) : effect.fee;
    sum.marginIn += effect.opened.margin;
    sum.marginBack += effect.closed.margin;
    sum.pnl += effect.closed.realizedPnl;
    sum.change += effect.availableChange;
  }
  // What makes it larger puts all of it under what is in force; a part that is closed leaves it as it was opened.
  const ruling = input.position === null || sum.marginIn > 0n ? rules : toRules(termsOf(input.position, input.terms));
  const liquidation = position === null ? null : calculateLiquidationPrice({ terms: ruling, position });
  return {
    value: fromUnits(sum.value),
    fee: fromUnits(sum.fee),
    marginIn: fromUnits(sum.marginIn),
    marginBack: fromUnits(sum.marginBack),
    realizedPnl: fromUnits(sum.pnl),
    availableChange: fromUnits(sum.change),
    positionAfter: position,
    marginAfter: fromUnits(position?.margin ?? 0n),
    liquidationAfter: liquidation === null ? null : fromUnits(liquidation),
  };
}
