const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns seconds as words in the largest unit that is whole: 90 is "90 seconds", 300 "5 minutes", 86,400 "24 hours". */
export function formatDuration(seconds: number, locale: string): string {
  const [value, unit] =
    seconds >= HOUR && seconds % HOUR === 0
      ? ([seconds / HOUR, 'hour'] as const)
      : seconds >= MINUTE && seconds % MINUTE === 0
        ? ([seconds / MINUTE, 'minute'] as const)
        : ([seconds, 'second'] as const);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
