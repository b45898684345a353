import 'server-only';
import type { Session } from '../../dto/session';
import { callLegacy } from '../../legacy/call-legacy';
import { walletLogin } from '../../protocol/sign-in';
import type { Mode } from '../../protocol/wire';
import { startSession } from '../../session/start-session';
import { toIsCs } from '../../protocol/fields';
import type { Caller } from '../upstream';
import { DEFAULT_IP } from './sign-in-wallet';
import { toSession } from './to-session';

/**
 * Switches between the real and the demo account: the login call again with `is_cs` flipped. A refusal changes nothing.
 *
 * Our exchange gives a second token and leaves the first where it was, so the old cookie still tells the truth and stays good: requests
 * under way end well, and a browser that lost the answer is not signed out. Another backend may move the session itself; there the old
 * cookie would name the wrong account, and ends.
 */
export async function switchMode({ session, ip }: Caller, { mode }: { mode: Mode }): Promise<Session> {
  const fields = { username: session.username, ip: ip ?? DEFAULT_IP, is_cs: toIsCs(mode) };
  const { setCookie } = await callLegacy(walletLogin, fields, { upstream: session.upstream, ip });
  const upstream = setCookie ?? session.upstream;
  const keepsPrevious = upstream !== session.upstream || session.mode === mode;
  return toSession(await startSession({ upstream, ip: ip ?? null, expected: session.username, keepsPrevious }));
}
