const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns seconds as words in the largest unit that is whole: 90 is "90 seconds", 300 "5 minutes", 86,400 "24 hours". They never break apart. */
export function formatDuration(seconds: number, locale: string): string {
  const [value, unit] =
    seconds >= HOUR && seconds % HOUR === 0
      ? ([seconds / HOUR, 'hour'] as const)
      : seconds >= MINUTE && seconds % MINUTE === 0
        ? ([seconds / MINUTE, 'minute'] as const)
        : ([seconds, 'second'] as const);
  const isChinese = locale.startsWith('zh');
  // A second of Chinese is 秒钟 in the long form, which is said of a while and not written of a term.
  const words = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: isChinese ? 'short' : 'long' }).format(value);
  if (locale === 'ja') return words.replaceAll(/\s/gu, '');
  return isChinese ? words.replace(/(?<=\d)\s?(?=\p{L})/u, '\u00a0') : words.replaceAll(/\s/gu, '\u00a0');
}
