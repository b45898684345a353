import { DomainError } from './domain-error';

/** 20 integer digits, the point, 18 decimals, and a sign: as much as the wire takes. */
const TEXT_LENGTH_MAX = 40;
const DECIMAL = /^(-?)(0|[1-9][0-9]{0,19})(?:\.([0-9]{1,18}))?$/;

/**
 * Returns a decimal in base units of `scale` decimals: toUnits('1.5', 8) is 150000000n. Trailing zeros beyond the scale are no digits.
 * @throws AMOUNT_INVALID for anything but plain ASCII digits with at most one point and a minus
 * @throws AMOUNT_PRECISION when it has more decimals than `scale`; nothing is ever rounded here
 */
export function toUnits(decimal: string, scale: number): bigint {
  const match = decimal.length > TEXT_LENGTH_MAX ? null : DECIMAL.exec(decimal);
  if (match == null) throw new DomainError('AMOUNT_INVALID');
  const [, sign, whole = '', fraction = ''] = match;
  const digits = fraction.replace(/0+$/, '');
  if (digits.length > scale) throw new DomainError('AMOUNT_PRECISION', { params: { decimals: String(scale) } });
  const units = BigInt(whole + digits.padEnd(scale, '0'));
  return sign === '-' ? -units : units;
}

/** Returns base units as a decimal without trailing zeros and never "-0": fromUnits(150000000n, 8) is '1.5'. */
export function fromUnits(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/**
 * Returns a × b ÷ d as an integer; 'up' rounds away from zero, 'down' towards it. Exact in between: no intermediate rounding.
 * @throws RangeError when d is 0, a programmer's fault
 */
export function mulDiv(a: bigint, b: bigint, d: bigint, rounding: 'up' | 'down'): bigint {
  const product = a * b;
  const quotient = product / d;
  if (rounding === 'down' || product % d === 0n) return quotient;
  return product < 0n === d < 0n ? quotient + 1n : quotient - 1n;
}
