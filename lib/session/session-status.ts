import 'server-only';
import { isSessionLoss } from '../errors/app-error';
import { callLegacy } from '../legacy/call-legacy';
import { resumeSession } from '../protocol/sign-in';
import type { AppSession } from './options';

/** A page doesn't wait longer to learn whose it is: an exchange that is silent shows on the page itself. */
const ASK_MAX_MS = 2_000;

/** A session that has ended stays so: a browser that goes on showing its cookie isn't asked for anew at once. */
const ENDED_MS = 10_000;
const ENDED_MAX = 10_000;

/** On the global object: pages and handlers are separate bundles of one process. */
const slot = Symbol.for('candor.ended-sessions');
function ended(): Map<string, number> {
  const holder = globalThis as { [slot]?: Map<string, number> };
  holder[slot] ??= new Map();
  return holder[slot];
}

function rememberEnded(upstream: string): void {
  ended().delete(upstream);
  ended().set(upstream, Date.now() + ENDED_MS);
  if (ended().size > ENDED_MAX) ended().delete(ended().keys().next().value as string);
}

/**
 * Says whether a session has not ended, at the exchange, which alone knows: it may have been signed out on another process, by another
 * device, or before a restart. Asked each time while it stands: what was true a moment ago is not. The word of an exchange that can't be asked is not needed: nothing
 * of the member's can be read from it either.
 */
export async function isSessionActive({ upstream, userId }: AppSession): Promise<boolean> {
  if ((ended().get(upstream) ?? 0) > Date.now()) return false;
  try {
    const { answer } = await callLegacy(resumeSession, {}, { upstream, signal: AbortSignal.timeout(ASK_MAX_MS) });
    return answer.userid === userId;
  } catch (error) {
    if (!isSessionLoss(error)) return true;
    rememberEnded(upstream);
    return false;
  }
}
