import 'server-only';
import { isSessionLoss } from '../errors/app-error';
import { callLegacy } from '../legacy/call-legacy';
import { resumeSession } from '../protocol/sign-in';
import type { AppSession } from './options';

/** A session that the exchange has confirmed is not asked about again for this long. */
export const STANDING_MS = 1_000;
/** A page doesn't wait longer to learn whose it is: an exchange that is silent shows on the page itself. */
const ASK_MAX_MS = 2_000;
/** Bounds the memory of confirmed sessions. One that is forgotten is asked about again. */
const REMEMBERED_MAX = 10_000;

type Memory = Map<string, { standing: Promise<boolean>; until: number }>;
const slot = Symbol.for('candor.standing-sessions');
function memory(): Memory {
  const holder = globalThis as { [slot]?: Memory };
  holder[slot] ??= new Map();
  return holder[slot];
}

/**
 * Says whether a session has not ended, at the exchange, which alone knows: it may have been signed out on another process, by another
 * device, or before a restart. The word of an exchange that can't be asked is not needed: nothing of the member's can be read from it either.
 *
 * `isFresh` asks again whatever was confirmed within the last second.
 */
export function isStanding(session: AppSession, { isFresh = false } = {}): Promise<boolean> {
  const now = Date.now();
  const known = memory().get(session.upstream);
  if (known !== undefined && known.until > now && !isFresh) return known.standing;
  const standing = ask(session);
  const entry = { standing, until: Number.POSITIVE_INFINITY };
  memory().delete(session.upstream);
  memory().set(session.upstream, entry);
  if (memory().size > REMEMBERED_MAX) memory().delete(memory().keys().next().value as string);
  void standing.then((isConfirmed) => {
    entry.until = isConfirmed ? Date.now() + STANDING_MS : 0;
  });
  return standing;
}

/** Has a session asked about again: somebody was told that it has ended. */
export function forgetStanding({ upstream }: AppSession): void {
  memory().delete(upstream);
}

async function ask({ upstream, userId }: AppSession): Promise<boolean> {
  try {
    const { answer } = await callLegacy(resumeSession, {}, { upstream, signal: AbortSignal.timeout(ASK_MAX_MS) });
    return answer.userid === userId;
  } catch (error) {
    return !isSessionLoss(error);
  }
}
