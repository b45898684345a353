import { compareDecimals, formatScaled, multiplyDecimals, powerOfTen, requireDecimal, roundToStep } from '../../lib/rules/decimal';
import { SPOT_SCALE } from '../../lib/rules/spot';

/** In which coin an amount is typed. What is sent is always the quantity in base units. */
export type AmountUnit = 'base' | 'quote';

/** Returns the quantity that `amount` quote units are at `price`, rounded down to whole steps; null without a price. */
export function quantityOfQuote({ amount, price, stepSize }: { amount: string; price: string | null; stepSize: string }): string | null {
  if (price === null || compareDecimals(price, '0') <= 0) return null;
  const value = requireDecimal(amount);
  const at = requireDecimal(price);
  const units = (value.units * powerOfTen(SPOT_SCALE + at.scale)) / (at.units * powerOfTen(value.scale));
  return roundToStep(formatScaled(units, SPOT_SCALE), stepSize, 'down');
}

/** Returns what stands in the amount field for a quantity: itself, or its exact value at `price` in quote units. */
export function amountOfQuantity({ quantity, price, unit }: { quantity: string; price: string | null; unit: AmountUnit }): string {
  return unit === 'base' || price === null ? quantity : multiplyDecimals(quantity, price);
}
