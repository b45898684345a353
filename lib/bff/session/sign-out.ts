import 'server-only';
import { signOutAtExchange } from '../../session/remote-sign-out';
import { destroySession } from '../../session/session';
import type { Caller } from '../upstream';

/** Signs out here at once, and at the exchange as soon as it can be reached. */
export async function signOut(caller: Omit<Caller, 'session'> & { session: Caller['session'] | null }): Promise<{ done: true }> {
  await destroySession();
  if (caller.session !== null) await signOutAtExchange(caller.session.upstream, caller.ip ?? null);
  return { done: true };
}
