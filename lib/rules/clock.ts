import type { Locale } from '../protocol/wire';

/** Where `Intl` would say halves of the day. */
const OF_24_HOURS: ReadonlySet<string> = new Set<Locale>(['ko', 'zh-TW']);

/**
 * Options of `Intl.DateTimeFormat` for every clock time that people read. Korean and the Chinese of Taiwan have 24 hours, as trading apps there
 * show them: Node writes the Korean halves of the day in English ("PM 3:37") and browsers in Korean, so what the server drew was mixed, and
 * wasn't what the page expected.
 */
export function clockOf(locale: string): { hourCycle?: 'h23' } {
  return OF_24_HOURS.has(locale) ? { hourCycle: 'h23' } : {};
}
