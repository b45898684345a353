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

/** Zeros of the digits that keyboards of East Asia, of Arabic and of Persian write. */
const ZEROS = [0xff10, 0x0660, 0x06f0];
const PLAIN: Readonly<Record<string, string>> = { '．': '.', '，': ',', '٫': '.', '٬': ',' };

/** Digits and signs of other keyboards become plain ones. */
function toPlain(text: string): string {
  return text.replace(/[\uff10-\uff19\u0660-\u0669\u06f0-\u06f9．，٫٬]/g, (sign) => {
    const code = sign.charCodeAt(0);
    const zero = ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? (PLAIN[sign] ?? sign) : String(code - zero);
  });
}

/** No number is longer, with signs between its digits and words around it: what else was pasted is not looked at. */
const TYPED_LENGTH_MAX = 100;
/** A number with what stands around it on a page: a sign of money in front, a ticker behind. */
const DRESSED = /^[\s\p{Sc}]*([\d.,\s'’]*?)(?:\s*(?:\p{Sc}|[A-Z]{3,6}))?\s*$/u;
const GROUPED = /^[1-9]\d{0,2}(?:[.,\s'’]\d{2,3})*[.,\s'’]\d{3}$/;

/** Splits what was pasted into whole part and decimals; null when it isn't one number. `decimals` is null without a decimal sign. */
function splitPasted(text: string, locale: string): { whole: string; decimals: string | null } | null {
  const marks = [...text].flatMap((sign, place) => (sign === '.' || sign === ',' ? [{ sign, place }] : []));
  const last = marks.at(-1);
  const kinds = new Set(marks.map(({ sign }) => sign)).size;
  // One sign alone: "1,000" is a thousand where commas group; "0,001" never is one.
  const isGroup = last !== undefined && kinds === 1 && (marks.length > 1 || last.sign === separatorsOf(locale).group) && GROUPED.test(text);
  const decimalAt = last === undefined || isGroup ? -1 : last.place;
  const whole = decimalAt < 0 ? text : text.slice(0, decimalAt);
  const decimals = decimalAt < 0 ? null : text.slice(decimalAt + 1);
  const isWhole = /^\d*$/.test(whole) || (GROUPED.test(whole) && (decimals === null || !whole.includes(last?.sign ?? '')));
  const isDecimals = decimals === null || /^\d*$/.test(decimals);
  return isWhole && isDecimals ? { whole: whole.replace(/\D/g, ''), decimals } : null;
}

/** Splits what is being typed: what is shown never groups, so the first sign is the decimal one and a second changes nothing. */
function splitTyped(text: string): { whole: string; decimals: string | null } | null {
  if (!/^[\d.,]*$/.test(text)) return null;
  const place = text.search(/[.,]/);
  return place < 0 ? { whole: text, decimals: null } : { whole: text.slice(0, place), decimals: text.slice(place + 1).replace(/\D/g, '') };
}

type Input = { locale: string; decimals?: number; integerDigits?: number; isPasted?: boolean };

/**
 * Reads what a user typed or pasted into a plain decimal string, as far as it goes ("12." stays "12.", nothing stays "").
 *
 * Returns null for what isn't one number ("1e-7", "1,2,3", "15k", "-5"), and when the whole part has too many digits, so that the caller
 * keeps what was there. Decimals beyond the bound are left out while typing, and refused in what was pasted unless they are zeros.
 * @example parseAmount('1.234,56', { locale: 'de', isPasted: true }) // "1234.56"
 */
export function parseAmount(
  typed: string,
  { locale, decimals = DECIMALS_MAX, integerDigits = INTEGER_DIGITS_MAX, isPasted = false }: Input,
): DecimalString | null {
  const number = typed.length > TYPED_LENGTH_MAX ? undefined : DRESSED.exec(toPlain(typed))?.[1]?.trim();
  const parts = number === undefined ? null : isPasted ? splitPasted(number, locale) : splitTyped(number);
  if (parts === null) return null;
  const whole = parts.whole.replace(/^0+(?=\d)/, '');
  if (whole.length > integerDigits) return null;
  if (parts.decimals === null) return whole;
  const most = Math.min(decimals, DECIMALS_MAX);
  if (isPasted && /[1-9]/.test(parts.decimals.slice(most))) return null;
  return most === 0 ? whole : `${whole || '0'}.${parts.decimals.slice(0, most)}`;
}

/** One sign and three digits behind it: a thousand where the sign groups, and a number with three decimals where it doesn't. */
const TWO_WAYS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** True for what people of other languages read as another number: "1.234", "1,234". Where money is booked by hand, neither is taken. */
export function canBeReadTwoWays(typed: string): boolean {
  return TWO_WAYS.test(DRESSED.exec(toPlain(typed))?.[1]?.trim() ?? '');
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
