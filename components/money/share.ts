import { formatScaled, multiplyDecimals, powerOfTen, requireDecimal } from '../../lib/rules/decimal';

const WHOLE_PERCENT = 100;

/** Returns which share of `whole` a `part` is, in whole percent rounded to the nearest, 0 to 100; null where there is nothing to share. */
export function percentOf({ part, whole }: { part: string; whole: string }): number | null {
  const over = requireDecimal(part);
  const under = requireDecimal(whole);
  if (under.units <= 0n) return null;
  const numerator = over.units * powerOfTen(under.scale) * 100n;
  const denominator = under.units * powerOfTen(over.scale);
  return Math.min(WHOLE_PERCENT, Math.max(0, Number((numerator + denominator / 2n) / denominator)));
}

/** Returns `percent` of an amount, cut down to `decimals`. */
export function partOf({ whole, percent, decimals }: { whole: string; percent: number; decimals: number }): string {
  const share = requireDecimal(multiplyDecimals(whole, formatScaled(BigInt(percent), 2)));
  const over = share.scale - decimals;
  return over <= 0 ? formatScaled(share.units, share.scale) : formatScaled(share.units / powerOfTen(over), decimals);
}
