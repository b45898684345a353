import type { MetadataRoute } from 'next';
import { readOrigin } from '@/lib/i18n/alternates';

/** The address is known when the server runs, not when it is built. */
export const dynamic = 'force-dynamic';

export default async function robots(): Promise<MetadataRoute.Robots> {
  return { rules: { userAgent: '*', allow: '/', disallow: '/api/' }, sitemap: `${await readOrigin()}/sitemap.xml` };
}
