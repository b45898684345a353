import 'server-only';
import { callLegacy } from '../legacy/call-legacy';
import type { AnswerOf, Call, RequestOf } from '../protocol/define-call';
import type { AppSession } from '../session/options';
import { createSession } from '../session/session';
import { pageSignal } from './page-budget';

/** Who asks: the user's session, the address of their device where it is known, when they stopped waiting, and the picture that goes along. */
export type Caller = { session: AppSession; ip?: string | null; signal?: AbortSignal; file?: Uint8Array };

/** Returns the data of a call made in the name of the signed-in user. */
export async function callAs<C extends Call>(caller: Caller, call: C, fields: RequestOf<C>): Promise<AnswerOf<C>> {
  const { answer } = await callLegacy(call, fields, {
    upstream: caller.session.upstream,
    ip: caller.ip,
    signal: caller.signal ?? pageSignal(),
    file: caller.file,
  });
  return answer;
}

/**
 * The same for a call that changes what protects the account: the exchange goes on with this device under another token, which the cookie seals from
 * then on. The one before lasts some seconds more, for what is under way; the exchange ends it. Only in handlers.
 */
export async function callRenewing<C extends Call>(caller: Caller, call: C, fields: RequestOf<C>): Promise<AnswerOf<C>> {
  const { session, ip } = caller;
  const { answer, setCookie } = await callLegacy(call, fields, { upstream: session.upstream, ip, takesToken: true });
  if (setCookie !== null)
    await createSession({ ...session, upstream: replaceCookies(session.upstream, setCookie) }, { keepsPrevious: true });
  return answer;
}

/** Returns Cookie header values as they are after an answer: what it doesn't name stays. */
function replaceCookies(before: string, given: string): string {
  const pairs = [before, given].flatMap((text) => text.split('; ')).map((pair) => [pair.slice(0, pair.indexOf('=')), pair] as const);
  return [...new Map(pairs).values()].join('; ');
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
