import { DEFAULT_LOCALE, LOCALES, type Locale } from '../protocol/wire';

/** Each language in its own name, in the order in which the list shows them. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  'zh-CN': '简体中文',
  'zh-TW': '繁體中文',
  ja: '日本語',
  tr: 'Türkçe',
  vi: 'Tiếng Việt',
  es: 'Español',
  it: 'Italiano',
  fr: 'Français',
  de: 'Deutsch',
  ru: 'Русский',
  ko: '한국어',
  ms: 'Bahasa Melayu',
};

/** Short mark of a language for a narrow button. */
export function localeMark(locale: Locale): string {
  return locale === 'zh-CN' ? '简' : locale === 'zh-TW' ? '繁' : locale.toUpperCase();
}

export function isLocale(value: string | undefined): value is Locale {
  return (LOCALES as readonly string[]).includes(value ?? '');
}

/** Returns the locale named by a path segment or a cookie, English when it names none. */
export function localeOr(value: string | undefined): Locale {
  return isLocale(value) ? value : DEFAULT_LOCALE;
}
