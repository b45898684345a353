import { formatScaled, normaliseDecimal, powerOfTen, requireDecimal, toScaled } from '../../../lib/rules/decimal';
import { type OrderRules, PRICE_BAND_RATE, SPOT_SCALE } from '../../../lib/rules/spot';
import type { Print } from '../market-data/market-data';
import type { MarketSpec } from '../market-data/markets';
import { DomainError } from '../../platform/domain-error';
import type { ReachedTicks } from './matching.stops';

/** A market as the engine needs it: what orders have to keep to, and the size of a tick and a step in base units. */
export type MarketTerms = {
  symbol: string;
  base: string;
  quote: string;
  /** As they are in force now: what is asked is judged by them. Grid and coins never change. */
  rules: OrderRules;
  /** The widest that were in force so far: what was asked under others is judged by them when it goes on. */
  widest: OrderRules;
  tickUnits: bigint;
  stepUnits: bigint;
  /** Quote base units of one step at one tick; whole, because tick and step decimals add up to at most 8. */
  valueUnits: bigint;
};

/** Returns the terms of a market. @throws RangeError when price times quantity wouldn't be exact in base units */
export function createTerms({
  symbol,
  base,
  quote,
  rules,
  widest = rules,
}: Pick<MarketTerms, 'symbol' | 'base' | 'quote' | 'rules'> & { widest?: OrderRules }): MarketTerms {
  const tick = requireDecimal(rules.tickSize);
  const step = requireDecimal(rules.stepSize);
  const spare = SPOT_SCALE - tick.scale - step.scale;
  if (spare < 0) throw new RangeError(`tick and step of ${symbol} have more than ${SPOT_SCALE} decimals together`);
  return {
    symbol,
    base,
    quote,
    rules,
    widest,
    tickUnits: tick.units * powerOfTen(SPOT_SCALE - tick.scale),
    stepUnits: step.units * powerOfTen(SPOT_SCALE - step.scale),
    valueUnits: tick.units * step.units * powerOfTen(spare),
  };
}

/**
 * What market data says of a market. Limits are read when an order is judged, so they may be those in force; `widest` are the widest that were so far,
 * `priceBandRate` is how far from the index a limit price may be.
 */
export type ListedMarket = Omit<MarketSpec, 'tickScale' | 'stepScale'> & { priceBandRate?: string; widest?: MarketLimits };
export type MarketLimits = Pick<MarketSpec, 'quantityMin' | 'quantityMax' | 'minNotional'>;

/** `halt`: why a price whose state is `halted` is not confirmed. */
export type IndexPrice = { price: string; at: number; state: string; halt?: string | null };
/** What trading asks of market data. */
export type MarketData = {
  getIndex(market: string): IndexPrice | null;
  listMarkets(): readonly ListedMarket[];
  onPrint(listener: (print: Print) => void): () => void;
};

/** Refuses what a price that the venues don't confirm must not decide. @throws MARKET_HALTED with the reason */
export function refuseHalted(index: Pick<IndexPrice, 'state' | 'halt'> | null): void {
  if (index?.state === 'halted') throw new DomainError('MARKET_HALTED', { params: { reason: index.halt ?? 'other' } });
}

/** Returns the terms of a market as market data lists it. */
export function toListedTerms(market: ListedMarket): MarketTerms {
  const { base, quote } = market;
  const rules = readRules(market, () => market);
  const widest = readRules(market, () => market.widest ?? market);
  return createTerms({ symbol: market.market, base, quote, rules, widest });
}

/** Limits are asked for when they are read: they change while the market runs. */
function readRules(market: ListedMarket, limits: () => MarketLimits): OrderRules {
  return {
    tickSize: market.tickSize,
    stepSize: market.stepSize,
    get quantityMin() {
      return limits().quantityMin;
    },
    get quantityMax() {
      return limits().quantityMax;
    },
    get minNotional() {
      return limits().minNotional;
    },
    get priceBandRate() {
      return market.priceBandRate ?? PRICE_BAND_RATE;
    },
  };
}

/** Returns a price on the grid in ticks. @throws RangeError off the grid */
export function toTicks(terms: MarketTerms, price: string): number {
  return toWhole(price, terms.tickUnits);
}

/** Returns the ticks on both sides of a price that may lie between two of them; null when it isn't a decimal of 8 digits. */
export function toReachedTicks(terms: MarketTerms, price: string): ReachedTicks | null {
  const units = toScaled(price, SPOT_SCALE);
  if (units === null || units < 0n) return null;
  const floor = units / terms.tickUnits;
  return { floor: Number(floor), ceil: Number(floor) + (units % terms.tickUnits === 0n ? 0 : 1) };
}

/** Returns a quantity on the grid in steps. @throws RangeError off the grid */
export function toSteps(terms: MarketTerms, quantity: string): number {
  return toWhole(quantity, terms.stepUnits);
}

/** Returns the steps of a quantity given in base units. */
export function stepsOfUnits(terms: MarketTerms, units: bigint): number {
  return Number(units / terms.stepUnits);
}

export function formatTicks(terms: MarketTerms, ticks: number): string {
  return formatScaled(BigInt(ticks) * terms.tickUnits, SPOT_SCALE);
}

export function formatSteps(terms: MarketTerms, steps: number): string {
  return formatScaled(unitsOfSteps(terms, steps), SPOT_SCALE);
}

/** Returns base units of the base asset. */
export function unitsOfSteps(terms: MarketTerms, steps: number): bigint {
  return BigInt(steps) * terms.stepUnits;
}

/** Returns what `steps` cost at `ticks`, in base units of the quote asset, exactly. */
export function quoteValueOf(terms: MarketTerms, ticks: number, steps: number): bigint {
  return BigInt(ticks) * BigInt(steps) * terms.valueUnits;
}

/** Returns what an order of one side gives away: the quote value for a buy, the quantity for a sell. */
export function spendOf(terms: MarketTerms, isBuy: boolean, ticks: number, steps: number): bigint {
  return isBuy ? quoteValueOf(terms, ticks, steps) : unitsOfSteps(terms, steps);
}

/** Returns what an order of one side receives before its fee. */
export function receiveOf(terms: MarketTerms, isBuy: boolean, ticks: number, steps: number): bigint {
  return spendOf(terms, !isBuy, ticks, steps);
}

/** Returns a price as it is written everywhere, from a database numeric with 18 decimals. */
export function formatPrice(price: string): string {
  return normaliseDecimal(price) ?? price;
}

function toWhole(text: string, unit: bigint): number {
  const units = toScaled(text, SPOT_SCALE);
  if (units === null || units % unit !== 0n) throw new RangeError(`${text.slice(0, 40)} is off the grid`);
  return Number(units / unit);
}
