import type { MetadataRoute } from 'next';
import { findFeatures } from '@/lib/bff/app/get-features';
import { readOrigin } from '@/lib/i18n/alternates';
import { LOCALES } from '@/lib/protocol/wire';
import { isOffered, RULES } from '@/lib/rules/help';

/** The address is known when the server runs, not when it is built. */
export const dynamic = 'force-dynamic';

/** The indexable pages, once per language, each naming the twelve others: the landing page, and help as far as it is about what is offered. */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [origin, { features }] = await Promise.all([readOrigin(), findFeatures()]);
  const rules = RULES.flatMap((one, index) => (isOffered(one, features) ? [`/web_view?active=${index + 1}`] : []));
  return ['/tab1', '/faq', '/about', '/legality', '/status', ...rules].flatMap((path) => {
    const languages = Object.fromEntries(LOCALES.map((locale) => [locale, `${origin}/${locale}${path}`]));
    const isLanding = path === '/tab1';
    return LOCALES.map((locale) => ({
      url: `${origin}/${locale}${path}`,
      changeFrequency: isLanding ? ('daily' as const) : ('weekly' as const),
      priority: isLanding ? 1 : 0.5,
      alternates: { languages },
    }));
  });
}
