import 'server-only';
import { syncLanguage } from './sync-language';
import type { z } from 'zod';
import type { passwordSignInInputSchema, Session } from '../../dto/session';
import { callLegacy } from '../../legacy/call-legacy';
import { passwordLogin } from '../../protocol/sign-in';
import { rememberDevice } from '../../session/device';
import { startSession } from '../../session/start-session';
import { toIsCs } from '../../protocol/fields';
import { readClient } from './client-fields';
import { checkProof } from './register';
import { toSession } from './to-session';

/** Everyone begins on the demo account and changes to the real one knowingly. */
export const FIRST_MODE = 'demo';

/**
 * Signs in by password, on the demo account. A browser on which this name was signed in with before is counted apart from those that guess.
 * @throws LOGIN_FAILED, LOGIN_WAIT, LOGIN_PROOF_REQUIRED, SIGN_IN_BUSY, LOGIN_LOCKED, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG
 */
export async function signInByPassword(input: z.infer<typeof passwordSignInInputSchema>, ip: string | null): Promise<Session> {
  const { device, fields: client } = await readClient(input.username);
  const fields = {
    username: input.username,
    password: input.password,
    code: input.code,
    ip: ip ?? undefined,
    is_cs: toIsCs(FIRST_MODE),
    ...client,
    verify: input.proof === undefined ? undefined : checkProof(input.proof),
  };
  const { setCookie } = await callLegacy(passwordLogin, fields, { ip });
  const session = await startSession({ upstream: setCookie, ip });
  await syncLanguage(session);
  await rememberDevice(device, [session.username, input.username]);
  return toSession(session);
}
