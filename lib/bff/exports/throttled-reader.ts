import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '../../errors/app-error';

/** Between two questions of one file: ten a second are a third of what the exchange answers one member, and leave room for the member's screens. */
const PAUSE_MS = 100;
/** After a question that was one too many; each further wait is twice as long. */
const WAIT_MS = 500;
const TRIES_MAX = 7;

type Pace = { pauseMs: number; waitMs: number };

/**
 * Returns a reader for the many questions of one file: it rests between them, and asks again where the exchange says that it was asked too often,
 * for half a minute at most. `signal` is whoever wants the file.
 * @throws what a question throws, RATE_LIMITED when that doesn't end
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
