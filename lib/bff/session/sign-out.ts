import 'server-only';
import { AppError } from '../../errors/app-error';
import { signOut as signOutCall } from '../../protocol/sign-in';
import { destroySession } from '../../session/session';
import { type Caller, callAs } from '../upstream';
import { logFailure } from '../log-failure';

/** A person who signs out doesn't wait for a slow exchange. */
const WAIT_MS = 5_000;

/** Signs out here at once, and at the exchange as well as it can be reached. */
export async function signOut(caller: Omit<Caller, 'session'> & { session: Caller['session'] | null }): Promise<{ done: true }> {
  await destroySession();
  if (caller.session === null) return { done: true };
  const farewell = callAs({ session: caller.session, ip: caller.ip ?? null }, signOutCall, {}).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    if (error.code !== 'SESSION_REQUIRED') logFailure({ requestId: '-', where: 'sign-out', error });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, WAIT_MS);
  });
  await Promise.race([farewell, late]);
  clearTimeout(timer);
  return { done: true };
}
