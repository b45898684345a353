import type { DecimalString } from '../../lib/protocol/wire';

/** Bounds of every amount a user types: 9 digits, the point, 9 decimals. */
export const INTEGER_DIGITS_MAX = 9;
export const DECIMALS_MAX = 9;

/** The signs a reader of this language uses: `de` groups with "." and splits with ",". */
export function separatorsOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.8);
  const find = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { decimal: find('decimal') || '.', group: find('group') };
}

/** Full-width digits and signs of East Asian keyboards become plain ones. */
function narrow(text: string): string {
  return text.replace(/[０-９．，]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/[٫]/g, '.');
}

/** The place of the decimal sign in a text of digits, points and commas; -1 when all of them group. */
function decimalPlace(text: string, locale: string, isPasted: boolean): number {
  const marks = [...text].flatMap((sign, place) => (sign === '.' || sign === ',' ? [{ sign, place }] : []));
  const last = marks.at(-1);
  if (!last) return -1;
  // What is shown never groups, so the first sign typed is the decimal one and a second changes nothing.
  if (!isPasted) return marks[0]?.place ?? -1;
  if (new Set(marks.map((mark) => mark.sign)).size === 2) return last.place;
  if (marks.length > 1) return -1;
  // One sign only: a pasted "1,000" is a thousand where commas group.
  const isGroup = last.sign === separatorsOf(locale).group && /^\d{1,3}[.,]\d{3}$/.test(text);
  return isGroup ? -1 : last.place;
}

type Input = { locale: string; decimals?: number; integerDigits?: number; isPasted?: boolean };

/**
 * Reads what a user typed into a plain decimal string, as far as it goes ("12." stays "12.").
 *
 * Anything but digits and one decimal sign is dropped, decimals beyond the bound are cut; returns null when the whole
 * part has too many digits, so that the caller keeps what was there.
 * @example parseAmount('1.234,56', { locale: 'de' }) // "1234.56"
 */
export function parseAmount(
  typed: string,
  { locale, decimals = DECIMALS_MAX, integerDigits = INTEGER_DIGITS_MAX, isPasted = false }: Input,
): DecimalString | null {
  const text = narrow(typed).replace(/[^\d.,]/g, '');
  const place = decimalPlace(text, locale, isPasted);
  const whole = (place < 0 ? text : text.slice(0, place)).replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  if (whole.length > integerDigits) return null;
  if (place < 0) return whole;
  if (decimals === 0) return whole;
  const fraction = text
    .slice(place + 1)
    .replace(/\D/g, '')
    .slice(0, Math.min(decimals, DECIMALS_MAX));
  return `${whole || '0'}.${fraction}`;
}

/** The plain string as its reader types it: "0.5" is "0,5" in German. */
export function showTyped(value: DecimalString, locale: string): string {
  return value.replace('.', separatorsOf(locale).decimal);
}

/** A finished decimal for the wire: no dangling point; null when nothing was entered. */
export function finishAmount(value: string): DecimalString | null {
  const clean = value.replace(/\.$/, '');
  return /^\d+(\.\d+)?$/.test(clean) ? clean : null;
}
