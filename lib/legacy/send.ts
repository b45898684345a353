import 'server-only';
import type { Dispatcher, Pool } from 'undici';
import { isMarked, mark } from '../errors/own-kind';

export type SendInput = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | null;
  /** Until the last byte of the answer, connection and queue included. */
  timeoutMs: number;
  bytesMax: number;
  signal?: AbortSignal | undefined;
};
export type Sent = { status: number; setCookie: string | string[] | undefined; body: string };

/** The answer did not come in time. */
export class SendTimeout extends Error {
  static override [Symbol.hasInstance](value: unknown): value is SendTimeout {
    return isMarked(value, 'send-timeout');
  }
  override name = 'SendTimeout';
  constructor(message: string) {
    super(message);
    mark(this, 'send-timeout');
  }
}
/** The answer has more bytes than any honest one. */
export class AnswerTooLong extends Error {
  static override [Symbol.hasInstance](value: unknown): value is AnswerTooLong {
    return isMarked(value, 'answer-too-long');
  }
  override name = 'AnswerTooLong';
  constructor(message: string) {
    super(message);
    mark(this, 'answer-too-long');
  }
}

/**
 * Sends one request and returns its whole answer. The handler gets the bytes as they come: streams and signals made for each call
 * cost as much again as the call, and the timer of `AbortSignal.timeout` outlives it.
 *
 * @throws SendTimeout; AnswerTooLong; the reason of `signal`; what the connection failed with
 */
export function send(pool: Pool, { method, path, headers, body, timeoutMs, bytesMax, signal }: SendInput): Promise<Sent> {
  return new Promise((resolve, reject) => {
    let connection: Dispatcher.DispatchController | null = null;
    let failure: Error | null = null;
    let answer: Sent = { status: 0, setCookie: undefined, body: '' };
    const chunks: Buffer[] = [];
    let size = 0;
    const giveUp = (reason: Error) => {
      failure ??= reason;
      connection?.abort(failure);
      end();
      reject(failure);
    };
    const timer = setTimeout(() => giveUp(new SendTimeout(`no whole answer within ${timeoutMs} ms`)), timeoutMs);
    const leave = () => giveUp(signal?.reason instanceof Error ? signal.reason : new Error('given up'));
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', leave);
    };
    signal?.addEventListener('abort', leave);
    if (signal?.aborted) return leave();
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart(controller) {
          connection = controller;
          // It had waited for a connection until nobody waited for it.
          if (failure !== null) controller.abort(failure);
        },
        onResponseStart(_controller, status, { 'set-cookie': setCookie }) {
          answer = { status, setCookie, body: '' };
        },
        onResponseData(_controller, chunk) {
          size += chunk.byteLength;
          if (size > bytesMax) return giveUp(new AnswerTooLong(`answer above ${bytesMax} bytes`));
          chunks.push(chunk);
        },
        onResponseEnd() {
          end();
          resolve({ ...answer, body: Buffer.concat(chunks).toString('utf8') });
        },
        onResponseError(_controller, error) {
          end();
          reject(failure ?? error);
        },
      },
    );
  });
}
