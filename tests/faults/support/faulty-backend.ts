import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Exchange = { request: IncomingMessage; response: ServerResponse; path: string; form: string };
type Fault = (exchange: Exchange) => void;

const GOOD = '{"status":1,"info":{"id":"1"},"url":""}';
const send = (status: number, body: string | Buffer, headers: Record<string, string> = {}): Fault => {
  return ({ response }) => void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
};
const raw = (bytes: string): Fault => {
  return ({ request }) => void request.socket.end(bytes);
};

/** What a line does to an answer: none of these may ever be taken for one. */
export const LINE_FAULTS: Record<string, Fault> = {
  'never answers': () => undefined,
  'drips without an end': ({ request, response }) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 5);
    request.socket.once('close', () => clearInterval(timer));
  },
  resets: ({ request }) => void request.socket.resetAndDestroy(),
  'half-closes': ({ request }) => void request.socket.end(),
  'resets within the answer': ({ request, response }) => {
    response.writeHead(200, { 'content-length': '5000' }).write(GOOD, () => request.socket.resetAndDestroy());
  },
  'half-closes within the answer': ({ request, response }) => {
    response.writeHead(200, { 'content-length': '5000' }).write(GOOD, () => request.socket.end());
  },
  'breaks off a chunked answer': raw(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${GOOD.length.toString(16)}\r\n${GOOD}\r\n`),
  'speaks no HTTP': raw('220 mail.example ESMTP\r\n'),
  'sends a head without an end': raw(`HTTP/1.1 200 OK\r\nx-a: ${'a'.repeat(100_000)}`),
  'truncates its JSON': send(200, GOOD.slice(0, -8)),
  'sends nothing': send(200, ''),
  'sends HTML with 200': send(200, '<!doctype html><title>Login</title>', { 'content-type': 'text/html' }),
  'sends HTML with 500': send(500, '<html>Fatal error: Uncaught PDOException</html>', { 'content-type': 'text/html' }),
  'sends HTML with 502': send(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' }),
  'sends HTML with 504': send(504, '<html>Gateway time-out</html>', { 'content-type': 'text/html' }),
  'fails in an envelope with 500': send(500, '{"status":0,"info":"SQLSTATE[HY000] server has gone away","url":""}'),
  redirects: send(302, '', { location: 'http://127.0.0.1:1/elsewhere' }),
  'says 204': send(204, ''),
  'sends bytes that are no text': send(200, Buffer.from([0xff, 0xfe, 0x00, 0x80, 0xc3])),
  'sends compressed bytes that nobody asked for': send(200, Buffer.from([0x1f, 0x8b, 8, 0, 0]), { 'content-encoding': 'gzip' }),
  'sends 5 MB': send(200, `{"status":1,"info":"${'x'.repeat(5 * 1024 * 1024)}"}`),
  'nests without an end': send(200, '['.repeat(200_000)),
};

const TYPES = [
  'null',
  'true',
  'false',
  '0',
  '-1',
  '1e400',
  '""',
  '"x"',
  '{}',
  '[null]',
  '[[[]]]',
  '[{"id":{}}]',
  '{"__proto__":{"a":1}}',
  '{"id":[1]}',
];

/** Envelopes of success around data of another type, and envelopes that are none. */
export const TYPE_FAULTS: Record<string, Fault> = Object.fromEntries([
  ...TYPES.map((type) => [`sends ${type} as data`, send(200, `{"status":1,"info":${type},"url":${type}}`)] as const),
  ...TYPES.map((type) => [`sends ${type} as its whole answer`, send(200, type)] as const),
  ...TYPES.map((type) => [`sends ${type} as status`, send(200, `{"status":${type},"info":{"id":"1"},"url":""}`)] as const),
]);

export type FaultyBackend = {
  baseUrl: string;
  /** Answers every call. */
  answer: Fault;
  /** Calls that came, as method and path. */
  seen: string[];
  close(): Promise<void>;
};

/** Starts a backend whose every answer a test decides. */
export async function startFaultyBackend(): Promise<FaultyBackend> {
  const server = createServer(async (request, response) => {
    let form = '';
    try {
      for await (const chunk of request) form += chunk;
    } catch {
      // The caller went away in the middle of its request: there is nobody to answer.
      return;
    }
    const path = request.url ?? '';
    backend.seen.push(`${request.method} ${path.split('?')[0]}`);
    backend.answer({ request, response, path, form: form || (path.split('?')[1] ?? '') });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const backend: FaultyBackend = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    answer: send(200, GOOD),
    seen: [],
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return backend;
}
