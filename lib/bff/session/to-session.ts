import type { Session } from '../../dto/session';
import type { AppSession } from '../../session/options';

/** Returns what a browser may know of its session. */
export function toSession(session: AppSession | null): Session {
  if (session === null) return { signedIn: false, user: null };
  return { signedIn: true, user: { userId: session.userId, username: session.username, mode: session.mode } };
}
