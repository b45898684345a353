import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sourceOf } from '../../lib/rate-limits/address-source';
import { type BucketRule, createTokenBuckets, type TokenBuckets } from '../../lib/rate-limits/token-buckets';
import { CATALOGUE } from '../../lib/protocol/catalogue';
import { type Call, TAKES_TOKEN_HEADER } from '../../lib/protocol/define-call';
import type { Actor } from '../platform/actor';
import { DeadlineExceeded } from '../platform/db';
import { DomainError } from '../platform/domain-error';
import { type Clock, monotonicNow } from '../platform/clock';
import type { Logger } from '../platform/logger';
import type { Metrics } from '../platform/metrics';
import { hasBffKey, readClientIp, readSessionToken, writeSessionCookie } from './caller';
import { type Envelope, toRefusal, writeAnswer, writeRefusal } from './envelope';
import { parseForm } from './form';
import { createRefusals, type OnUnlisted, type RefusedCall, type Refusals } from './refusals';
import { type CallContext, type CallSession, handle, type RegisteredCall } from './register-call';
import { type Upload, withUpload } from './multipart';
import { createRouteTable, type RouteTable } from './route-table';

/** The largest form of the table is a few hundred bytes; loan agreements a few thousand. */
const BODY_BYTES_MAX = 64 * 1024;
const BASE = '/api';
/** Generous for people and their open tabs, tight for a loop. */
const SOURCE_RATE: BucketRule = { perSecond: 50, burst: 200 };
const USER_RATE: BucketRule = { perSecond: 30, burst: 120 };

export type ServerOptions = {
  calls: readonly RegisteredCall[];
  bffKey: string;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  /** Returns the session of a token, null when it has ended. */
  authenticate(token: string, how?: { isUse: boolean }): Promise<CallSession | null>;
  isRateLimited?: boolean;
  onUnlisted?: OnUnlisted;
};

type Border = ServerOptions & {
  builtIds: ReadonlySet<string>;
  routes: RouteTable;
  sourceRate: TokenBuckets;
  userRate: TokenBuckets;
  refusals: Refusals;
};

/**
 * Returns the http border: every call of the catalogue, those without a handler answering FEATURE_NOT_OFFERED. Legacy paths always answer
 * HTTP 200 with the envelope. Further routes may be added to the instance before it listens.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const border: Border = {
    ...options,
    builtIds: new Set(options.calls.map(({ call }) => call.id)),
    routes: createRouteTable(withUnbuilt(options.calls)),
    sourceRate: createTokenBuckets(SOURCE_RATE),
    userRate: createTokenBuckets(USER_RATE),
    refusals: createRefusals(options),
  };
  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    requestTimeout: 30_000,
    forceCloseConnections: true,
    frameworkErrors: (_error, _request, reply) => {
      void send(reply, writeRefusal(new DomainError('REQUEST_INVALID')));
    },
  });
  app.removeAllContentTypeParsers();
  // A form with a file is read by who takes one, as it comes in.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, request, reply) => send(reply, refuseError(border, request, readFrameworkError(error))));
  app.all('/*', async (request, reply) => {
    const asked: RefusedCall = { id: null, ip: request.ip };
    return send(
      reply,
      await answer(border, { request, reply, asked }).catch((error: unknown) => refuseError(border, request, error, asked)),
    );
  });
  return app;
}

function withUnbuilt(calls: readonly RegisteredCall[]): RegisteredCall[] {
  const built = new Set(calls.map(({ call }) => call.id));
  const refuse = () => Promise.reject(new DomainError('FEATURE_NOT_OFFERED'));
  return [...calls, ...CATALOGUE.filter((call) => !built.has(call.id)).map((call) => handle(call, refuse))];
}

/** `asked` is told who asks for what as soon as that is known. */
type Asking = { request: FastifyRequest; reply: FastifyReply; asked: RefusedCall };

