import 'server-only';
import type { z } from 'zod';
import type { Challenge, mailCodeInputSchema, registerInputSchema } from '../../dto/session';
import { AppError } from '../../errors/app-error';
import { callLegacy } from '../../legacy/call-legacy';
import { challenge, mailCode, register as registerCall } from '../../protocol/sign-in';
import { keepCodeRequester, readCodeRequester } from './code-requester';

/** Returns a proof-of-work challenge; each is good for one registration or one mail. */
export async function getChallenge(ip: string | null): Promise<Challenge> {
  const { answer } = await callLegacy(challenge, {}, { ip });
  return { id: answer.id, salt: answer.salt, bits: answer.bits };
}

/** Proofs have one form; anything else can't be one. @throws CHALLENGE_FAILED */
export function checkProof(proof: string): string {
  if (!/^[A-Za-z0-9_-]+\.[0-9]{1,16}$/.test(proof)) throw new AppError('CHALLENGE_FAILED', { field: 'proof' });
  return proof;
}

/** Has a code mailed for a registration, good in this browser alone. @throws EMAIL_INVALID, CHALLENGE_FAILED, RATE_LIMITED */
export async function sendMailCode(input: z.infer<typeof mailCodeInputSchema>, ip: string | null): Promise<{ done: true }> {
  const verify = checkProof(input.proof);
  const fields = { email: input.email, purpose: 'register' as const, verify, browser: await keepCodeRequester(), lang: input.locale };
  await callLegacy(mailCode, fields, { ip });
  return { done: true };
}

/** Opens an account; it does not sign in. @throws the codes of call 4 */
export async function register(input: z.infer<typeof registerInputSchema>, ip: string | null): Promise<{ done: true }> {
  const invite = input.invite === undefined || input.invite === '' ? undefined : input.invite.toUpperCase();
  if (invite !== undefined && !/^[A-Z0-9]{6,12}$/.test(invite)) throw new AppError('REFERRAL_UNKNOWN', { field: 'invite' });
  if (input.password === '') throw new AppError('PASSWORD_WEAK', { field: 'password' });
  if (input.passwordAgain !== input.password) throw new AppError('PASSWORD_MISMATCH', { field: 'passwordAgain' });
  const fields = {
    username: input.username,
    email: input.email,
    password: input.password,
    repassword: input.passwordAgain,
    mailcode: input.code,
    verify: checkProof(input.proof),
    invit: invite,
    browser: await readCodeRequester(),
  };
  await callLegacy(registerCall, fields, { ip });
  return { done: true };
}
