import { headers } from 'next/headers';
import { unstable_rethrow } from 'next/navigation';
import type { ReactNode } from 'react';
import { withPageBudget } from '@/lib/bff/page-budget';
import { ROUTER_HEADER } from '@/lib/security/own-headers';
import type { Asked } from './require';

/**
 * Returns the layout of a page with a skeleton. A layout stands around the skeleton, so what is not there is known before the first byte and
 * is a 404; below it the status has been sent. What else fails is the page's to say, and so is all of it where the router in the browser
 * asks: it reads no status, and is given the skeleton at once.
 */
export function missingFirst(requireAll: (asked: Asked) => Promise<unknown>) {
  return async ({ children }: { children: ReactNode }): Promise<ReactNode> => {
    const asked = await headers();
    const address = asked.get('x-candor-path');
    if (address === null || asked.has(ROUTER_HEADER)) return children;
    const query: Record<string, string | string[]> = {};
    for (const [name, value] of new URL(address, 'http://candor').searchParams) {
      const known = query[name];
      query[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
    }
    try {
      await withPageBudget(() => requireAll({ searchParams: Promise.resolve(query) }));
    } catch (error) {
      unstable_rethrow(error);
    }
    return children;
  };
}
