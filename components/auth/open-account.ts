import type { InputOf } from '@/lib/api/define';
import * as signInApi from '@/lib/api/sign-in';
import { ApiError, sendApi } from '@/lib/query/api-client';

type Registration = InputOf<typeof signInApi.register>;
/** `created`: the account is there, and the sign-in that follows by itself failed. */
export type Opened = 'signed-in' | 'created';

/** What is refused when the same registration is sent again after its account was opened. */
const OPENED_BEFORE: ReadonlySet<string> = new Set(['MAIL_CODE_WRONG', 'USERNAME_TAKEN', 'EMAIL_TAKEN']);

/**
 * Returns what opens an account and signs in. After an answer that got lost, signing in tells whether the account is there: its password is asked for, so
 * that nobody learns more than the sign-in tells. It remembers one form: while the outcome of an earlier press is open, a refusal is looked into as well.
 * The promise rejects with what the registration was refused with. @throws ApiError
 */
export function createAccountOpening(): (input: Registration) => Promise<Opened> {
  const unanswered = new Set<string>();
  return async (input) => {
    const signIn = () => sendApi(signInApi.signInPassword, { username: input.username, password: input.password });
    try {
      await sendApi(signInApi.register, input);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.isOutcomeUnknown) unanswered.add(input.username);
      else if (!unanswered.has(input.username) || !OPENED_BEFORE.has(error.code)) throw error;
      return signIn().then(
        () => 'signed-in',
        () => Promise.reject(error),
      );
    }
    return signIn().then(
      () => 'signed-in',
      () => 'created',
    );
  };
}
