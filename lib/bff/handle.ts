import 'server-only';
import { randomUUID } from 'node:crypto';
import { shownBy } from '../api/define';
import { getEnv } from '../env';
import { AppError, isSessionLoss } from '../errors/app-error';
import { toResponse } from '../errors/to-response';
import { ERRORS } from '../protocol/errors';
import { checkRate, rateSourceOf, readIp } from '../security/callers';
import { checkOrigin } from '../security/origin';
import { readJson, readQuery } from '../security/read-json';
import { withUpload } from '../security/read-upload';
import { readDevice } from '../session/device';
import type { AppSession } from '../session/options';
import { readSessionOf } from '../session/session';
import { cacheHeaders, isHeld, type Written } from './cache-headers';
import { checkShown } from './check-shown';
import { logFailure } from './log-failure';
import { logRefusal } from './log-refusal';
import type { Operation } from './operation';
import { FIELD_LENGTH_MAX } from './parse-input';
import { isNumbered, withoutStrangeAnswers } from './strange-answer';

/** One answer object that many callers share is checked and written once. */
const written = new WeakMap<object, Written>();
function write(operation: Operation, answer: unknown): Written {
  const isShared = typeof answer === 'object' && answer !== null;
  const known = isShared ? written.get(answer) : undefined;
  if (known !== undefined) return known;
  const asked = { id: operation.id, isNumbered: isNumbered(operation) };
  const made = { text: JSON.stringify(withoutStrangeAnswers(asked, () => operation.output.parse(answer))) };
  if (isShared) written.set(answer, made);
  return made;
}

/** Answers with what was written, or says that whoever asks has it already. */
function respond(request: Request, { text }: Written, headers: Record<string, string>): Response {
  if (isHeld(request, headers.ETag)) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { 'Content-Type': 'application/json', ...headers } });
}

async function readInput({ method }: Operation, request: Request, params: Record<string, string>): Promise<unknown> {
  const query = readQuery(new URL(request.url).searchParams);
  if (method === 'GET') return { ...query, ...params };
  const [name] = Object.keys(query);
  if (name !== undefined) throw new AppError('REQUEST_INVALID', { field: name.slice(0, FIELD_LENGTH_MAX) });
  return readJson(request);
}

const takesUpload = (operation: Operation): boolean => operation.method === 'POST' && operation.upload === true;

/**
 * Answers a request to an endpoint; `params` are what its path says. Nothing that an operation could forget is left to it: origin of writes,
 * rate, session, the account that the screen showed, input schema, output schema, one shape of errors, end of a session that the exchange no
 * longer knows.
 */
export async function handle(operation: Operation, request: Request, params: Record<string, string> = {}): Promise<Response> {
  const requestId = randomUUID();
  let session: AppSession | null = null;
  try {
    if (operation.method === 'POST') checkOrigin(request, getEnv().publicOrigin);
    const ip = readIp(request);
    if (operation.access !== 'public') session = await readSessionOf(request);
    // What everybody may read so often is counted by networks; a member is one person.
    const rateClass = session !== null && operation.rate === 'public' ? 'read' : operation.rate;
    checkRate({ rateClass, session, ip, device: operation.rate === 'signIn' ? await readDevice() : null });
    if (operation.access === 'member' && session === null) throw new AppError('SESSION_REQUIRED');
    const shown = shownBy(operation);
    if (session !== null && shown !== null) checkShown(request, session, shown);
    const run = (input: unknown) => operation.run({ input, session, ip, signal: request.signal, request });
    const { kind, id } = rateSourceOf({ session, ip });
    const answer = takesUpload(operation)
      ? await withUpload(request, { source: { isMember: kind === 'user', id } }, run)
      : await run(await readInput(operation, request, params));
    const made = write(operation, answer);
    return respond(request, made, { ...cacheHeaders(operation, session, made), 'X-Request-Id': requestId });
  } catch (error) {
    if (error instanceof AppError) logRefusal({ where: `${operation.method} ${operation.path}`, code: error.code, ip: readIp(request) });
    return refuse({ error, requestId, operation, hadSession: session !== null });
  }
}

async function refuse(input: { error: unknown; requestId: string; operation: Operation; hadSession: boolean }): Promise<Response> {
  const { error, requestId, operation, hadSession } = input;
  const status = error instanceof AppError ? ERRORS[error.code].status : 500;
  if (status >= 500) logFailure({ requestId, where: `${operation.method} ${operation.path}`, error });
  if (!isSessionLoss(error)) return toResponse(error, requestId);
  if (!hadSession) return toResponse(error, requestId);
  // The cookie stays: by now the browser may have signed in anew. The page asks who it is, and leaves where it is nobody.
  return toResponse(new AppError('SESSION_EXPIRED', { cause: error }), requestId);
}
