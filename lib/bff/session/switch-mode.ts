import 'server-only';
import type { Session } from '../../dto/session';
import { callLegacy } from '../../legacy/call-legacy';
import { walletLogin } from '../../protocol/sign-in';
import type { Mode } from '../../protocol/wire';
import { startSession } from '../../session/start-session';
import { type Caller, toIsCs } from '../upstream';
import { DEFAULT_IP } from './sign-in-wallet';
import { toSession } from './to-session';

/** Switches between the real and the demo account: the login call again with `is_cs` flipped. A refusal changes nothing. */
export async function switchMode({ session, ip }: Caller, { mode }: { mode: Mode }): Promise<Session> {
  const fields = { username: session.username, ip: ip ?? DEFAULT_IP, is_cs: toIsCs(mode) };
  const { setCookie } = await callLegacy(walletLogin, fields, { upstream: session.upstream, ip });
  return toSession(await startSession({ upstream: setCookie ?? session.upstream, ip: ip ?? null, expected: session.username }));
}
