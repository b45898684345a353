import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ReadEndpoint } from '../api/define';
import { readApi } from './api-client';
import { FRESHNESS_MS } from './freshness';

/** Pages that an endless list keeps in memory, and reads anew when it is stale; those furthest from what was read last are dropped, and read again when asked for. */
const PAGES_MAX = 50;

/** Key of everything that shows one topic of the account. */
export function topicKey(topic: string) {
  return ['own', topic] as const;
}

/** Key of every answer of a public read. */
export function publicKey(id: string) {
  return ['all', id] as const;
}

/** Key of one answer. What belongs to the session's account and mode lies under its topic, so that a write makes it stale by that name. */
function keyOf(endpoint: ReadEndpoint, input: unknown) {
  const root = endpoint.access === 'public' ? publicKey(endpoint.id) : topicKey(endpoint.topic ?? endpoint.id);
  return [...root, endpoint.id, input] as const;
}

function staleTimeOf({ fresh = 'own' }: ReadEndpoint): number {
  return FRESHNESS_MS[fresh];
}

/** Returns how an endpoint is read: key, request and freshness, with the types of its definition. */
export function readOptions<I, O>(endpoint: ReadEndpoint<I, O>, input: I) {
  return queryOptions({
    queryKey: keyOf(endpoint, input),
    queryFn: () => readApi(endpoint, input),
    staleTime: staleTimeOf(endpoint),
  });
}

/** The input of a list without its page. */
export type Unpaged<I> = Omit<I, 'page'>;

/** Returns how a list is read page by page. */
export function pagesOptions<I, O extends { hasMore: boolean }>(endpoint: ReadEndpoint<I, O>, input: Unpaged<I>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, input), 'pages'] as const,
    queryFn: ({ pageParam }) => readApi<unknown, O>(endpoint, { ...input, page: pageParam }),
    initialPageParam: 1,
    maxPages: PAGES_MAX,
    getNextPageParam: (last, _all, page) => (last.hasMore ? page + 1 : undefined),
    getPreviousPageParam: (_first, _all, page) => (page > 1 ? page - 1 : undefined),
    staleTime: staleTimeOf(endpoint),
  });
}

/** The input of a list without the place from which it goes on. */
export type Uncontinued<I> = Omit<I, 'after'>;

/** Where a page of a list begins, null at the newest row, and the page before it. */
type Place = { after: string | null; newer: Place | null };
export const NEWEST: Place = { after: null, newer: null };

/** Returns how a list is read on from where the page before ended, as its `next` says. */
export function continuedOptions<I, O extends { next: string | null }>(endpoint: ReadEndpoint<I, O>, input: Uncontinued<I>) {
  return infiniteQueryOptions({
    queryKey: [...keyOf(endpoint, input), 'continued'] as const,
    queryFn: ({ pageParam: { after } }) => readApi<unknown, O>(endpoint, after === null ? input : { ...input, after }),
    initialPageParam: NEWEST,
    maxPages: PAGES_MAX,
    getNextPageParam: (last, _all, place): Place | undefined => (last.next === null ? undefined : { after: last.next, newer: place }),
    getPreviousPageParam: (_first, _all, place): Place | undefined => place.newer ?? undefined,
    staleTime: staleTimeOf(endpoint),
  });
}
