/**
 * Exact decimals on bigint. Everything here takes and gives plain digit strings (`0.015`), never a float, and runs in a browser as
 * well as in the exchange. What can't be represented is refused with null, not rounded.
 */
const DECIMAL = /^(-?)([0-9]{1,30})(?:\.([0-9]{1,30}))?$/;

export type Scaled = { units: bigint; scale: number };

/** Powers that are asked for all the time: twice the decimals of a text. */
const POWERS = Array.from({ length: 61 }, (_, exponent) => 10n ** BigInt(exponent));

/** Returns 10 to the power of `exponent` (a whole number, 0 or more). */
export function powerOfTen(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}

/** Returns the digits of `text` as units at the text's own scale, trailing zeros dropped; null when it isn't a plain decimal. */
export function parseDecimal(text: string): Scaled | null {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const fraction = dropZeros(match[3] ?? '');
  const units = BigInt(`${match[2]}${fraction}`);
  return { units: match[1] === '-' ? -units : units, scale: fraction.length };
}

function dropZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

/** Returns `text` in units of 10^-scale; null when it isn't a plain decimal or has more digits than the scale. */
export function toScaled(text: string, scale: number): bigint | null {
  const parsed = parseDecimal(text);
  if (parsed === null || parsed.scale > scale) return null;
  return parsed.units * powerOfTen(scale - parsed.scale);
}

/** Returns `units` of 10^-scale as a decimal string without trailing zeros and never as `-0`. */
export function formatScaled(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = dropZeros(digits.slice(digits.length - scale));
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Returns a decimal string as it is written canonically (`1.50` gives `1.5`); null when it isn't a plain decimal. */
export function normaliseDecimal(text: string): string | null {
  const parsed = parseDecimal(text);
  return parsed === null ? null : formatScaled(parsed.units, parsed.scale);
}

/** Returns a value known to be a decimal, such as a rule of a market. Throws RangeError: a wrong one is a fault of the program. */
export function requireDecimal(text: string): Scaled {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new RangeError(`not a decimal: ${text.slice(0, 40)}`);
  return parsed;
}

/** Returns a × b, exactly. */
export function multiplyDecimals(a: string, b: string): string {
  const left = requireDecimal(a);
  const right = requireDecimal(b);
  return formatScaled(left.units * right.units, left.scale + right.scale);
}

/** Returns a + b, exactly. */
export function addDecimals(a: string, b: string): string {
  const [left, right, scale] = align(a, b);
  return formatScaled(left + right, scale);
}

/** Returns a − b, exactly; may be negative. */
export function subtractDecimals(a: string, b: string): string {
  const [left, right, scale] = align(a, b);
  return formatScaled(left - right, scale);
}

/** Returns -1, 0 or 1 as a is below, equal to or above b. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const [left, right] = align(a, b);
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Says whether two decimals, null for none, are the same. */
export function isSameDecimal(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : compareDecimals(one, other) === 0;
}

/** Returns the least of some decimals, of which there is at least one. */
export function leastOf(values: readonly [string, ...string[]]): string {
  return values.reduce((least, value) => (compareDecimals(value, least) < 0 ? value : least));
}

/** Says whether `value` is a whole number of steps. `step` is above zero. */
export function isMultipleOf(value: string, step: string): boolean {
  const [left, right] = align(value, step);
  return left % right === 0n;
}

/** Returns `value` (0 or more) moved to a whole number of steps in the direction named. */
export function roundToStep(value: string, step: string, mode: 'up' | 'down'): string {
  const [left, right, scale] = align(value, step);
  const steps = mode === 'up' ? divideUp(left, right) : left / right;
  return formatScaled(steps * right, scale);
}

/** Returns a ÷ b as a whole number, rounded up. Both are 0 or more, b is not 0. */
export function divideUp(a: bigint, b: bigint): bigint {
  return (a + b - 1n) / b;
}

function align(a: string, b: string): [bigint, bigint, number] {
  const left = requireDecimal(a);
  const right = requireDecimal(b);
  const scale = Math.max(left.scale, right.scale);
  return [left.units * powerOfTen(scale - left.scale), right.units * powerOfTen(scale - right.scale), scale];
}
