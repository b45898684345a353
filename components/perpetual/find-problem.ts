import type { Mark, PerpetualMarketTerms, Position } from '@/lib/dto/perpetual';
import type { PositionSide } from '@/lib/protocol/wire';
import { compareDecimals, isMultipleOf } from '../../lib/rules/decimal';
import { calculateNotionalMax, calculateValue, isLiquidatable } from '../../lib/rules/perpetual';
import { findOrderProblem, type SpotProblem } from '../../lib/rules/spot';
import { type PerpetualPreview, termsOf, toOpen, toRules, toUnits } from './perpetual.math';

export type PerpetualField = 'price' | 'quantity' | 'takeProfit' | 'stopLoss';
type Code =
  | SpotProblem['code']
  | 'REDUCE_ONLY_REFUSED'
  | 'ORDER_NO_LIQUIDITY'
  | 'ORDER_WOULD_TAKE'
  | 'TAKE_PROFIT_INVALID'
  | 'STOP_LOSS_INVALID'
  | 'LEVERAGE_INVALID'
  | 'INSUFFICIENT_BALANCE';
/** `params` are the values of its text. */
export type PerpetualProblem = { code: Code; field: PerpetualField; params?: Record<string, string> };

type Triggers = { takeProfit: string | null; stopLoss: string | null };

/** A trigger above the mark is at most this many times it. */
const TRIGGER_REACH = 10n;

/** Returns what is wrong with triggers of a position on `side`, or null. They lie on the price grid and on their side of `reference`. */
export function findTriggerProblem(input: Triggers & { side: PositionSide; reference: string; tickSize: string }): PerpetualProblem | null {
  const { side, reference, tickSize, takeProfit, stopLoss } = input;
  const isAbove = (price: string) => compareDecimals(price, reference) > 0 && toUnits(price) <= toUnits(reference) * TRIGGER_REACH;
  const isBelow = (price: string) => compareDecimals(price, reference) < 0;
  const isLong = side === 'long';
  for (const field of ['takeProfit', 'stopLoss'] as const) {
    const price = input[field];
    if (price !== null && (toUnits(price) <= 0n || !isMultipleOf(price, tickSize)))
      return { code: 'ORDER_PRICE_INVALID', field, params: { tick: tickSize } };
  }
  if (takeProfit !== null && !(isLong ? isAbove : isBelow)(takeProfit)) return { code: 'TAKE_PROFIT_INVALID', field: 'takeProfit' };
  if (stopLoss !== null && !(isLong ? isBelow : isAbove)(stopLoss)) return { code: 'STOP_LOSS_INVALID', field: 'stopLoss' };
  return null;
}

/** Returns why a position may not get another leverage, or null; the exchange has the last word. */
export function findLeverageProblem(input: {
  position: Position;
  terms: PerpetualMarketTerms;
  leverage: number;
  mark: Pick<Mark, 'markPrice'>;
  available: string | null;
  after: { margin: string; move: string };
}): 'INSUFFICIENT_BALANCE' | 'LEVERAGE_INVALID' | 'POSITION_WOULD_LIQUIDATE' | null {
  const { terms, leverage, available, after } = input;
  if (available !== null && compareDecimals(after.move, available) > 0) return 'INSUFFICIENT_BALANCE';
  if (leverage < input.position.leverage && compareDecimals(after.move, '0') >= 0) return null;
  const rules = toRules(termsOf(input.position, terms, leverage));
  const markPrice = toUnits(input.mark.markPrice);
  const position = { ...toOpen(input.position), margin: toUnits(after.margin) };
  const value = calculateValue({ price: markPrice, quantity: position.quantity, rounding: 'up' });
  if (value > calculateNotionalMax(rules.tiers, leverage)) return 'LEVERAGE_INVALID';
  return isLiquidatable({ terms: rules, position, markPrice }) ? 'POSITION_WOULD_LIQUIDATE' : null;
}

type Input = Triggers & {
  terms: PerpetualMarketTerms;
  position: Position | null;
  side: PositionSide;
  price: string | null;
  quantity: string;
  leverage: number;
  isReduceOnly: boolean;
  isPostOnly: boolean;
  opposite: string | null;
  indexPrice: string;
  markPrice: string;
  available: string | null;
  preview: PerpetualPreview | null;
};

/** Returns the first problem of an order, or null; the exchange has the last word. */
export function findPerpetualProblem(input: Input): PerpetualProblem | null {
  const { terms, position, side, price, quantity, preview, markPrice } = input;
  const isReducing = position !== null && position.side !== side;
  if (input.isReduceOnly && !isReducing) return { code: 'REDUCE_ONLY_REFUSED', field: 'quantity' };
  const common = findOrderProblem({ rules: terms, price, quantity, indexPrice: input.indexPrice });
  if (common !== null) return { code: common.code, field: common.field, params: common.params };
  if (price === null && input.opposite === null) return { code: 'ORDER_NO_LIQUIDITY', field: 'quantity' };
  if (input.isPostOnly && price !== null && input.opposite !== null) {
    const order = compareDecimals(price, input.opposite);
    if (side === 'long' ? order >= 0 : order <= 0) return { code: 'ORDER_WOULD_TAKE', field: 'price' };
  }
  const trigger = findTriggerProblem({ ...input, reference: markPrice, tickSize: terms.tickSize });
  if (trigger !== null) return trigger;
  const after = preview?.positionAfter ?? null;
  if (preview === null || after === null || input.isReduceOnly) return null;
  if (after.side === side && after.cost > calculateNotionalMax(toRules(terms).tiers, input.leverage))
    return { code: 'LEVERAGE_INVALID', field: 'quantity' };
  if (input.available !== null && compareDecimals(preview.availableChange, `-${input.available}`) < 0)
    return { code: 'INSUFFICIENT_BALANCE', field: 'quantity' };
  return null;
}
