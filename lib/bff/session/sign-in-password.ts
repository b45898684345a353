import 'server-only';
import type { z } from 'zod';
import type { passwordSignInInputSchema, Session } from '../../dto/session';
import { callLegacy } from '../../legacy/call-legacy';
import { passwordLogin } from '../../protocol/sign-in';
import { startSession } from '../../session/start-session';
import { toIsCs } from '../../protocol/fields';
import { toSession } from './to-session';

/** Everyone begins on the demo account and changes to the real one knowingly. */
export const FIRST_MODE = 'demo';

/** Signs in by password, on the demo account. @throws LOGIN_FAILED, LOGIN_LOCKED, TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG */
export async function signInByPassword(input: z.infer<typeof passwordSignInInputSchema>, ip: string | null): Promise<Session> {
  const fields = { username: input.username, password: input.password, code: input.code, ip: ip ?? undefined, is_cs: toIsCs(FIRST_MODE) };
  const { setCookie } = await callLegacy(passwordLogin, fields, { ip });
  return toSession(await startSession({ upstream: setCookie, ip }));
}
