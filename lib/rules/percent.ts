/**
 * Returns a figure in percent as a language writes it: 0.15 is "0.15%" in English, "0,15 %" in German and "%0,15" in Turkish. Exact: every digit of
 * the decimal string is kept. Spaces are plain ones, so that a file says the same as a page.
 */
export function writePercent(percent: string, locale: string): string {
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 18 }).format(percent as `${number}`);
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(0);
  return parts.map(({ type, value }) => (type === 'integer' ? number : value.replace(/\s/gu, ' '))).join('');
}
