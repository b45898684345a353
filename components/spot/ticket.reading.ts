import { finishAmount } from '../money/parse-amount';
import type { PlaceOrderInput } from '../../lib/dto/spot';
import type { SpotTicketKind, TimeInForce } from '../../lib/protocol/wire';
import { compareDecimals, multiplyDecimals } from '../../lib/rules/decimal';
import { findOrderProblem, previewOrder, type SpotRules, type SpotSide } from '../../lib/rules/spot';
import {
  type ExitPrices,
  findExitsProblem,
  findPairProblem,
  findStopProblem,
  offerStopLimit,
  type StopField,
  type StopProblem,
} from '../../lib/rules/spot-stops';
import { type AmountUnit, quantityOfQuote } from './ticket.amount';
import { type Level, previewLimit, previewMarket, type TicketPreview, wouldTake } from './ticket.math';
import { findWarnings, type TicketWarning } from './ticket.warnings';

/** What stands in the fields of a ticket, as typed. */
export type Typed = {
  side: SpotSide;
  kind: SpotTicketKind;
  price: string;
  amount: string;
  unit: AmountUnit;
  timeInForce: TimeInForce;
  stop: string;
  stopLimit: string;
  hasExits: boolean;
  takeProfit: string;
  stopLoss: string;
};
/** What a ticket is read against. `levels` are the other side of the book, null before the first answer. */
export type Surroundings = {
  symbol: string;
  rules: SpotRules;
  indexPrice: string;
  levels: readonly Level[] | null;
  available: string | null;
};
export type TicketProblem =
  | StopProblem
  | {
      code: 'INSUFFICIENT_BALANCE' | 'ORDER_WOULD_TAKE' | 'ORDER_NO_LIQUIDITY';
      field: StopField;
      params: Record<string, string>;
    };
export type Reading = {
  /** Base units that would be sent; null while the amount is incomplete. */
  quantity: string | null;
  preview: TicketPreview | null;
  problem: TicketProblem | null;
  warnings: TicketWarning[];
  /** The order as it is sent; null while something is missing or wrong. */
  intent: Omit<PlaceOrderInput, 'requestId'> | null;
};

type Figures = { price: string | null; stop: string | null; stopLimit: string | null; exits: ExitPrices | null };

/** Returns what a ticket comes to: all figures from lib/rules, so they are those of the posting. */
export function readTicket(typed: Typed, around: Surroundings): Reading {
  const figures = readFigures(typed, around.rules);
  const quantity = readQuantity(typed, around);
  const reading: Reading = { quantity, preview: null, problem: null, warnings: [], intent: null };
  if (quantity === null || isMissing(typed, figures)) return reading;
  reading.preview = findPreview(typed, figures, around, quantity);
  reading.problem = findProblem(typed, figures, around, quantity, reading.preview);
  if (reading.problem !== null) return reading;
  reading.intent = toIntent(typed, figures, around.symbol, quantity);
  if (typed.kind === 'limit' || typed.kind === 'market')
    reading.warnings = findWarnings({
      side: typed.side,
      price: figures.price,
      quantity,
      marketPrice: around.indexPrice,
      levels: around.levels ?? [],
    });
  return reading;
}

function readFigures(typed: Typed, { tickSize }: SpotRules): Figures {
  const { kind, side } = typed;
  const stop = kind === 'stop_limit' || kind === 'oco' ? finishAmount(typed.stop) : null;
  const offered = stop === null ? null : offerStopLimit({ side, stop, tickSize });
  const takeProfit = finishAmount(typed.takeProfit);
  const stopLoss = finishAmount(typed.stopLoss);
  const hasExits = wantsExits(typed) && (takeProfit !== null || stopLoss !== null);
  const stopLossLimit = stopLoss === null ? null : offerStopLimit({ side: 'sell', stop: stopLoss, tickSize });
  return {
    price: kind === 'market' ? null : finishAmount(typed.price),
    stop,
    stopLimit: kind === 'oco' ? (finishAmount(typed.stopLimit) ?? offered) : null,
    exits: hasExits ? { takeProfit, stopLoss, stopLossLimit } : null,
  };
}

/** Says whether a ticket has exits: purchases at a limit or at the market only. */
export function wantsExits({ hasExits, side, kind }: Pick<Typed, 'hasExits' | 'side' | 'kind'>): boolean {
  return hasExits && side === 'buy' && (kind === 'limit' || kind === 'market');
}

