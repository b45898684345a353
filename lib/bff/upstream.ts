import 'server-only';
import { isSessionLoss } from '../errors/app-error';
import { callLegacy } from '../legacy/call-legacy';
import type { AnswerOf, Call, RequestOf } from '../protocol/define-call';
import type { AppSession } from '../session/options';
import { forgetStanding } from '../session/standing';
import { pageSignal } from './page-budget';

/** Who asks: the user's session, the address of their device where it is known, when they stopped waiting, and the picture that goes along. */
export type Caller = { session: AppSession; ip?: string | null; signal?: AbortSignal; file?: Uint8Array };

/** Returns the data of a call made in the name of the signed-in user. */
export async function callAs<C extends Call>(caller: Caller, call: C, fields: RequestOf<C>): Promise<AnswerOf<C>> {
  try {
    const { answer } = await callLegacy(call, fields, {
      upstream: caller.session.upstream,
      ip: caller.ip,
      signal: caller.signal ?? pageSignal(),
      file: caller.file,
    });
    return answer;
  } catch (error) {
    if (isSessionLoss(error)) forgetStanding(caller.session);
    throw error;
  }
}

/** Returns the data of a call that needs nobody to be signed in. */
export async function callPublic<C extends Call>(call: C, fields: RequestOf<C>): Promise<AnswerOf<C>> {
  const { answer } = await callLegacy(call, fields);
  return answer;
}

/** ISO 8601 text of ms since 1970. */
export function toIso(ms: number): string {
  return new Date(ms).toISOString();
}

/** The same where there may be no time. */
export function toIsoOrNull(ms: number | null): string | null {
  return ms === null ? null : toIso(ms);
}
