import 'server-only';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { getEnv } from '../env';
import { toResponse } from '../errors/to-response';
import { STANDARD_HEADERS } from '../security/standard-headers.mjs';
import { findOperation } from './dispatch';
import { handle } from './handle';
import { logFailure } from './log-failure';
import type { Operation } from './operation';
import * as session from './session/session.endpoints';

const zip = promisify(gzip);
/** Shorter answers don't get shorter by compressing; the framework's own bound. */
const COMPRESSED_MIN = 1_024;
const TAKES_GZIP = /(?:^|[ ,])gzip(?! *; *q=0(?:[.]0*)?(?: |,|$))/;
/** Whatever is spelled otherwise is the framework's, which knows what to make of it. */
const PLAIN_PATH = /^\/api(?:\/[\w-]+)+$/;

/** Operations that read or set cookies of their own. The framework's store of them stands only where the framework handles a request. */
const WITH_COOKIES: ReadonlySet<unknown> = new Set(Object.values(session));

/** Whether an operation can be answered without the framework. The rate of sign-ins is counted by a device's cookie. */
export function isDirect(operation: Operation): boolean {
  return operation.method === 'GET' && operation.rate !== 'signIn' && !WITH_COOKIES.has(operation);
}

function find({ method, url = '', headers }: IncomingMessage): Found | null {
  const [path = ''] = url.split('?', 1);
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  if (method !== 'GET' || hasBody || !PLAIN_PATH.test(path) || getEnv().console !== null) return null;
  const found = findOperation(path.split('/').slice(2), method);
  if (found?.operation === undefined || !isDirect(found.operation)) return null;
  return { operation: found.operation, params: found.params };
}

/**
 * Answers a read by the handler that the route hands it to, without the framework's way to the route, which costs more than the read. Says
 * false where the framework has to answer.
 */
export function answerDirectly(request: IncomingMessage, response: ServerResponse): boolean {
  const found = find(request);
  if (found === null) return false;
  answer(found, request, response).catch((error: unknown) => fail(error, { found, request, response }));
  return true;
}

/** The handler turns every failure into an answer; what is left is what can't be asked or sent. */
function fail(error: unknown, { found, request, response }: { found: Found; request: IncomingMessage; response: ServerResponse }): void {
  const requestId = randomUUID();
  logFailure({ requestId, where: `GET ${found.operation.path}`, error });
  if (response.headersSent) response.destroy();
  else send(request, response, toResponse(error, requestId)).catch(() => response.destroy());
}

type Found = { operation: Operation; params: Record<string, string> };

async function answer({ operation, params }: Found, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const left = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  await send(request, response, await handle(operation, toRequest(request, left.signal), params));
}

/** Its host is not looked at: the header is, where one is needed. */
function toRequest({ url, headers }: IncomingMessage, signal: AbortSignal): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, String(value));
  return new Request(`http://localhost${url}`, { headers: sent, signal });
}

async function send(request: IncomingMessage, response: ServerResponse, answered: Response): Promise<void> {
  const text = await answered.text();
  response.statusCode = answered.status;
  for (const { key, value } of STANDARD_HEADERS) response.setHeader(key, value);
  answered.headers.forEach((value, name) => {
    response.setHeader(name, value);
  });
  response.appendHeader('Vary', 'Accept-Encoding');
  if (answered.body === null) return void response.end();
  const plain = Buffer.from(text);
  const isZipped = plain.byteLength >= COMPRESSED_MIN && TAKES_GZIP.test(String(request.headers['accept-encoding'] ?? ''));
  if (isZipped) response.setHeader('Content-Encoding', 'gzip');
  const body = isZipped ? await zip(plain) : plain;
  response.setHeader('Content-Length', body.byteLength);
  response.end(body);
}
