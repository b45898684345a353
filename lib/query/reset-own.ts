import type { QueryClient } from '@tanstack/react-query';
import { restartStream } from '../stream/stream';
import { queryKeys } from './keys';

/** Forgets everything of the account and mode shown so far and opens the stream anew; call it after a mode switch or sign-out. */
export function resetOwn(client: QueryClient): void {
  client.removeQueries({ queryKey: queryKeys.own() });
  restartStream();
}
