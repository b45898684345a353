import { divideUp, powerOfTen, toScaled } from './decimal';

/** Decimals of the price of a quote: coins that are worth a millionth of another keep ten digits. */
export const CONVERT_PRICE_SCALE = 16;
const RATE_SCALE = 6;
const INDEX_SCALE = 8;

/** `scale` is the number of decimals of the asset in the ledger, `index` its price in USDT. */
export type ConvertSide = { scale: number; index: string };
/** In base units of the received asset; `gross` is what `received` and `fee` come to. */
export type Conversion = { gross: bigint; fee: bigint; received: bigint };

/**
 * Returns what one unit of `from` brings of `to` before the fee, in units of 10^-16: the ratio of the two index prices less the spread, rounded down.
 *
 * @throws RangeError when an index or the spread is no decimal of its scale, or the index is 0
 * @example calculateConvertPrice({ from: { index: '1' }, to: { index: '2500' }, spreadRate: '0.001' }) // 3996000000000n, which is 0.0003996
 */
export function calculateConvertPrice({ from, to, spreadRate }: { from: ConvertSide; to: ConvertSide; spreadRate: string }): bigint {
  const divisor = unitsOf(to.index, INDEX_SCALE);
  if (divisor === 0n) throw new RangeError('an index price is above zero');
  const kept = powerOfTen(RATE_SCALE) - unitsOf(spreadRate, RATE_SCALE);
  return (unitsOf(from.index, INDEX_SCALE) * kept * powerOfTen(CONVERT_PRICE_SCALE - RATE_SCALE)) / divisor;
}

/**
 * Returns what `amount` (base units of `from`) brings at a price: gross rounded down, the fee of it rounded up.
 *
 * @example 500 USDT at 0.0003996 and a fee of 0.001: gross 0.1998 ETH, fee 0.0001998, received 0.1996002
 */
export function calculateConversion(input: {
  amount: bigint;
  price: bigint;
  from: { scale: number };
  to: { scale: number };
  feeRate: string;
}): Conversion {
  const { amount, price, from, to, feeRate } = input;
  const gross = (amount * price * powerOfTen(to.scale)) / powerOfTen(CONVERT_PRICE_SCALE + from.scale);
  const fee = divideUp(gross * unitsOf(feeRate, RATE_SCALE), powerOfTen(RATE_SCALE));
  return { gross, fee, received: gross - fee };
}

/** Returns the largest amount (base units of `from`) that brings at most `gross` (base units of `to`) at a price above zero. */
export function findLargestConvertible(input: { gross: bigint; price: bigint; from: { scale: number }; to: { scale: number } }): bigint {
  const { gross, price, from, to } = input;
  return ((gross + 1n) * powerOfTen(CONVERT_PRICE_SCALE + from.scale) - 1n) / (price * powerOfTen(to.scale));
}

function unitsOf(text: string, scale: number): bigint {
  const units = toScaled(text, scale);
  if (units === null || units < 0n) throw new RangeError(`not a decimal with at most ${scale} places: ${text.slice(0, 40)}`);
  return units;
}
