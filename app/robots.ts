import type { MetadataRoute } from 'next';
import { readOrigin } from '@/lib/i18n/alternates';

export default async function robots(): Promise<MetadataRoute.Robots> {
  return { rules: { userAgent: '*', allow: '/', disallow: '/api/' }, sitemap: `${await readOrigin()}/sitemap.xml` };
}
