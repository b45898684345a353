import type { DecimalString } from '../../lib/protocol/wire';
import { clockOf } from '../../lib/rules/clock';

/** Decimals shown when the caller names none: enough for a price in USDT, trimmed to two at least. */
export const MONEY_DECIMALS = 2;
/** What stands for a figure that the backend doesn't say. */
const UNKNOWN = '–';
/** More decimals than any asset has. */
const DECIMALS_MAX = 18;
/** Formatters are costly to make and few in kind. */
const FORMATTERS_MAX = 200;
const formatters = new Map<string, Intl.NumberFormat>();

function formatter(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale}|${JSON.stringify(options)}`;
  const known = formatters.get(key);
  if (known) return known;
  if (formatters.size >= FORMATTERS_MAX) formatters.clear();
  const made = new Intl.NumberFormat(locale, options);
  formatters.set(key, made);
  return made;
}

/** Hands the digits to Intl as text, so that none is lost; Intl's type asks for a literal. */
function write(format: Intl.NumberFormat, value: DecimalString): string {
  return format.format(value as `${number}`);
}

/** Below zero shows its sign, zero never does ("-0.00"). */
function plainSign(value: DecimalString): 'exceptZero' | 'auto' {
  return value.startsWith('-') ? 'exceptZero' : 'auto';
}

export type AmountFormat = {
  locale: string;
  /** Fewest and most decimals; digits beyond are cut towards zero, never rounded up. */
  decimalsMin?: number;
  decimalsMax?: number;
  /** `always` puts + before a gain. */
  sign?: 'auto' | 'always';
};

/** Cuts a decimal string to `decimals` places towards zero: a balance never looks larger than it is. */
export function cutDecimals(value: DecimalString, decimals: number): DecimalString {
  const point = value.indexOf('.');
  if (point < 0 || value.length - point - 1 <= decimals) return value;
  return decimals === 0 ? value.slice(0, point) : value.slice(0, point + 1 + decimals);
}

/**
 * Writes an amount for a reader, without its unit.
 *
 * Digits beyond `decimalsMax` are cut towards zero. Zero has no sign.
 * @example formatAmount('104318.5', { locale: 'de' }) // "104.318,50"
 */
export function formatAmount(value: DecimalString, { locale, decimalsMin, decimalsMax, sign = 'auto' }: AmountFormat): string {
  const most = mostDecimals({ decimalsMin, decimalsMax });
  const least = Math.min(decimalsMin ?? MONEY_DECIMALS, most);
  const format = formatter(locale, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    signDisplay: sign === 'always' ? 'exceptZero' : plainSign(value),
  });
  return write(format, cutDecimals(value, most));
}

function mostDecimals({ decimalsMin, decimalsMax }: Pick<AmountFormat, 'decimalsMin' | 'decimalsMax'>): number {
  return Math.min(decimalsMax ?? Math.max(MONEY_DECIMALS, decimalsMin ?? 0), DECIMALS_MAX);
}

/** Whether `formatAmount` leaves out digits that aren't zeros. */
export function isCut(value: DecimalString, decimals: Pick<AmountFormat, 'decimalsMin' | 'decimalsMax'>): boolean {
  return /[1-9]/.test(value.slice(cutDecimals(value, mostDecimals(decimals)).length));
}

/** Writes every digit that the string carries, grouped for the reader. */
export function formatExact(value: DecimalString, locale: string): string {
  return formatAmount(value, { locale, decimalsMin: 0, decimalsMax: DECIMALS_MAX });
}

/** Writes what was typed for a reader: grouped, every digit kept, at least `decimalsMin` decimals; what is no number yet stays as it is. */
export function showAtRest(typed: string, { locale, decimalsMin }: { locale: string; decimalsMin: number }): string {
  const value = typed.replace(/\.$/, '');
  if (!/^\d+(\.\d+)?$/.test(value)) return typed;
  return formatAmount(value, { locale, decimalsMin, decimalsMax: DECIMALS_MAX });
}

/** Decimals that a price grid has: '0.01' -> 2, '1' -> 0. */
export function decimalsOf(step: DecimalString): number {
  const point = step.indexOf('.');
  return point < 0 ? 0 : step.length - point - 1;
}

/**
 * Writes a price. Without `decimals` it shows what the string carries, at least two places.
 * @example formatPrice('67412.8', { locale: 'en' }) // "67,412.80"
 */
export function formatPrice(value: DecimalString | null, { locale, decimals }: { locale: string; decimals?: number }): string {
  if (value === null) return UNKNOWN;
  const shown = decimals ?? Math.max(MONEY_DECIMALS, decimalsOf(value));
  return formatAmount(value, { locale, decimalsMin: shown, decimalsMax: shown });
}

/** Writes a fraction ('0.0241') as percent with two decimals, without a sign: the arrow beside it says the direction. */
export function formatPercent(
  fraction: DecimalString,
  { locale, decimals = 2, sign = 'never' }: { locale: string; decimals?: number; sign?: 'never' | 'always' | 'auto' },
): string {
  const format = formatter(locale, {
    style: 'percent',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    signDisplay: sign === 'always' ? 'exceptZero' : sign === 'auto' ? plainSign(fraction) : 'never',
  });
  return write(format, fraction);
}

/** Writes a large figure short: "1.2B". For volumes, never for a balance. */
export function formatCompact(value: DecimalString | null, locale: string): string {
  return value === null ? UNKNOWN : write(formatter(locale, { notation: 'compact', maximumFractionDigits: 1 }), value);
}

/** Direction of a decimal string: 1, 0 or -1; '-0.00' is 0. */
export function directionOf(value: DecimalString): -1 | 0 | 1 {
  if (!/[1-9]/.test(value)) return 0;
  return value.startsWith('-') ? -1 : 1;
}

/** Direction of a fraction as it reads at `decimals` percent decimals: what shows as 0.00 % is flat. */
export function shownDirection(fraction: DecimalString, decimals = 2): -1 | 0 | 1 {
  const shown = formatPercent(fraction, { locale: 'en', decimals, sign: 'never' });
  return /[1-9]/.test(shown) ? directionOf(fraction) : 0;
}

/** Writes an ISO instant as date and time of the reader, in their time zone unless one is given. */
export function formatTime(
  iso: string,
  { locale, timeZone, style = 'full' }: { locale: string; timeZone?: string; style?: 'full' | 'date' | 'clock' },
): string {
  const options: Intl.DateTimeFormatOptions =
    style === 'date' ? { dateStyle: 'medium' } : style === 'clock' ? { timeStyle: 'medium' } : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(locale, { ...options, ...(style === 'date' ? {} : clockOf(locale)), timeZone }).format(new Date(iso));
}

/** Writes an age in ms as short seconds, minutes or hours in the reader's language: "0.4 sec". */
export function formatAge(ageMs: number, locale: string): string {
  const seconds = Math.max(0, ageMs) / 1000;
  const [value, unit] = seconds < 60 ? [seconds, 'second'] : seconds < 3600 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  const digits = seconds < 10 ? 1 : 0;
  return formatter(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(value);
}
