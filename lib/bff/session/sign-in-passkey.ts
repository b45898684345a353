import 'server-only';
import { syncLanguage } from './sync-language';
import type { Session } from '../../dto/session';
import { callLegacy } from '../../legacy/call-legacy';
import { toIsCs } from '../../protocol/fields';
import { passkeyLogin } from '../../protocol/security';
import { rememberDevice } from '../../session/device';
import { startSession } from '../../session/start-session';
import { readClient } from './client-fields';
import { FIRST_MODE } from './sign-in-password';
import { toSession } from './to-session';

/** Signs in by passkey, on the demo account. Whose it is shows afterwards: of a browser that was signed in on before the exchange knows whether they were. @throws PASSKEY_WRONG */
export async function signInByPasskey({ response }: { response: string }, ip: string | null): Promise<Session> {
  const { device, isNew, fields: client } = await readClient('');
  const fields = { response, ip: ip ?? undefined, is_cs: toIsCs(FIRST_MODE), ...client, device: isNew ? undefined : device.id };
  const { setCookie } = await callLegacy(passkeyLogin, fields, { ip });
  const session = await startSession({ upstream: setCookie, ip });
  await syncLanguage(session);
  await rememberDevice(device, [session.username]);
  return toSession(session);
}
