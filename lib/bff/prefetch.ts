import 'server-only';
import type { QueryClient } from '@tanstack/react-query';
import type { InputOf, OutputOf, ReadEndpoint } from '../api/define';
import { pagesOptions, readOptions, type Unpaged } from '../query/reads';
import { ask, type Operation, type SessionFor } from './operation';

/** Reads for the browser what its screen begins with; a failure is left to the browser, which asks again. */
export function prefetchRead<E extends ReadEndpoint>(
  client: QueryClient,
  operation: Operation<E>,
  input: InputOf<E>,
  session: SessionFor<E['access']>,
): Promise<void> {
  return client.prefetchQuery({ ...readOptions(operation, input), queryFn: () => ask(operation, input, session) });
}

/** The same of the first page of a list that is read page by page. */
export function prefetchPages<I, O extends { hasMore: boolean }>(
  client: QueryClient,
  operation: Operation<ReadEndpoint<I, O, 'member'>>,
  input: Unpaged<I>,
  session: SessionFor<'member'>,
): Promise<void> {
  const queryFn = () => ask(operation, { ...input, page: 1 } as I, session);
  return client.prefetchInfiniteQuery({ ...pagesOptions(operation, input), queryFn });
}

/** Gives the browser an answer that the page has read already. */
export function putRead<E extends ReadEndpoint>(
  client: QueryClient,
  operation: Operation<E>,
  input: InputOf<E>,
  answer: OutputOf<E>,
): void {
  client.setQueryData(readOptions(operation, input).queryKey, answer);
}
