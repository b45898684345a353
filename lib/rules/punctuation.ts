import type { Locale } from '../protocol/wire';

/** Languages whose signs are as wide as their letters, and whose sentences follow each other without a space. */
const WIDE: ReadonlySet<string> = new Set<Locale>(['ja', 'zh-CN', 'zh-TW']);
/** Where it is not a dash. */
const RANGE_SIGNS: ReadonlyMap<string, string> = new Map<Locale, string>([
  ['ja', '～'],
  ['ko', '~'],
]);
const isWide = (locale: string) => WIDE.has(locale);

/**
 * Returns things one after the other as the language lists them, with no word before the last.
 * @example writeList(['BTC', 'ETH'], 'ja') // BTC、ETH
 */
export function writeList(things: readonly string[], locale: string): string {
  return things.join(isWide(locale) ? '、' : ', ');
}

/**
 * Returns parts of one statement as the language divides them: in Chinese by a comma, not by the mark of lists.
 * @example writeParts(['限价', 'GTC'], 'zh-CN') // 限价，GTC
 */
export function writeParts(parts: readonly string[], locale: string): string {
  return locale === 'ja' || !isWide(locale) ? writeList(parts, locale) : parts.join('，');
}

/**
 * Returns what something is called, and what it is.
 * @example writeFact('Betrag', '100 USDT', 'de') // Betrag: 100 USDT
 */
export function writeFact(name: string, value: string, locale: string): string {
  const colon = isWide(locale) ? '：' : locale === 'fr' ? '\u00a0: ' : ': ';
  return `${name}${colon}${value}`;
}

/**
 * Returns what something is called, with what narrows it in brackets.
 * @example writeAside('数量', 'USDT', 'zh-CN') // 数量（USDT）
 */
export function writeAside(name: string, aside: string, locale: string): string {
  return isWide(locale) ? `${name}（${aside}）` : `${name} (${aside})`;
}

/**
 * Returns the least and the most of something.
 * @example writeRange('100', '10.000', 'de') // 100 – 10.000
 */
export function writeRange(least: string, most: string, locale: string): string {
  return `${least}${RANGE_SIGNS.get(locale) ?? ' – '}${most}`;
}

/** Returns sentences one after the other. */
export function writeSentences(sentences: readonly string[], locale: string): string {
  return sentences.join(isWide(locale) ? '' : ' ');
}
