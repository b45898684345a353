import type { Locale } from '@/lib/protocol/wire';

/** Where a public page lies for this language; English needs no prefix. */
export function publicHref(locale: Locale, path: string): string {
  return locale === 'en' ? path : `/${locale}${path}`;
}
