'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ReadEndpoint } from '../api/define';
import { continuedOptions, pagesOptions, readOptions, type Uncontinued, type Unpaged } from './reads';

/** Reads an endpoint, from the page's own first answer where the server made one; `enabled` false waits, `everyMs` reads again while the tab is looked at, as often as the last answer asks for. */
export function useRead<I, O>(
  endpoint: ReadEndpoint<I, O>,
  input: I,
  { enabled = true, everyMs = false }: { enabled?: boolean; everyMs?: number | false | ((data: O | undefined) => number | false) } = {},
) {
  const refetchInterval = typeof everyMs === 'function' ? ({ state }: { state: { data: O | undefined } }) => everyMs(state.data) : everyMs;
  return useQuery({ ...readOptions(endpoint, input), enabled, refetchInterval });
}

/** Reads a list page by page, newest first; `everyMs` as above, of all pages that were read. */
export function usePaged<I, O extends { hasMore: boolean }>(
  endpoint: ReadEndpoint<I, O>,
  input: Unpaged<I>,
  { everyMs }: { everyMs?: (pages: readonly O[]) => number | false } = {},
) {
  const options = pagesOptions(endpoint, input);
  return useInfiniteQuery({ ...options, refetchInterval: ({ state }) => everyMs?.(state.data?.pages ?? []) ?? false });
}

/** Reads a list from its newest row on, each page from where the one before ended, so that what comes meanwhile shifts nothing. */
export function useContinued<I, O extends { next: string | null }>(endpoint: ReadEndpoint<I, O>, input: Uncontinued<I>) {
  return useInfiniteQuery(continuedOptions(endpoint, input));
}
