import { canBeReadTwoWays, finishAmount, parseAmount, showTyped } from '@/components/money/parse-amount';
import { readTypedTime, showTypedTime } from '@/lib/console/typed-time';
import type { FormatSettings } from '@/lib/console/formatter';

/** More than any sum that is booked, and any supply that is made. */
const INTEGER_DIGITS_MAX = 13;

/** What was read of a field, or what is wrong with it, in a sentence. */
export type TypedValue = { value: unknown } | { fault: string };

const TIME_FAULTS = {
  unread: 'A date and a time are needed.',
  never: 'The clocks are put forward just then: there is no such time on that day.',
  twice: 'The clocks are put back just then: that time comes twice on that day. Choose another one.',
} as const;

/** Returns what a function makes of a time zone, or null where a browser doesn't know the zone that the server wrote beside the field. */
function inZone<T>(make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads a date and a time as the clocks of an operator show it: ms, or ISO in UTC. */
export function readTime(text: string, { timeZone }: FormatSettings, as: 'ms' | 'iso'): TypedValue {
  const read = inZone(() => readTypedTime(text, timeZone));
  if (read === null)
    return { fault: `This browser doesn't know the time zone ${timeZone}. Choose another one under Your settings, such as UTC.` };
  if ('fault' in read) return { fault: TIME_FAULTS[read.fault] };
  return { value: as === 'ms' ? read.at : new Date(read.at).toISOString() };
}

/** Reads an amount as an operator's language writes it into a plain decimal; what another language reads otherwise is refused. */
export function readAmount(text: string, { locale }: FormatSettings): TypedValue {
  if (canBeReadTwoWays(text)) {
    return { fault: `${text} can be read in two ways: write it without a sign between the thousands, or with another number of decimals.` };
  }
  const read = parseAmount(text, { locale, isPasted: true, integerDigits: INTEGER_DIGITS_MAX });
  const value = read === null ? null : finishAmount(read);
  return value === null ? { fault: `${text} is not one amount of at most nine decimals.` } : { value };
}

/** Reads whole tokens into a number. */
export function readWhole(text: string, settings: FormatSettings): TypedValue {
  const read = readAmount(text, settings);
  if ('fault' in read) return read;
  return String(read.value).includes('.') ? { fault: `${text} is no whole number.` } : { value: Number(read.value) };
}

/** Returns an amount as it is typed, so that it is read as the same again. */
export function showAmount(decimal: string, { locale }: FormatSettings): string {
  const shown = showTyped(decimal, locale);
  return canBeReadTwoWays(shown) ? `${shown}0` : shown;
}

/** Returns a moment (ISO) as its field shows it, to the minute. */
export function showTime(iso: string, { timeZone }: FormatSettings): string {
  const at = Date.parse(iso);
  return Number.isNaN(at) ? '' : (inZone(() => showTypedTime(at, timeZone)) ?? '');
}
