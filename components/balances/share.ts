import { formatScaled, toScaled } from '@/lib/rules/decimal';

const VALUE_SCALE = 18;
/** Two decimals of percent. */
const SHARE_SCALE = 4;

/** Returns the part of `total` that `value` is, as a fraction rounded down; null of nothing. Both are 0 or more. */
export function shareOf(value: string, total: string): string | null {
  const [part, whole] = [toScaled(value, VALUE_SCALE), toScaled(total, VALUE_SCALE)];
  if (part === null || whole === null || whole === 0n) return null;
  return formatScaled((part * 10n ** BigInt(SHARE_SCALE)) / whole, SHARE_SCALE);
}
