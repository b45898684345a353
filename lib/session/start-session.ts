import 'server-only';
import { toMode } from '../protocol/fields';
import { AppError } from '../errors/app-error';
import { callLegacy } from '../legacy/call-legacy';
import { resumeSession } from '../protocol/sign-in';
import type { AppSession } from './options';
import { createSession } from './session';

/**
 * Signs the browser in with the session that the exchange has just opened: asks the exchange whose it is, and seals that.
 *
 * `expected` is the user name that was proved; an exchange that answers with another one is not believed.
 * @throws LEGACY_MALFORMED
 */
export async function startSession(input: {
  upstream: string | null;
  ip: string | null;
  expected?: string;
  keepsPrevious?: boolean;
}): Promise<AppSession> {
  if (input.upstream === null) throw new AppError('LEGACY_MALFORMED', { detail: 'signed in without a session cookie' });
  const { answer } = await callLegacy(resumeSession, {}, { upstream: input.upstream, ip: input.ip });
  if (input.expected !== undefined && answer.username.toLowerCase() !== input.expected.toLowerCase()) {
    throw new AppError('LEGACY_MALFORMED', { detail: 'the exchange signed in somebody else' });
  }
  const session: AppSession = {
    userId: answer.userid,
    username: answer.username,
    mode: toMode(answer.is_cs),
    upstream: input.upstream,
    epoch: answer.epoch,
  };
  await createSession(session, { keepsPrevious: input.keepsPrevious ?? false });
  return session;
}