function isMissing(typed: Typed, { price, stop, stopLimit }: Figures): boolean {
  const { kind } = typed;
  if (kind !== 'market' && price === null) return true;
  if ((kind === 'stop_limit' || kind === 'oco') && stop === null) return true;
  return kind === 'oco' && stopLimit === null;
}

/** Returns the price at which quote units become base units: the limit price, the dearer one of a pair, or the best price of the book. */
export function reckoningPrice(typed: Typed, around: Surroundings): string | null {
  const { price, stopLimit } = readFigures(typed, around.rules);
  if (typed.kind === 'market') return around.levels?.[0]?.[0] ?? null;
  if (typed.side === 'buy' && price !== null && stopLimit !== null && compareDecimals(stopLimit, price) > 0) return stopLimit;
  return price;
}

function readQuantity(typed: Typed, around: Surroundings): string | null {
  const amount = finishAmount(typed.amount);
  if (amount === null || typed.unit === 'base') return amount;
  return quantityOfQuote({ amount, price: reckoningPrice(typed, around), stepSize: around.rules.stepSize });
}

function findPreview(
  { side, kind, timeInForce }: Typed,
  { price }: Figures,
  { rules, levels }: Surroundings,
  quantity: string,
): TicketPreview | null {
  if (kind === 'market' || price === null) return previewMarket({ rules, side, quantity, levels: levels ?? [] });
  if (kind === 'limit') return previewLimit({ rules, side, price, quantity, best: levels?.[0]?.[0] ?? null, timeInForce });
  // A stop meets the book when it is triggered, so the dearer fee is shown; the limit order of a pair rests.
  const liquidity = kind === 'stop_limit' ? 'taker' : 'maker';
  const preview = previewOrder({ rules, side, price, quantity, liquidity });
  return preview === null ? null : { ...preview, liquidity, isEstimate: true };
}

function findProblem(
  typed: Typed,
  figures: Figures,
  around: Surroundings,
  quantity: string,
  preview: TicketPreview | null,
): TicketProblem | null {
  const { side, kind, timeInForce } = typed;
  const { rules, indexPrice, levels, available } = around;
  const { price, stop, stopLimit, exits } = figures;
  const common = { rules, quantity, indexPrice };
  const problem =
    kind === 'stop_limit' && stop !== null && price !== null
      ? findStopProblem({ ...common, stop, limit: price })
      : kind === 'oco' && stop !== null && price !== null && stopLimit !== null
        ? findPairProblem({ ...common, side, price, stop, stopLimit })
        : (findOrderProblem({ ...common, price }) ?? (exits === null ? null : findExitsProblem({ rules, price, exits, indexPrice })));
  if (problem !== null) return problem;
  const best = levels?.[0]?.[0] ?? null;
  if (kind === 'market' && best === null && levels !== null) return { code: 'ORDER_NO_LIQUIDITY', field: 'quantity', params: {} };
  if (kind === 'limit' && timeInForce === 'POST_ONLY' && price !== null && wouldTake(side, price, best))
    return { code: 'ORDER_WOULD_TAKE', field: 'price', params: {} };
  const dearest = reckoningPrice(typed, around);
  const value = kind === 'oco' && dearest !== null ? multiplyDecimals(dearest, quantity) : preview?.orderValue;
  const needs = side === 'buy' ? value : quantity;
  if (available !== null && needs !== undefined && compareDecimals(needs, available) > 0)
    return { code: 'INSUFFICIENT_BALANCE', field: 'quantity', params: {} };
  return null;
}

function toIntent(typed: Typed, figures: Figures, symbol: string, quantity: string): NonNullable<Reading['intent']> {
  const { side, kind, timeInForce } = typed;
  const { price, stop, stopLimit, exits } = figures;
  return {
    symbol,
    side,
    kind,
    quantity,
    ...(price === null ? {} : { price }),
    ...(kind === 'limit' ? { timeInForce } : {}),
    ...(stop === null ? {} : { stop }),
    ...(stopLimit === null ? {} : { stopLimit }),
    ...(exits?.takeProfit == null ? {} : { takeProfit: exits.takeProfit }),
    ...(exits?.stopLoss == null || exits.stopLossLimit === null ? {} : { stopLoss: exits.stopLoss, stopLossLimit: exits.stopLossLimit }),
  };
}