async function answer(border: Border, { request, reply, asked }: Asking): Promise<Envelope> {
  const arrivedAt = monotonicNow();
  const now = border.clock.now();
  const isBff = hasBffKey(request.headers, { key: border.bffKey, now });
  const ip = readClientIp(request.headers, isBff, request.ip);
  asked.ip = ip;
  // A key of another installation, or a clock that is minutes off: callers seem to be strangers then, and nobody would know why.
  if (!isBff && request.headers['x-bff-key'] !== undefined) border.refusals.note('BFF_KEY_REQUIRED', asked);
  const isLimited = border.isRateLimited !== false;
  if (isLimited && !isBff && !border.sourceRate.take(sourceOf(ip), now)) throw new DomainError('RATE_LIMITED');
  const [path = '', query = ''] = splitOnce(request.raw.url ?? '', '?');
  const match = path.startsWith(`${BASE}/`) ? border.routes.find(request.method, path.slice(BASE.length)) : null;
  if (match == null) throw new DomainError('NOT_FOUND');
  if (match === 'wrong-method') throw new DomainError('METHOD_REFUSED');
  const { call } = match.registered;
  asked.id = call.id;
  if (call.access === 'bff' && !isBff) throw new DomainError('BFF_KEY_REQUIRED');
  const token = readSessionToken(request.headers);
  const found = token == null ? null : await inTime(() => border.authenticate(token, { isUse: call.isPassive !== true }));
  const session = found && { ...found, takesToken: request.headers[TAKES_TOKEN_HEADER] === '1' };
  if (call.access === 'session' && session == null) throw new DomainError('SESSION_REQUIRED');
  // Without a client's address the backend-for-frontend asks for itself, and members are not counted by an address that they share.
  const isStranger = isBff && session == null && request.headers['x-client-ip'] != null;
  if (isLimited && isStranger && !border.sourceRate.take(sourceOf(ip), now)) throw new DomainError('RATE_LIMITED');
  if (isLimited && session != null && !border.userRate.take(session.userId, now)) throw new DomainError('RATE_LIMITED');
  if (!border.builtIds.has(call.id)) throw new DomainError('FEATURE_NOT_OFFERED');
  const context: CallContext = {
    session,
    actor: toActor(session, isBff),
    ip,
    isBff,
    arrivedAt,
    setSession: (next) => {
      reply.header('set-cookie', writeSessionCookie(next));
    },
  };
  const run = async (upload?: Upload) => {
    const input = readInput({ request, pathFields: match.pathFields, query, call, ...(upload && { upload }) });
    const given = upload === undefined ? context : { ...context, file: upload.file };
    const answered = () => match.registered.run(input, given).catch((error: unknown) => refuseListed(border, call, error));
    return writeAnswer(call, await (call.effect === 'read' ? inTime(answered) : answered()));
  };
  return call.encoding === 'multipart' ? withUpload(request, run) : run();
}

/** What a handler refuses with is what the catalogue says of its call. @throws what was given */
function refuseListed({ refusals }: Border, call: Call, error: unknown): never {
  if (error instanceof DomainError) refusals.noteUnlisted(call, error.code);
  throw error;
}

function toActor(session: CallSession | null, isBff: boolean): Actor | null {
  if (session === null) return isBff ? { kind: 'service', name: 'web' } : null;
  return { kind: 'user', userId: session.userId, proof: session.proof ?? { method: 'unknown', at: null } };
}

/** A database that doesn't answer in time is the reason of what only reads; a write says for itself what became of it. */
async function inTime<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw error instanceof DeadlineExceeded ? new DomainError('NOT_DONE_IN_TIME', { cause: error }) : error;
  }
}

type Given = { request: FastifyRequest; pathFields: Map<string, string>; query: string; call: Call; upload?: Upload };

function readInput({ request, pathFields, query, call, upload }: Given): unknown {
  const fields = upload?.fields ?? parseForm(request.method === 'GET' ? query : readBody(request));
  if (request.method === 'POST' && query !== '') throw new DomainError('REQUEST_INVALID', { detail: 'a POST has no query' });
  for (const [name, raw] of pathFields) {
    if (fields.has(name)) throw new DomainError('REQUEST_INVALID', { params: { field: name } });
    const value = parseForm(`${name}=${raw.replaceAll('+', '%2B').replaceAll('&', '%26')}`).get(name);
    if (value != null) fields.set(name, value);
  }
  const parsed = call.request.safeParse(Object.fromEntries(fields));
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new DomainError('REQUEST_INVALID', { params: { field } });
}

function readBody(request: FastifyRequest): string {
  const body = request.body ?? '';
  if (body === '') return '';
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') throw new DomainError('REQUEST_UNSUPPORTED');
  if (typeof body !== 'string') throw new DomainError('REQUEST_INVALID');
  return body;
}

function readFrameworkError(error: unknown): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new DomainError('REQUEST_TOO_LARGE');
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) return new DomainError('REQUEST_UNSUPPORTED');
  return error;
}

/** What is expected is noted where it is about rights or shape; anything else is logged with the request's id, which the answer carries too. */
function refuseError(border: Border, request: FastifyRequest, error: unknown, asked: RefusedCall = { id: null, ip: request.ip }): Envelope {
  const refusal = toRefusal(error);
  border.refusals.note(refusal.code, asked);
  if (refusal.code === 'INTERNAL') {
    border.log.error({ err: error, requestId: request.id, method: request.method, path: request.routeOptions.url }, 'a call failed');
    return { ...writeRefusal(refusal), request: request.id };
  }
  return writeRefusal(refusal);
}

function send(reply: FastifyReply, envelope: Envelope): FastifyReply {
  return reply
    .code(200)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(envelope));
}

function splitOnce(text: string, mark: string): [string, string] {
  const cut = text.indexOf(mark);
  return cut < 0 ? [text, ''] : [text.slice(0, cut), text.slice(cut + 1)];
}
