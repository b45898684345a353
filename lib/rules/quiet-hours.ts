/** Minutes of the day in a time zone; `until` before `from`: over midnight. */
export type QuietHours = { from: number; until: number; zone: string };

const MINUTES_A_DAY = 1_440;
const MINUTE_MS = 60_000;

/** Returns whether a time zone is known here. */
export function isTimeZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function minuteOf(at: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' }).formatToParts(at);
  const read = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return read('hour') * 60 + read('minute');
}

/** Returns when the quiet hours that hold `at` (ms) end, null when they don't. On a day when clocks change it may be an hour off. */
export function findQuietEnd({ from, until, zone }: QuietHours, at: number): number | null {
  const minute = minuteOf(at, zone);
  const length = (until - from + MINUTES_A_DAY) % MINUTES_A_DAY;
  const passed = (minute - from + MINUTES_A_DAY) % MINUTES_A_DAY;
  return passed < length ? at - (at % MINUTE_MS) + (length - passed) * MINUTE_MS : null;
}
