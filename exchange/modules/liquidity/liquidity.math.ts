import {
  compareDecimals,
  formatScaled,
  multiplyDecimals,
  powerOfTen,
  requireDecimal,
  roundToStep,
  subtractDecimals,
} from '../../../lib/rules/decimal';

export type QuoteTerms = { tickSize: string; stepSize: string; minNotional: string };
export type Quote = { side: 'buy' | 'sell'; price: string; quantity: string };

/** Distance from the index in hundredths of a percent, and value in USDT: close quotes are small, far ones large. */
const LEVELS = [
  { distanceBps: 2, value: '1500' },
  { distanceBps: 4, value: '3500' },
  { distanceBps: 7, value: '8000' },
  { distanceBps: 11, value: '15000' },
  { distanceBps: 16, value: '30000' },
  { distanceBps: 24, value: '60000' },
] as const;
const BPS_SCALE = 4;

/**
 * Returns what the provider quotes around an index price, from the inside out, bids before asks. Bids are rounded down and asks up to the
 * price grid, so the two sides are always at least one tick apart; quantities are rounded down.
 */
export function calculateQuotes({ indexPrice, terms }: { indexPrice: string; terms: QuoteTerms }): Quote[] {
  return (['buy', 'sell'] as const).flatMap((side) =>
    LEVELS.flatMap(({ distanceBps, value }): Quote[] => {
      const price = quotePrice(indexPrice, side, distanceBps, terms.tickSize);
      if (compareDecimals(price, '0') <= 0) return [];
      const quantity = divideToStep(value, price, terms.stepSize);
      return compareDecimals(multiplyDecimals(price, quantity), terms.minNotional) < 0 ? [] : [{ side, price, quantity }];
    }),
  );
}

/** A quote that rests, with what is left of it. */
export type RestingQuote = Quote & { id: string };

/** A quote of which less than this part is left is placed anew. */
const WORN_SHARE = '0.5';

/**
 * Returns the least that turns what rests into what is wanted: the ids to cancel and the quotes to place. A quote at a wanted price with at least
 * half of its quantity left stays, so that a trade at one price costs one order and not all of them.
 */
export function diffQuotes(resting: readonly RestingQuote[], wanted: readonly Quote[]): { cancel: string[]; place: Quote[] } {
  const left = new Map(resting.map((quote) => [quote.id, quote]));
  const place = wanted.filter((quote) => {
    const enough = multiplyDecimals(quote.quantity, WORN_SHARE);
    for (const [id, { side, price, quantity }] of left) {
      if (side !== quote.side || compareDecimals(price, quote.price) !== 0 || compareDecimals(quantity, enough) < 0) continue;
      left.delete(id);
      return false;
    }
    return true;
  });
  return { cancel: [...left.keys()], place };
}

/** Says whether the index has gone further than `driftBps` from the price that the quotes stand around. */
export function hasDrifted({ centre, indexPrice, driftBps }: { centre: string; indexPrice: string; driftBps: number }): boolean {
  const gone = subtractDecimals(indexPrice, centre).replace('-', '');
  return compareDecimals(gone, multiplyDecimals(centre, bps(BigInt(driftBps)))) > 0;
}

function quotePrice(indexPrice: string, side: 'buy' | 'sell', distanceBps: number, tickSize: string): string {
  const one = powerOfTen(BPS_SCALE);
  const factor = bps(side === 'buy' ? one - BigInt(distanceBps) : one + BigInt(distanceBps));
  return roundToStep(multiplyDecimals(indexPrice, factor), tickSize, side === 'buy' ? 'down' : 'up');
}

/** value ÷ price, down to a whole number of steps. */
function divideToStep(value: string, price: string, stepSize: string): string {
  const [a, b, step] = [requireDecimal(value), requireDecimal(price), requireDecimal(stepSize)];
  const steps = (a.units * powerOfTen(b.scale + step.scale)) / (b.units * step.units * powerOfTen(a.scale));
  return formatScaled(steps * step.units, step.scale);
}

function bps(units: bigint): string {
  return formatScaled(units, BPS_SCALE);
}
