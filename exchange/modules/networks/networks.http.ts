import { readBounded } from '../../platform/bounded-body';

/** A node has so long to answer. */
export const NODE_TIMEOUT_MS = 8_000;
const MEGABYTE = 1024 * 1024;
/** What is a number, a hash, a header or a word. */
export const SMALL_ANSWER_BYTES_MAX = MEGABYTE;

type Question = {
  /** What its answer can be at most. */
  bytesMax: number;
  method?: 'GET' | 'POST';
  body?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number | undefined;
};
export type BoundedAnswer = { isOk: boolean; status: number; bytes: Buffer };

/** Asks a server over HTTP, for a bounded time and a bounded answer; redirections are refused. @throws Error when it can't be reached, or is too slow or too long */
export async function askBounded(
  url: string,
  { bytesMax, method = 'GET', body, headers, timeoutMs = NODE_TIMEOUT_MS }: Question,
): Promise<BoundedAnswer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  return { isOk: answer.ok, status: answer.status, bytes: await readBounded(answer, bytesMax) };
}
