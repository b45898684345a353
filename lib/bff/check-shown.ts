import { SHOWN_MODE_HEADER, SHOWN_USER_HEADER } from '../dto/shown-account';
import { AppError } from '../errors/app-error';
import type { AppSession } from '../session/options';
import type { Shown } from '../api/define';

/**
 * Refuses a request whose screen was drawn for another account than the session's: another tab has changed it meanwhile. A request that
 * doesn't say is refused too.
 * @throws ACCOUNT_CHANGED with `now`: the session's mode when the user is the same, else `other`
 */
export function checkShown(request: Request, session: Pick<AppSession, 'userId' | 'mode'>, shown: Shown): void {
  const isSameUser = request.headers.get(SHOWN_USER_HEADER) === session.userId;
  const isSameMode = shown === 'user' || request.headers.get(SHOWN_MODE_HEADER) === session.mode;
  if (isSameUser && isSameMode) return;
  throw new AppError('ACCOUNT_CHANGED', { params: { now: isSameUser ? session.mode : 'other' } });
}
