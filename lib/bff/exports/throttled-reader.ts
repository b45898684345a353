import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../errors/app-error';

/** Delay between two requests of one export: ten a second are a third of one member's rate limit, which leaves room for the member's screens. */
const PAUSE_MS = 100;
/** First backoff after RATE_LIMITED; it doubles with each retry. */
const WAIT_MS = 500;
const TRIES_MAX = 7;

type Pace = { pauseMs: number; waitMs: number };

/**
 * Returns a throttled reader for the requests of one export: it paces them and retries RATE_LIMITED with exponential backoff, for half a minute at
 * most. `signal` aborts when the client is gone.
 * @throws what a request throws, RATE_LIMITED after the last retry
 */
export function createThrottledReader(signal: AbortSignal, { pauseMs, waitMs }: Pace = { pauseMs: PAUSE_MS, waitMs: WAIT_MS }) {
  let hasAsked = false;
  return async <T>(read: () => Promise<T>): Promise<T> => {
    if (hasAsked) await wait(pauseMs, undefined, { signal });
    hasAsked = true;
    for (let tries = 1; ; tries += 1) {
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED' || tries === TRIES_MAX) throw error;
        await wait(waitMs * 2 ** (tries - 1), undefined, { signal });
      }
    }
  };
}
