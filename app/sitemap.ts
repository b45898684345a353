import type { MetadataRoute } from 'next';
import { readOrigin } from '@/lib/i18n/alternates';
import { LOCALES } from '@/lib/protocol/wire';

/** The address is known when the server runs, not when it is built. */
export const dynamic = 'force-dynamic';

/** The one indexable page, once per language, each naming the twelve others. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const origin = await readOrigin();
  const languages = Object.fromEntries(LOCALES.map((locale) => [locale, `${origin}/${locale}/tab1`]));
  return LOCALES.map((locale) => ({ url: `${origin}/${locale}/tab1`, changeFrequency: 'daily', priority: 1, alternates: { languages } }));
}
