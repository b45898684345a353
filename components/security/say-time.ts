import { formatTime } from '../money/format';

/** Says a time inside a sentence, the same on the server and in every browser. */
export function sayTime(iso: string, locale: string): string {
  return `${formatTime(iso, { locale, timeZone: 'UTC' })} UTC`;
}
