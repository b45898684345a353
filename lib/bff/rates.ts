import { formatScaled, multiplyDecimals, requireDecimal, toScaled } from '../rules/decimal';

/** What a decimal of our answers holds at most. */
const DECIMALS_MAX = 18;

/** Decimals of an average price, which rarely comes out even; it is shown and never posted. */
const AVERAGE_PRICE_DECIMALS = 8;

/** Returns a fraction for a percent: `-1.25` gives `-0.0125`. Exact up to 18 decimals; more are cut off. */
export function percentToRate(percent: string): string {
  const rate = multiplyDecimals(percent, '0.01');
  const [whole, fraction = ''] = rate.split('.');
  return fraction.length <= DECIMALS_MAX ? rate : formatScaled(BigInt(whole + fraction.slice(0, DECIMALS_MAX)), DECIMALS_MAX);
}

/** Returns the average price of what was filled, rounded down at 8 decimals; null when `quantity` is 0. Both are 0 or more. */
export function averagePriceOf({ value, quantity }: { value: string; quantity: string }): string | null {
  const divisor = requireDecimal(quantity);
  const dividend = toScaled(value, DECIMALS_MAX);
  if (divisor.units === 0n || dividend === null) return null;
  const units = (dividend * 10n ** BigInt(divisor.scale + AVERAGE_PRICE_DECIMALS)) / (divisor.units * 10n ** BigInt(DECIMALS_MAX));
  return formatScaled(units, AVERAGE_PRICE_DECIMALS);
}
