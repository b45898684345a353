import type { Mode } from '../../../lib/protocol/wire';
import { MOVE_MINUTES } from '../../../lib/rules/alerts';
import { fromUnits, toUnits } from '../../platform/decimal';

/** One figure of a print: what alerts wait for. `value` is a decimal; only of some is it waited for that they fall. */
export type Figure = { figure: string; value: string; falls: boolean };
export type MarkFigure = { market: string; mode: Mode; mark: string; rate: string };

const SCALE = 8;
const PERCENT = 100n;
const ONE = 10n ** BigInt(SCALE);

export const TIME_FIGURE = 'time';
export const priceFigure = (market: string) => `price:${market}`;
export const moveFigure = (market: string, minutes: number) => `move:${market}:${minutes}`;
export const fundingFigure = (market: string, mode: Mode) => `funding:${market}:${mode}`;
export const markFigure = (market: string, mode: Mode) => `mark:${market}:${mode}`;

/** Returns by how many percent a price is away from another one, either way, rounded down at 8 decimals. `from` above zero. */
export function calculateMove({ from, to }: { from: string; to: string }): string {
  const [before, now] = [toUnits(from, SCALE), toUnits(to, SCALE)];
  const moved = now > before ? now - before : before - now;
  return fromUnits((moved * PERCENT * ONE) / before, SCALE);
}

/** Returns a rate (a fraction, may be negative) in percent. */
export function toPercent(rate: string): string {
  return fromUnits(toUnits(rate, SCALE) * PERCENT, SCALE);
}

/**
 * Returns the mark price at which a position is `percent` away from its liquidation, measured from the mark: at or below it for a long, at or
 * above it for a short. Rounded so that it is reached rather early.
 * @example calculateNearPrice({ liquidation: '90', percent: '10', side: 'long' }) // '100'
 */
export function calculateNearPrice(input: { liquidation: string; percent: string; side: 'long' | 'short' }): string {
  const [price, percent, hundred] = [toUnits(input.liquidation, SCALE), toUnits(input.percent, SCALE), PERCENT * ONE];
  if (input.side === 'short') return fromUnits((price * hundred) / (hundred + percent), SCALE);
  const divisor = hundred - percent;
  return fromUnits((price * hundred + divisor - 1n) / divisor, SCALE);
}

type Asked = {
  at: number;
  prices: ReadonlyMap<string, string>;
  /** Prices of the print that lay each of `MOVE_MINUTES` back; without one nothing is said of a move. */
  before: ReadonlyMap<number, ReadonlyMap<string, string>>;
  marks: readonly MarkFigure[];
};

/** Returns every figure of a print. */
export function listFigures({ at, prices, before, marks }: Asked): Figure[] {
  const markets = [...prices];
  return [
    { figure: TIME_FIGURE, value: String(at), falls: false },
    ...markets.map(([market, value]) => ({ figure: priceFigure(market), value, falls: true })),
    ...MOVE_MINUTES.flatMap((minutes) => {
      const then = before.get(minutes);
      return markets.flatMap(([market, to]) => {
        const from = then?.get(market);
        return from === undefined ? [] : [{ figure: moveFigure(market, minutes), value: calculateMove({ from, to }), falls: false }];
      });
    }),
    ...marks.flatMap(({ market, mode, mark, rate }) => [
      { figure: markFigure(market, mode), value: mark, falls: true },
      { figure: fundingFigure(market, mode), value: toPercent(rate), falls: false },
    ]),
  ];
}
