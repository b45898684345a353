import 'server-only';
import * as api from '../../api/session';
import * as signInApi from '../../api/sign-in';
import * as dto from '../../dto/session';
import { passkeyOptionsSchema, passkeySignInInputSchema } from '../../dto/security';
import { doneSchema, nothing } from '../../dto/shared';
import { getEnv } from '../../env';
import { AppError } from '../../errors/app-error';
import { passkeyOptions as passkeyOptionsCall } from '../../protocol/security';
import { checkRate } from '../../security/callers';
import { readSignInOrigin } from '../../security/origin';
import { readActiveSession } from '../../session/session';
import { serve } from '../operation';
import { callPublic } from '../upstream';
import { signInByPasskey } from './sign-in-passkey';
import { keepPreferences } from './keep-preferences';
import { markWalletFound } from './mark-wallet-found';
import { getChallenge, register as openAccount, sendMailCode } from './register';
import { signInByPassword } from './sign-in-password';
import { createWalletMessage, signInByWallet } from './sign-in-wallet';
import { signOut as endSession } from './sign-out';
import { switchMode as changeMode } from './switch-mode';
import { toSession } from './to-session';

/** A sign-in names the address under which it was opened. */
function originOf(request: Request | null): string {
  if (request === null) throw new AppError('SIGN_IN_ADDRESS_REFUSED', { detail: 'no request' });
  return readSignInOrigin(request, getEnv().publicOrigin);
}

export const session = serve(api.session, {
  input: nothing,
  output: dto.sessionSchema,
  summary: 'Who is signed in',
  run: async ({ session: current, ip }) => {
    // Without a cookie nobody is asked.
    if (current !== null) checkRate({ rateClass: 'standing', session: current, ip });
    return toSession(await readActiveSession());
  },
});

export const signInPassword = serve(signInApi.signInPassword, {
  input: dto.passwordSignInInputSchema,
  output: dto.sessionSchema,
  rate: 'signIn',
  summary: 'Sign in by password',
  run: ({ input, ip }) => signInByPassword(input, ip),
});

export const passkeyOptions = serve(signInApi.passkeyOptions, {
  input: nothing,
  output: passkeyOptionsSchema,
  rate: 'signIn',
  summary: 'What a browser signs in by with a passkey',
  run: () => callPublic(passkeyOptionsCall, {}),
});

export const signInPasskey = serve(signInApi.signInPasskey, {
  input: passkeySignInInputSchema,
  output: dto.sessionSchema,
  rate: 'signIn',
  summary: 'Sign in by passkey',
  run: ({ input, ip }) => signInByPasskey(input, ip),
});

export const walletMessage = serve(signInApi.walletMessage, {
  input: dto.walletMessageInputSchema,
  output: dto.walletMessageSchema,
  rate: 'signIn',
  summary: 'The message a wallet signs',
  run: async ({ input, request }) => createWalletMessage(input, originOf(request)),
});

export const signInWallet = serve(signInApi.signInWallet, {
  input: dto.walletSignInInputSchema,
  output: dto.sessionSchema,
  rate: 'signIn',
  summary: 'Sign in by wallet signature',
  run: async ({ input, ip, request }) => signInByWallet(input, { origin: originOf(request), ip }),
});

export const switchMode = serve(api.switchMode, {
  input: dto.modeInputSchema,
  output: dto.sessionSchema,
  summary: 'Switch between real and demo',
  run: ({ input, session: current, ip }) => changeMode({ session: current, ip }, input),
});

export const signOut = serve(api.signOut, {
  input: nothing,
  output: doneSchema,
  summary: 'Sign out',
  run: ({ session: current, ip }) => endSession({ session: current, ip }),
});

export const walletFound = serve(signInApi.walletFound, {
  input: nothing,
  output: doneSchema,
  summary: 'A wallet was found in this browser',
  run: markWalletFound,
});

export const preferences = serve(api.preferences, {
  input: dto.preferencesInputSchema,
  output: doneSchema,
  summary: 'Keep language, theme and trend colours',
  run: ({ input }) => keepPreferences(input),
});

export const challenge = serve(signInApi.challenge, {
  input: nothing,
  output: dto.challengeSchema,
  rate: 'signIn',
  summary: 'Proof of work before a registration or a mail',
  run: ({ ip }) => getChallenge(ip),
});

export const mailCode = serve(signInApi.mailCode, {
  input: dto.mailCodeInputSchema,
  output: doneSchema,
  rate: 'mail',
  summary: 'Mail a verification code',
  run: ({ input, ip }) => sendMailCode(input, ip),
});

export const register = serve(signInApi.register, {
  input: dto.registerInputSchema,
  output: doneSchema,
  rate: 'signIn',
  summary: 'Open an account',
  run: ({ input, ip }) => openAccount(input, ip),
});
