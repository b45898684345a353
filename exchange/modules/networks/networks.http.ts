/** A node has so long to answer … */
export const NODE_TIMEOUT_MS = 8_000;
/** … and may answer so much: the fullest blocks are a third of it. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

/** A server answers more than is read. */
export class AnswerTooLarge extends Error {
  constructor() {
    super('the answer is too large');
    this.name = 'AnswerTooLarge';
  }
}

type Question = {
  method?: 'GET' | 'POST';
  body?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number | undefined;
};
export type BoundedAnswer = { isOk: boolean; status: number; bytes: Buffer };

/** Asks a server over HTTP, for a bounded time and a bounded answer; redirections are refused. @throws Error when it can't be reached, or is too slow or too long */
export async function askBounded(
  url: string,
  { method = 'GET', body, headers, timeoutMs = NODE_TIMEOUT_MS }: Question,
): Promise<BoundedAnswer> {
  const answer = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  });
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    const bytes = part as Uint8Array;
    size += bytes.length;
    if (size > ANSWER_BYTES_MAX) throw new AnswerTooLarge();
    parts.push(bytes);
  }
  return { isOk: answer.ok, status: answer.status, bytes: Buffer.concat(parts) };
}
