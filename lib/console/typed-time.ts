/** What a field of a date and a time holds: no zone, minutes at the finest that is needed here. */
const TYPED = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::00)?$/;
/** No zone is further from UTC than this. */
const REACH_MS = 36 * 3_600_000;

/** A time (ms), or why what was typed is none; `never` and `twice`: the clocks are changed just then. */
export type TypedTime = { at: number } | { fault: 'unread' | 'never' | 'twice' };

const clockOf = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  });
  return (at: number): string => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const read = (type: Intl.DateTimeFormatPartTypes, length: number) => (parts.get(type) ?? '').padStart(length, '0');
    return `${read('year', 4)}-${read('month', 2)}-${read('day', 2)}T${read('hour', 2)}:${read('minute', 2)}`;
  };
};

/** Returns a time (ms) as a field of a date and a time shows it in a zone: `2026-03-01T12:00`. @throws RangeError for a zone that isn't known here */
export function showTypedTime(at: number, timeZone: string): string {
  return clockOf(timeZone)(at);
}

/**
 * Reads what stands in a field of a date and a time as the clocks of a zone show it. An hour that the clocks leave out, or show twice, is no time.
 * @throws RangeError for a zone that isn't known here
 */
export function readTypedTime(text: string, timeZone: string): TypedTime {
  const [, year, month, day, hour, minute] = TYPED.exec(text) ?? [];
  if (minute === undefined) return { fault: 'unread' };
  const wanted = `${year}-${month}-${day}T${hour}:${minute}`;
  const asUtc = Date.parse(`${wanted}:00Z`);
  if (Number.isNaN(asUtc) || showTypedTime(asUtc, 'UTC') !== wanted) return { fault: 'unread' };
  const show = clockOf(timeZone);
  const offsetAt = (at: number) => Date.parse(`${show(at)}:00Z`) - at;
  // A zone has one distance from UTC, or two around the moment at which its clocks are changed.
  const found = new Set([asUtc - REACH_MS, asUtc + REACH_MS].map((near) => asUtc - offsetAt(near)).filter((at) => show(at) === wanted));
  const [at, other] = found;
  if (at === undefined) return { fault: 'never' };
  return other === undefined ? { at } : { fault: 'twice' };
}
