import { z } from 'zod';
import { coinField, decimalField } from '../../../lib/protocol/fields';
import { compareDecimals, formatScaled, toScaled } from '../../../lib/rules/decimal';
import { MARKETS } from '../market-data/markets';

const SCALE = 8;
/** Steps of the largest order: an order is counted in steps by numbers that stay exact. */
const STEPS_MAX = 10n ** 12n;
/** What an order has to be worth at least, in units of the quote coin: below it fees round to much of it, above it members with little are shut out. */
const NOTIONAL = { min: '1', max: '1000' };

/**
 * What an action may ask of the least order, in units of the quote coin: the house sells what its books and its desk hold by orders as everybody does, and a
 * stopped book pays when no coin of it is worth 10: what is worth that can be sold also half a percent below the index. Versions from before may say more, so they are read by the bound above.
 */
const NOTIONAL_ASKED_MAX = '9';
/**
 * The largest order isn't less than this part of the first one, which was about 10 million USDT: the house's own orders of some 10,000 fit below it also when
 * the price is a tenth of what it was.
 */
const LARGEST_PART = 100n;

/** What a market's orders keep to. Coins and grid are what its book is built of: they never change. */
export const marketTerms = z
  .strictObject({
    base: coinField,
    quote: coinField,
    tickSize: decimalField,
    stepSize: decimalField,
    quantityMin: decimalField,
    quantityMax: decimalField,
    minNotional: decimalField,
  })
  .refine(
    ({ stepSize, quantityMin, quantityMax }) => [quantityMin, quantityMax].every((quantity) => stepsOf(quantity, stepSize) !== null),
    'limits are whole steps',
  )
  .refine(({ quantityMin, quantityMax }) => compareDecimals(quantityMin, quantityMax) <= 0, 'the smallest order is above the largest')
  .refine(({ quantityMin }) => compareDecimals(quantityMin, '0') > 0, 'the smallest order is more than nothing')
  .refine(({ stepSize, quantityMax }) => (stepsOf(quantityMax, stepSize) ?? 0n) <= STEPS_MAX, 'the largest order has too many steps')
  .refine(
    ({ minNotional }) => compareDecimals(minNotional, NOTIONAL.min) >= 0 && compareDecimals(minNotional, NOTIONAL.max) <= 0,
    `an order is worth at least ${NOTIONAL.min} to ${NOTIONAL.max}`,
  );
export type RegistryMarket = z.infer<typeof marketTerms>;
/** What of them an action may change. */
export type RegistryLimits = Pick<RegistryMarket, 'quantityMin' | 'quantityMax' | 'minNotional'>;

function stepsOf(quantity: string, stepSize: string): bigint | null {
  const [units, step] = [toScaled(quantity, SCALE), toScaled(stepSize, SCALE)];
  return units === null || step === null || step === 0n || units % step !== 0n ? null : units / step;
}

/** Returns why an action may not ask for these limits of a market, for the operator who does; null where it may. */
export function findLimitProblem(
  code: string,
  { quantityMax, minNotional }: RegistryMarket,
): { field: keyof RegistryLimits; reason: string } | null {
  if (compareDecimals(minNotional, NOTIONAL_ASKED_MAX) > 0) {
    const reason = `at most ${NOTIONAL_ASKED_MAX}: what the house's books hold below the smallest value can't be sold`;
    return { field: 'minNotional', reason };
  }
  const first = toScaled(MARKETS.find(({ market }) => market === code)?.quantityMax ?? '0', SCALE) ?? 0n;
  if ((toScaled(quantityMax, SCALE) ?? 0n) >= first / LARGEST_PART) return null;
  return { field: 'quantityMax', reason: `at least ${formatScaled(first / LARGEST_PART, SCALE)}, so that the house's own orders fit` };
}

/** The part of a market's terms that every version has. */
export function gridOf({ base, quote, tickSize, stepSize }: RegistryMarket) {
  return { base, quote, tickSize, stepSize };
}

/** Returns the widest limits of several versions: the least of what is the least, the most of what is the most. */
export function widestOf(versions: readonly RegistryLimits[]): RegistryLimits {
  return versions.reduce((widest, { quantityMin, quantityMax, minNotional }) => ({
    quantityMin: compareDecimals(quantityMin, widest.quantityMin) < 0 ? quantityMin : widest.quantityMin,
    quantityMax: compareDecimals(quantityMax, widest.quantityMax) > 0 ? quantityMax : widest.quantityMax,
    minNotional: compareDecimals(minNotional, widest.minNotional) < 0 ? minNotional : widest.minNotional,
  }));
}
