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
  'nests 100,000 lists as data': send(200, `{"status":1,"info":${'['.repeat(100_000)}1.5${']'.repeat(100_000)},"url":""}`),
  'announces fewer bytes than it sends': raw(`HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n${GOOD}`),
  'sends two answers in a row': send(200, `{"status":0,"info":"no","url":""}${GOOD}`),
  'names its status twice': send(200, '{"status":0,"status":1,"status":2,"info":{},"url":""}'),
  'dies behind its answer': send(200, `${GOOD}<br />\n<b>Fatal error</b>: Uncaught PDOException in /www/a.php on line 3`),
  'prints a crash of PHP': send(
    200,
    '<br />\n<b>Fatal error</b>:  Uncaught TypeError in /www/wwwroot/index.php:12\nStack trace:\n#0 {main}',
  ),
  'sends NaN': send(200, '{"status":1,"info":NaN,"url":Infinity}'),
  'sends UTF-16': send(200, Buffer.from(GOOD, 'utf16le'), { 'content-type': 'application/json; charset=utf-16' }),
  'sends a header of 100 kB': send(200, GOOD, { 'x-a': 'a'.repeat(100_000) }),
  'says 400 in words': send(400, 'Bad Request', { 'content-type': 'text/plain' }),
  'says 403 in HTML': send(403, '<html>Forbidden by the firewall</html>', { 'content-type': 'text/html' }),
  'says 418': send(418, ''),
  'says 301 with a page': send(301, '<html>moved</html>', { location: '/api/elsewhere', 'content-type': 'text/html' }),
  'says 503 with a success': send(503, GOOD),
  'redirects to itself': send(307, '', { location: '/api/' }),
};

const REFUSAL_CODES = [
  '"E42"',
  '"INTERNAL"',
  '"LEGACY_UNKNOWN"',
  '"OUTCOME_UNKNOWN"',
  '"ORIGIN_REFUSED"',
  '"constructor"',
  '"__proto__"',
  '500',
  'null',
  '{}',
  '[]',
];
const REFUSAL_TEXTS = {
  SQL: "SQLSTATE[42S02]: Base table or view not found: 1146 Table 'x.users'",
  markup: '<script>alert(1)</script><b>no</b>',
  'a path': 'Undefined index: id in /www/wwwroot/app/User.php on line 7',
  'control characters': 'no\\u0000\\u202e\\u0007',
  '5,000 characters': 'x'.repeat(5_000),
  nothing: '',
};

/** Refusals in an envelope: typed, said in our own words or in harmless ones, and no fault of ours. */
export const REFUSALS: Record<string, Fault> = Object.fromEntries([
  ...REFUSAL_CODES.map(
    (code) => [`refuses with its own code ${code}`, send(200, `{"status":0,"info":"no","url":"","code":${code}}`)] as const,
  ),
  ...Object.entries(REFUSAL_TEXTS).map(
    ([name, text]) => [`refuses in ${name}`, send(200, `{"status":0,"info":"${text}","url":""}`)] as const,
  ),
  [
    'refuses with values of any kind',
    send(200, '{"status":0,"info":"no","url":"","code":"INSUFFICIENT_BALANCE","params":{"asset":{"a":1}}}'),
  ],
  ['refuses with a list', send(200, '{"status":"0","info":["no"],"url":[]}')],
  ['refuses with HTTP 400', send(400, '{"status":0,"info":"no","url":""}')],
]);

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
