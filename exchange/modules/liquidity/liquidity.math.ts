import { compareDecimals, formatScaled, multiplyDecimals, requireDecimal, toScaled } from '../../../lib/rules/decimal';

export type QuoteTerms = { market: string; tickSize: string; stepSize: string; quantityMax: string; minNotional: string };
export type Quote = { side: 'buy' | 'sell'; price: string; quantity: string };
/** Where a ladder stands: its rungs are whole multiples of `grid` ticks, `centre` is the multiple between its two sides. */
export type Ladder = { grid: number; centre: number };

/** Levels quoted on each side. */
export const LEVELS = 22;
/** A rung is at most this part of the price, rounded down to 1, 2 or 5 times a power of ten; it is kept while it is within the two bounds. */
const GRID_BPS = 4;
const [GRID_BPS_MIN, GRID_BPS_MAX] = [1.5, 9];
/** A rung stands at most this part of the grid beside its multiple, so that prices are no round numbers; two of them never meet. */
const SCATTER = 0.2;
/** A level holds what is traded in this time on an average day, `DEEPER` times as much at the far end, and half to one and a half times of that. */
const LEVEL_SECONDS = 20;
const DEEPER = 2.5;
const DAY_SECONDS = 86_400;
/** What a market is taken to turn over in a day while nobody knows: USDT. */
const TURNOVER_UNKNOWN = 30_000_000;

/** Returns the rungs' distance in ticks for a price in ticks; `before` is kept while it fits. */
export function chooseGrid(indexTicks: number, before: number | null): number {
  const bpsOf = (grid: number) => (grid / indexTicks) * 10_000;
  if (before !== null && bpsOf(before) >= GRID_BPS_MIN && bpsOf(before) <= GRID_BPS_MAX) return before;
  const most = Math.max(1, Math.floor((indexTicks * GRID_BPS) / 10_000));
  const decade = 10 ** Math.floor(Math.log10(most));
  return ([5, 2, 1].find((times) => times * decade <= most) ?? 1) * decade;
}

/** Returns the ladder for an index: the one before while the index is between its best prices, else one around the index. */
export function followIndex({ market, indexTicks, before }: { market: string; indexTicks: number; before: Ladder | null }): Ladder {
  const grid = chooseGrid(indexTicks, before?.grid ?? null);
  const isInside = before !== null && before.grid === grid && rung(market, before, -1) < indexTicks && indexTicks < rung(market, before, 1);
  return isInside ? before : { grid, centre: Math.round(indexTicks / grid) };
}

/**
 * Returns what the provider quotes: `LEVELS` a side, from the inside out, bids before asks. Prices depend on the market and the rung alone and sizes
 * on what the market turns over in a day (`turnover`, USDT), so that a ladder that moves by one rung is another one at its ends only.
 */
export function calculateQuotes(input: { ladder: Ladder; terms: QuoteTerms; turnover: string | null }): Quote[] {
  const { ladder, terms } = input;
  const daily = input.turnover === null ? 0 : Number(input.turnover);
  const worth = ((daily > 0 ? daily : TURNOVER_UNKNOWN) / DAY_SECONDS) * LEVEL_SECONDS;
  const tick = requireDecimal(terms.tickSize);
  const step = requireDecimal(terms.stepSize);
  const stepSize = Number(terms.stepSize);
  const stepsMax = Math.floor(Number(terms.quantityMax) / stepSize);
  return (['buy', 'sell'] as const).flatMap((side) =>
    Array.from({ length: LEVELS }, (_, index) => index + 1).flatMap((depth): Quote[] => {
      const offset = side === 'buy' ? -depth : depth;
      const ticks = rung(terms.market, ladder, offset);
      if (ticks <= 0) return [];
      const price = formatScaled(BigInt(ticks) * tick.units, tick.scale);
      const value = worth * (1 + ((DEEPER - 1) * depth) / LEVELS) * (0.5 + spread(terms.market, ladder.centre + offset, 2));
      const steps = Math.min(stepsMax, Math.floor(value / (Number(price) * stepSize)));
      const quantity = formatScaled(BigInt(steps) * step.units, step.scale);
      return compareDecimals(multiplyDecimals(price, quantity), terms.minNotional) < 0 ? [] : [{ side, price, quantity }];
    }),
  );
}

/** A quote that rests, with what is left of it. */
export type RestingQuote = Quote & { id: string };

/** A quote of which less than this part is left is placed anew. */
const WORN_SHARE = '0.4';

/**
 * Returns the least that turns what rests into what is wanted: the ids to cancel and the quotes to place. A quote at a wanted price with enough of
 * its quantity left stays, so that a trade at one price costs one order and not all of them.
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

/** Returns a price in whole ticks; the price is a multiple of the tick. */
export function ticksOf(price: string, tickSize: string): number {
  const tick = requireDecimal(tickSize);
  return Number((toScaled(price, tick.scale) as bigint) / tick.units);
}

/** Price in ticks of the rung `offset` away from the centre. */
function rung(market: string, { grid, centre }: Ladder, offset: number): number {
  const multiple = centre + offset;
  return multiple * grid + Math.round((spread(market, multiple, 1) * 2 - 1) * SCATTER * grid);
}

/** A number from 0 to below 1 that only depends on what is given, evenly spread. */
export function spread(market: string, number: number, salt: number): number {
  let hash = Math.imul(number ^ (salt << 16), 0x9e37_79b1);
  for (let index = 0; index < market.length; index += 1) hash = Math.imul(hash ^ market.charCodeAt(index), 0x85eb_ca6b) ^ (hash >>> 13);
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 15)) >>> 0) / 2 ** 32;
}
