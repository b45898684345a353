import type { Holding } from '../../lib/dto/holdings';
import { formatScaled, powerOfTen, requireDecimal } from '../../lib/rules/decimal';

const SCALE = 8;

/** Returns what one coin of a holding cost in the quote, rounded up at 8 decimals; null when nothing is left of it. */
export function averageCost({ quantity, cost }: Pick<Holding, 'quantity' | 'cost'>): string | null {
  const [coins, paid] = [requireDecimal(quantity), requireDecimal(cost)];
  if (coins.units <= 0n) return null;
  const over = paid.units * powerOfTen(SCALE + coins.scale);
  const under = coins.units * powerOfTen(paid.scale);
  return formatScaled((over + under - 1n) / under, SCALE);
}
