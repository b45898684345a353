import type { DecimalString } from '../../../lib/protocol/wire';

/**
 * One market's fixed terms. Every asset keeps 8 decimals, so tick and step decimals together stay within 8 and price times quantity is exact. `tickSize` and `stepSize` are powers of ten: a price is a whole number of ticks (`tickScale` decimals), a
 * quantity a whole number of steps (`stepScale` decimals).
 */
export type MarketSpec = {
  market: string;
  base: string;
  quote: string;
  tickSize: DecimalString;
  tickScale: number;
  stepSize: DecimalString;
  stepScale: number;
  /** Base units of one order. */
  quantityMin: DecimalString;
  quantityMax: DecimalString;
  /** Quote units that one order is worth at least. */
  minNotional: DecimalString;
};

/** Below this, fees would round to a large part of the order. */
const NOTIONAL_MIN_USDT = '5';

function createSpec(base: string, tickScale: number, stepScale: number, quantityMax: string): MarketSpec {
  const stepSize = powerOfTenth(stepScale);
  return {
    market: `${base}-USDT`,
    base,
    quote: 'USDT',
    tickSize: powerOfTenth(tickScale),
    tickScale,
    stepSize,
    stepScale,
    quantityMin: stepSize,
    quantityMax,
    minNotional: NOTIONAL_MIN_USDT,
  };
}

function powerOfTenth(scale: number): string {
  return scale === 0 ? '1' : `0.${'0'.repeat(scale - 1)}1`;
}

/** The markets in their published order. The largest order is about 10 million USDT, so that one slip can't empty a book for hours. */
export const MARKETS: readonly MarketSpec[] = [
  createSpec('BTC', 2, 6, '150'),
  createSpec('ETH', 2, 5, '3000'),
  createSpec('SOL', 2, 4, '60000'),
  createSpec('BNB', 2, 4, '16000'),
  createSpec('XRP', 4, 1, '19000000'),
  createSpec('ADA', 4, 1, '22000000'),
  createSpec('DOGE', 5, 0, '80000000'),
  createSpec('TRX', 5, 0, '62000000'),
  createSpec('LTC', 2, 4, '120000'),
  createSpec('LINK', 3, 2, '670000'),
  createSpec('AVAX', 3, 2, '280000'),
  createSpec('DOT', 3, 2, '1400000'),
];

const byName = new Map(MARKETS.map((spec) => [spec.market, spec]));

/** Returns the terms of one market, or null when there is no such market. */
export function findMarket(market: string): MarketSpec | null {
  return byName.get(market) ?? null;
}

/**
 * Returns whole units (ticks or steps) as a decimal without trailing zeros.
 *
 * @example formatUnits(6700010, 2) // '67000.1'
 */
export function formatUnits(units: number, scale: number): DecimalString {
  if (!Number.isSafeInteger(units)) throw new RangeError(`not a whole number of units: ${units}`);
  const digits = Math.abs(units)
    .toString()
    .padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const part = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0 ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`;
}
