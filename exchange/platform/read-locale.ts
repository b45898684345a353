import { DEFAULT_LOCALE, type Locale, LOCALES } from '../../lib/protocol/wire';

/** Returns the locale that a text means, without regard to case; a bare language means its first locale, anything else English. */
export function readLocale(lang: string | undefined): Locale {
  const wanted = (lang ?? DEFAULT_LOCALE).toLowerCase();
  return (
    LOCALES.find((locale) => locale.toLowerCase() === wanted) ??
    LOCALES.find((locale) => locale.toLowerCase().split('-')[0] === wanted.split(/[-_]/)[0]) ??
    DEFAULT_LOCALE
  );
}
