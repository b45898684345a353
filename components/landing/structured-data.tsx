import { brand } from '@/lib/brand';
import type { Locale } from '@/lib/protocol/wire';

/** What the page is, for search engines; `<` is escaped so that no text can end the element. */
export function StructuredData({ locale, origin, description }: { locale: Locale; origin: string; description: string }) {
  const url = `${origin}/${locale}/tab1`;
  const data = {
    '@context': 'https://schema.org',
    '@type': 'WebApplication',
    name: brand.name,
    url,
    description,
    inLanguage: locale,
    applicationCategory: 'FinanceApplication',
    operatingSystem: 'Any',
    publisher: { '@type': 'Organization', name: brand.name, url: origin, logo: `${origin}/icon-512.png`, email: brand.supportEmail },
  };
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own, with `<` escaped.
    <script dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }} type="application/ld+json" />
  );
}
