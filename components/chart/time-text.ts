import type { CandleInterval } from '@/lib/protocol/wire';

/** Kinds of tick marks as the chart library numbers them. */
const YEAR = 0;
const MONTH = 1;
const DAY = 2;

const formatters = new Map<string, Intl.DateTimeFormat>();
function write(seconds: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale}:${JSON.stringify(options)}`;
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, format);
  return format.format(new Date(seconds * 1000));
}

/** Returns a mark of the time axis in the reader's own time zone and language. */
export function tickText(seconds: number, kind: number, locale: string): string {
  if (kind === YEAR) return write(seconds, locale, { year: 'numeric' });
  if (kind === MONTH) return write(seconds, locale, { month: 'short' });
  if (kind === DAY) return write(seconds, locale, { day: 'numeric', month: 'short' });
  return write(seconds, locale, { hour: '2-digit', minute: '2-digit', hour12: false });
}

/** Returns when a candle opened; days and weeks open at midnight UTC, so they are named by that day. */
export function timeText(seconds: number, interval: CandleInterval, locale: string): string {
  if (interval === '1d' || interval === '1w') return write(seconds, locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return write(seconds, locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hour12: false });
}
