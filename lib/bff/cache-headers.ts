import 'server-only';
import { createHash } from 'node:crypto';
import type { Freshness } from '../query/freshness';
import type { AppSession } from '../session/options';
import type { Operation } from './operation';

/** An answer as it is sent; its tag once somebody asked for it. */
export type Written = { text: string; tag?: string };

/** 132 bits: no two answers of one address share a tag. */
const TAG_LENGTH = 22;

/**
 * For how many seconds whoever stands between may answer with what it has: as it is, and beyond that while it asks anew. Prices are printed
 * once a second; what is read once a visit may be older.
 */
const KEPT_S: Record<Freshness, { fresh: number; stale: number }> = {
  live: { fresh: 1, stale: 1 },
  own: { fresh: 1, stale: 1 },
  terms: { fresh: 1, stale: 1 },
  slow: { fresh: 10, stale: 50 },
  fixed: { fresh: 60, stale: 240 },
};

/**
 * Returns how an answer may be kept. What everybody reads is kept for a moment by the browser and by caches in between, and told apart by
 * its tag afterwards; what a session has a part in is kept by nobody.
 */
export function cacheHeaders(operation: Operation, session: AppSession | null, answer: Written): Record<string, string> {
  if (operation.method !== 'GET' || operation.fresh === undefined || operation.access === 'member' || session !== null)
    return { 'Cache-Control': 'no-store' };
  const { fresh, stale } = KEPT_S[operation.fresh];
  return {
    'Cache-Control': `public, max-age=${fresh}, s-maxage=${fresh}, stale-while-revalidate=${stale}`,
    ETag: tagOf(answer),
    // The same address answers a session with something else.
    ...(operation.access === 'visitor' ? { Vary: 'Cookie' } : {}),
  };
}

/** Returns the tag of an answer, reckoned once. Weak: compressed or not, it is the same answer. */
function tagOf(answer: Written): string {
  answer.tag ??= `W/"${createHash('sha256').update(answer.text).digest('base64url').slice(0, TAG_LENGTH)}"`;
  return answer.tag;
}

/** Tells whether a request holds the answer with this tag already. */
export function isHeld(request: Request, etag: string | undefined): boolean {
  const held = request.headers.get('if-none-match');
  if (held === null || etag === undefined) return false;
  const plain = (tag: string) => tag.trim().replace(/^W\//, '');
  return held.trim() === '*' || held.split(',').some((tag) => plain(tag) === plain(etag));
}
