import { QueryClient, defaultShouldDehydrateQuery, isServer } from '@tanstack/react-query';
import { ApiError } from './api-client';
import { FRESHNESS_MS } from './freshness';

/** Reads are tried again twice; a refusal (4xx) is an answer and not tried again. */
const READ_RETRIES_MAX = 2;

function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESHNESS_MS.own,
        // A page that the server renders doesn't wait for a second try: the browser makes it.
        retry: (failures, error) =>
          !isServer && failures < READ_RETRIES_MAX && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
      dehydrate: { shouldDehydrateQuery: defaultShouldDehydrateQuery },
    },
  });
}

let browserClient: QueryClient | undefined;

/** Returns the query client: one per request on the server, one per tab in the browser. */
export function getQueryClient(): QueryClient {
  if (isServer) return makeQueryClient();
  browserClient ??= makeQueryClient();
  return browserClient;
}
