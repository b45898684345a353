import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { ReactNode } from 'react';
import { withPageBudget } from '@/lib/bff/page-budget';
import { ROUTER_HEADER } from '@/lib/security/own-headers';
import { pageAt } from '@/lib/security/pages';
import { readNeed } from './needs';

/**
 * Stands around the skeletons, so what is not there is known before the first byte and is a 404; below it the status has been sent. What
 * else fails is the page's to say, and so is all of it where the router in the browser asks: it reads no status, and is given the skeleton
 * at once.
 */
export default async function MissingFirst({ children }: { children: ReactNode }): Promise<ReactNode> {
  const asked = await headers();
  const address = asked.get('x-candor-path');
  if (address === null || asked.has(ROUTER_HEADER)) return children;
  const { pathname, searchParams } = new URL(address, 'http://candor');
  const route = pageAt(pathname);
  if (route === null) return children;
  try {
    await withPageBudget(() => readNeed(route, { searchParams: Promise.resolve(queryOf(searchParams)) }));
  } catch (error) {
    unstable_rethrow(error);
  }
  return children;
}

function queryOf(params: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of params) {
    const known = query[name];
    query[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return query;
}
