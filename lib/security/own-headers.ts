import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { subscribe } from 'node:diagnostics_channel';
import { PEER_HEADER } from './client-ip';
import { fileCsp, HSTS } from './csp';
import { joinServer } from './direct-reads';
import { ANSWER_HEADER, pageLimiter } from './page-limiter';

/** Headers by which the parts of this server speak to each other; from outside they are lies. */
const INTERNAL = /^x-(candor|middleware|nextjs-rewritten|invoke|matched)-|^x-nonce$|^x-middleware$/;
/** Tells the handler that answers for what has none which method was asked with. */
export const METHOD_HEADER = 'x-candor-method';
/** Marks a request of the router in the browser, whose own marks the framework hides from pages. */
export const ROUTER_HEADER = 'x-candor-router';
/** Under this address the API answers for whatever it has not; a request that is refused before any router is answered there. */
const REFUSED_PATH = '/api/refused';

type Headers = Record<string, string | string[] | undefined>;

/** Removes internal headers that a client sent, and notes the address of the connection and whether the router asks. */
export function cleanHeaders(headers: Headers, remoteAddress: string | undefined): void {
  for (const name of Object.keys(headers)) if (INTERNAL.test(name)) delete headers[name];
  if (remoteAddress !== undefined) headers[PEER_HEADER] = remoteAddress;
  if (headers.rsc !== undefined) headers[ROUTER_HEADER] = '1';
}

/** Whether a path belongs to the API, as the router spells it. */
export function isApiPath(path: string): boolean {
  return path === '/api' || path.startsWith('/api/');
}

/** Returns the methods that an address may have at all. */
export function methodsOf(path: string): readonly string[] {
  return isApiPath(path) ? ['GET', 'HEAD', 'OPTIONS', 'POST'] : ['GET', 'HEAD'];
}

/** The framework ends with a fault of its own over a path that can't be decoded. */
function isBroken(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/** The framework's image optimizer: nothing here is optimized, and its refusal is a page. */
const OPTIMIZER = /^\/+_next\/+image(?![\w-])/;

/**
 * Sends a request that nothing here answers to the handler that says so: the framework's own request object throws for TRACE, its pages
 * answer any other method as they answer GET.
 */
export function refuseEarly(request: { method?: string | undefined; url?: string | undefined; headers: Headers }): void {
  const { method = '' } = request;
  const path = (request.url ?? '').split('?')[0] ?? '';
  const hasMethod = methodsOf(path).includes(method);
  if (hasMethod && !OPTIMIZER.test(path) && !(isApiPath(path) && isBroken(path))) return;
  if (!hasMethod) request.headers[METHOD_HEADER] = `${method} ${isApiPath(path) ? 'api' : 'page'}`;
  request.method = 'GET';
  request.url = REFUSED_PATH;
}

/**
 * Sets what every answer carries, whoever writes it: also the framework's own refusals and what is not found. Pages replace the policy by
 * theirs. What the API answers is kept by nobody unless its handler says so. A refused method is told which one is taken: of GET and POST, an endpoint has the other one.
 */
function prepareAnswer(request: IncomingMessage, response: ServerResponse, { isHttps }: { isHttps: boolean }): void {
  response.setHeader('Content-Security-Policy', fileCsp((request.url ?? '').split('?')[0] ?? ''));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (isHttps) response.setHeader('Strict-Transport-Security', HSTS);
  if (!isApiPath(request.url ?? '')) return;
  const { method } = request;
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = (...args: unknown[]) => {
    // The framework leaves out what a handler says of a header that stands here already, so this comes last.
    if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
    if (args[0] === 405 && !response.hasHeader('Allow'))
      response.setHeader('Allow', method === 'POST' ? 'GET, HEAD, OPTIONS' : 'OPTIONS, POST');
    return writeHead(...args);
  };
}

const slot = Symbol.for('candor.own-headers');

/** Watches every request to an HTTP server of this process, before anything else reads it. Once per process. */
export function watchRequests(settings: { isHttps: boolean }): void {
  const holder = globalThis as { [slot]?: true };
  if (holder[slot]) return;
  holder[slot] = true;
  subscribe('http.server.request.start', (message) => {
    const { request, response, server } = message as { request: IncomingMessage; response: ServerResponse; server: Server };
    joinServer(server);
    cleanHeaders(request.headers, request.socket.remoteAddress);
    request.headers[ANSWER_HEADER] = pageLimiter().note(response);
    refuseEarly(request);
    prepareAnswer(request, response, settings);
  });
}
