import 'server-only';
import { AppError } from '../errors/app-error';
import { callLegacy } from '../legacy/call-legacy';
import { ERRORS } from '../protocol/errors';
import { signOut } from '../protocol/sign-in';

/** Retry interval while the exchange can't be reached, and the number of retries: an outage of an hour. */
const AGAIN_MS = 10_000;
const TRIES_MAX = 360;
/** Queued sign-outs. Beyond it the exchange expires the sessions by their age. */
const WAITING_MAX = 10_000;

const slot = Symbol.for('candor.remote-sign-outs');
function waiting(): Set<string> {
  const holder = globalThis as { [slot]?: Set<string> };
  holder[slot] ??= new Set();
  return holder[slot];
}

/** Nobody who signs out waits longer for a slow exchange. */
const WAIT_MAX_MS = 5_000;

/**
 * Ends a session at the exchange, for every process and for good; one that had ended is none. Where the exchange can't be reached it is tried
 * again behind the answer, for an hour. Returns once the first try is over, after 5 s at the latest.
 */
export async function signOutAtExchange(upstream: string, ip: string | null = null): Promise<void> {
  const firstTry = isOver(upstream, ip).then((isDone) => {
    if (isDone || waiting().has(upstream) || waiting().size >= WAITING_MAX) return;
    waiting().add(upstream);
    void keepTrying(upstream).finally(() => waiting().delete(upstream));
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MAX_MS);
  });
  await Promise.race([firstTry, late]);
  clearTimeout(timer);
}

async function keepTrying(upstream: string): Promise<void> {
  for (let n = 1; n < TRIES_MAX; n += 1) {
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS).unref());
    if (await isOver(upstream, null)) return;
  }
}

/** True when the session has ended, or the exchange refuses for a reason that stays. */
async function isOver(upstream: string, ip: string | null): Promise<boolean> {
  try {
    await callLegacy(signOut, {}, { upstream, ip });
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return ERRORS[error.code].retry === 'never';
  }
}
