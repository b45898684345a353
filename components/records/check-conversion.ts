import type { Conversion } from '@/lib/dto/convert';
import { calculateConversion, calculateConvertPrice, CONVERT_PRICE_SCALE } from '@/lib/rules/convert';
import { formatScaled, toScaled } from '@/lib/rules/decimal';

/** Decimals of every coin in the ledger. */
const SCALE = 8;

type Made = Omit<Conversion, 'quotedAt' | 'at' | 'from' | 'to'>;

/** Says whether index, spread and fee lead to the price, the fee and what came out. */
export function isRight({ amount, price, fee, received, fromIndex, toIndex, spreadRate, feeRate }: Made): boolean {
  const [from, to] = [
    { scale: SCALE, index: fromIndex },
    { scale: SCALE, index: toIndex },
  ];
  const units = toScaled(amount, SCALE);
  if (units === null) return false;
  try {
    const made = calculateConvertPrice({ from, to, spreadRate });
    const result = calculateConversion({ amount: units, price: made, from, to, feeRate });
    return (
      formatScaled(made, CONVERT_PRICE_SCALE) === price &&
      formatScaled(result.fee, SCALE) === fee &&
      formatScaled(result.received, SCALE) === received
    );
  } catch (error) {
    // A figure that no quote could have been made from leads to none.
    if (error instanceof RangeError) return false;
    throw error;
  }
}
