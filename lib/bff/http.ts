import 'server-only';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { getEnv } from '../env';
import { AppError, isSessionLoss } from '../errors/app-error';
import { toResponse } from '../errors/to-response';
import { ERRORS } from '../protocol/errors';
import { checkOrigin } from '../security/origin';
import { checkRate, readIp } from '../security/callers';
import { readJson, readQuery } from '../security/read-json';
import { readDevice } from '../session/device';
import type { AppSession } from '../session/options';
import { readSession } from '../session/session';
import { checkShown } from './check-shown';
import { type Access, type Endpoint, shownBy } from './define-endpoint';
import { logFailure } from './log-failure';

export type RunContext<A extends Access, I> = {
  input: I;
  session: A extends 'member' ? AppSession : A extends 'visitor' ? AppSession | null : null;
  ip: string | null;
  signal: AbortSignal;
  request: Request;
};
type RouteHandler = (request: Request, context: { params: Promise<Record<string, string | string[] | undefined>> }) => Promise<Response>;

/** Our own `field` names are short; a hostile key is not repeated at length. */
const FIELD_LENGTH_MAX = 64;

/** Returns what the schema makes of a value. @throws REQUEST_INVALID with the field */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const name = issue?.code === 'unrecognized_keys' ? issue.keys[0] : issue?.path.join('.');
  const field = name === undefined || name === '' ? undefined : name.slice(0, FIELD_LENGTH_MAX);
  throw new AppError('REQUEST_INVALID', { detail: issue?.message ?? '', ...(field === undefined ? {} : { field }) });
}

/** One answer object that many callers share is checked and written once. */
const written = new WeakMap<object, string>();
function write<O extends z.ZodType>(output: O, answer: z.infer<O>): string {
  const key = answer as object;
  const known = written.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(output.parse(answer));
  written.set(key, text);
  return text;
}

async function readInput(endpoint: Endpoint, request: Request, params: Record<string, unknown>): Promise<unknown> {
  const query = readQuery(new URL(request.url).searchParams);
  if (endpoint.method === 'GET') return { ...query, ...params };
  if (Object.keys(query).length > 0)
    throw new AppError('REQUEST_INVALID', { field: Object.keys(query)[0]?.slice(0, FIELD_LENGTH_MAX) ?? '' });
  return readJson(request);
}

/**
 * Returns the route handler of an endpoint. Nothing that a handler could forget is left to it: origin of writes, rate, session, the
 * account that the screen showed, input schema, output schema, one shape of errors, end of a session that the exchange no longer knows.
 */
export function handle<A extends Access, I extends z.ZodType, O extends z.ZodType>(
  endpoint: Endpoint<A, I, O>,
  run: (context: RunContext<A, z.infer<I>>) => Promise<z.infer<O>>,
): RouteHandler {
  return async (request, context) => {
    const requestId = randomUUID();
    let session: AppSession | null = null;
    try {
      if (endpoint.method === 'POST') checkOrigin(request, getEnv().publicOrigin);
      const ip = readIp(request);
      if (endpoint.access !== 'public') session = await readSession();
      checkRate({ rateClass: endpoint.rate, session, ip, device: endpoint.rate === 'signIn' ? await readDevice() : null });
      if (endpoint.access === 'member' && session === null) throw new AppError('SESSION_REQUIRED');
      const shown = shownBy(endpoint as Endpoint);
      if (session !== null && shown !== null) checkShown(request, session, shown);
      const input = parseInput(endpoint.input, await readInput(endpoint, request, await context.params));
      const answer = await run({ input, session: session as RunContext<A, unknown>['session'], ip, signal: request.signal, request });
      const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', 'X-Request-Id': requestId };
      return new Response(write(endpoint.output, answer), { headers });
    } catch (error) {
      return refuse({ error, requestId, endpoint, hadSession: session !== null });
    }
  };
}

async function refuse(input: { error: unknown; requestId: string; endpoint: Endpoint; hadSession: boolean }): Promise<Response> {
  const { error, requestId, endpoint, hadSession } = input;
  const status = error instanceof AppError ? ERRORS[error.code].status : 500;
  if (status >= 500) logFailure({ requestId, where: `${endpoint.method} ${endpoint.path}`, error });
  if (!isSessionLoss(error)) return toResponse(error, requestId);
  if (!hadSession) return toResponse(error, requestId);
  // The cookie stays: by now the browser may have signed in anew. The page asks who it is, and leaves where it is nobody.
  return toResponse(new AppError('SESSION_EXPIRED', { cause: error }), requestId);
}
