import { existsSync } from 'node:fs';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiDocument, readExamples } from '../../tests/helpers/example-input';
import { offerDirectReads } from '../security/direct-reads';
import { watchRequests } from '../security/own-headers';
import { STANDARD_HEADERS } from '../security/standard-headers.mjs';
import { sealSession } from '../session/unseal';
import { answerDirectly, isDirect } from './direct';
import { serveApi } from './dispatch';
import { buildOpenApi } from './openapi';
import { OPERATIONS } from './operations';

const SECRET = 's'.repeat(32);
const backend = vi.hoisted(() => ({
  purse: [] as unknown[],
  asked: [] as string[],
  signals: [] as (AbortSignal | undefined)[],
  isSilent: false,
}));
const scope = vi.hoisted(() => ({ asked: 0 }));
vi.mock('next/headers', () => {
  const outside = async () => {
    scope.asked += 1;
    throw new Error('outside of a request of the framework');
  };
  return { cookies: outside, headers: outside };
});
vi.mock('../legacy/send', async (load) => ({
  ...(await load<typeof import('../legacy/send')>()),
  send: (_pool: unknown, { path, signal }: { path: string; signal?: AbortSignal }) => {
    backend.asked.push(path);
    backend.signals.push(signal);
    if (backend.isSilent) return new Promise((_done, fail) => signal?.addEventListener('abort', () => fail(signal.reason)));
    return Promise.resolve({ status: 200, setCookie: undefined, body: JSON.stringify({ status: 1, info: backend.purse }) });
  },
}));

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };
let server: Server;
let cookie: string;
const left: string[] = [];
beforeAll(async () => {
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  Object.assign(process.env, {
    SESSION_SECRET: SECRET,
    BFF_KEY: SECRET,
    SANDBOX: '1',
    LEGACY_API_URL: 'http://127.0.0.1:9/api',
    LEGACY_API_KIND: 'own',
  });
  const session = {
    userId: '7',
    username: 'ada',
    mode: 'demo',
    upstream: 'PHPSESSID=1',
    epoch: '',
    expiresAt: Date.now() + 60_000,
  } as const;
  cookie = `other=1; candor_session=${encodeURIComponent(await sealSession(session, SECRET))}`;
  watchRequests({ isHttps: false });
  server = createServer((request, response) => {
    left.push(`${request.method} ${request.url}`);
    response.end('the framework');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  offerDirectReads(answerDirectly);
});
beforeEach(() => {
  left.length = 0;
  Object.assign(backend, { purse: [{ coin: 'USDT', available: '1', held: '0', value: '1' }], asked: [], signals: [], isSilent: false });
});
afterAll(async () => {
  vi.restoreAllMocks();
  offerDirectReads(() => false);
  await new Promise((done) => server.close(done));
});

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  return new Promise((done, fail) => {
    const { port } = server.address() as AddressInfo;
    const sent = ask({ port, path, method, headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }));
    });
    sent.on('error', fail).end();
  });
}

describe('a read that is answered without the framework', () => {
  it('says what its route says, to whoever may hear it', async () => {
    for (const sent of [{ cookie }, {}, { cookie: 'candor_session=forged' }] as Record<string, string>[]) {
      const direct = await get('/api/balances', sent);
      const params = Promise.resolve({ rest: ['balances'] });
      const routed = await serveApi(new Request('http://localhost/api/balances', { headers: sent }), { params });
      const text = (body: string) => body.replace(/"requestId":"[^"]*"/, '');
      expect([direct.status, text(String(direct.body))]).toEqual([routed.status, text(await routed.text())]);
      for (const name of ['content-type', 'cache-control']) expect(direct.headers[name]).toBe(routed.headers.get(name));
    }
    expect(left).toEqual([]);
    expect((await get('/api/balances', { cookie })).status).toBe(200);
    expect((await get('/api/balances')).status).toBe(401);
  });

  it('security: carries the headers of every answer, and its length', async () => {
    const { headers, body } = await get('/api/balances', { cookie });
    for (const { key, value } of STANDARD_HEADERS) expect(headers[key.toLowerCase()]).toBe(value);
    expect(headers).toMatchObject({ 'content-length': String(body.byteLength), vary: 'Accept-Encoding' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('is compressed where that makes it shorter, for whoever takes it so', async () => {
    backend.purse = Array.from({ length: 100 }, (_one, index) => ({ coin: `C${index}`, available: '1', held: '0', value: '1' }));
    const encodings = ['gzip, deflate, br', 'br;q=1.0, gzip;q=0.5', 'br', 'gzip;q=0', 'xgzip'];
    const answers = await Promise.all(encodings.map((encoding) => get('/api/balances', { cookie, 'accept-encoding': encoding })));
    expect(answers.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'gzip', undefined, undefined, undefined]);
    backend.purse = [];
    expect((await get('/api/balances', { cookie, 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined();
  });

  it('is given up at the exchange when whoever asked has left', async () => {
    backend.isSilent = true;
    const { port } = server.address() as AddressInfo;
    const sent = ask({ port, path: '/api/balances', headers: { cookie }, agent: false });
    sent.on('error', () => undefined).end();
    await expect.poll(() => backend.signals.length).toBe(1);
    sent.destroy();
    await expect.poll(() => backend.signals[0]?.aborted).toBe(true);
  });
});

it('what the framework has to answer is left to it', async () => {
  const paths = [
    '/',
    '/api',
    '/api/',
    '/api/balances/',
    '/api//balances',
    '/api/%62alances',
    '/api/nothing-here',
    '/api/session',
    '/api/stream',
  ];
  for (const path of paths) expect([path, String((await get(path)).body)]).toEqual([path, 'the framework']);
  for (const method of ['POST', 'OPTIONS', 'HEAD']) await get('/api/balances', { cookie }, method);
  await get('/api/balances', { cookie, 'content-length': '0' });
  expect(left).toHaveLength(paths.length + 4);
  expect(backend.asked).toEqual([]);
});

describe('every operation that is answered so', () => {
  const direct = OPERATIONS.filter(isDirect);
  const examples = readExamples(buildOpenApi() as ApiDocument);

  it('has no route of its own', () => {
    expect(direct.length).toBeGreaterThan(50);
    const routes = direct.map(({ path }) => `app${path.replaceAll('{', '[').replaceAll('}', ']')}/route.ts`);
    expect(routes.filter((file) => existsSync(file))).toEqual([]);
  });

  it('asks the framework for nothing', async () => {
    scope.asked = 0;
    for (const { id, path } of direct) {
      const input = { ...examples[id] } as Record<string, unknown>;
      const filled = path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
        const value = String(input[name] ?? 'x');
        delete input[name];
        return value.replace(/[^\w-]/g, '-');
      });
      const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)])).toString();
      await get(query === '' ? filled : `${filled}?${query}`, { cookie });
      expect([id, scope.asked, left]).toEqual([id, 0, []]);
    }
  });
});

it('error: what the exchange gets wrong is said as elsewhere', async () => {
  backend.purse = ['no coin'];
  const { status, body } = await get('/api/balances', { cookie });
  expect([status, JSON.parse(String(body)).error.code]).toEqual([502, 'LEGACY_MALFORMED']);
});
