import type { CandleInterval } from '@/lib/protocol/wire';

/** Kinds of tick marks as the chart library numbers them. */
const YEAR = 0;
const MONTH = 1;
const DAY = 2;
const HOUR_S = 3_600;

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const formatters = new Map<string, Intl.DateTimeFormat>();
function write(seconds: number, locale: string, options: Intl.DateTimeFormatOptions): string {
  const key = `${locale}:${JSON.stringify(options)}`;
  const format = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formatters.set(key, format);
  return format.format(new Date(seconds * 1000));
}

/** Days and weeks open at midnight UTC and are named by that day, wherever the reader is. */
function isWholeDays(interval: CandleInterval): boolean {
  return interval === '1d' || interval === '1w';
}

/**
 * Returns by how many seconds the times of a chart are moved so that its days begin at the reader's own midnight: the library knows UTC
 * alone. One shift for the whole chart, that of now: a clock that changed on the way would give two candles the same place.
 */
export function timeShiftOf(interval: CandleInterval, now: Date = new Date()): number {
  return isWholeDays(interval) ? 0 : -now.getTimezoneOffset() * 60;
}

/** Returns a mark of the time axis in the reader's own time zone and language. `seconds` is the time itself, not the moved one. */
export function tickText(seconds: number, kind: number, interval: CandleInterval, locale: string): string {
  const timeZone = isWholeDays(interval) ? { timeZone: 'UTC' } : {};
  // A day before the clock changed begins an hour beside midnight here, and is still that day.
  const inDay = isWholeDays(interval) ? seconds : seconds + 2 * HOUR_S;
  if (kind === YEAR) return write(inDay, locale, { year: 'numeric', ...timeZone });
  if (kind === MONTH) return write(inDay, locale, { month: 'short', ...timeZone });
  if (kind === DAY) return write(inDay, locale, { day: 'numeric', month: 'short', ...timeZone });
  return write(seconds, locale, CLOCK);
}

/** Returns when a candle opened. */
export function timeText(seconds: number, interval: CandleInterval, locale: string): string {
  if (isWholeDays(interval)) return write(seconds, locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return write(seconds, locale, { day: 'numeric', month: 'short', ...CLOCK });
}
