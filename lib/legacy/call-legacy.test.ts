import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { coinBalance } from '../protocol/balances';
import { TAKES_TOKEN_HEADER } from '../protocol/define-call';
import { candles } from '../protocol/markets';
import { isServiceProof } from '../protocol/service-proof';
import { passwordChange } from '../protocol/sessions';
import { passwordLogin, walletLogin } from '../protocol/sign-in';
import { placeSpotOrder } from '../protocol/spot';
import { CONNECTIONS_MAX, callLegacy, closeLegacyPools } from './call-legacy';

const BFF_KEY = 'k'.repeat(32);
/** A backend of somebody else, which takes the key itself. */
const OTHER = { bffKey: BFF_KEY, isOurs: false };
const GOOD = '{"status":1,"info":{"available":"1","held":"0"},"url":""}';
const ORDER = { market: 'BTC-USDT', type: 'buy', kind: 'market', num: '1', request_id: 'request-0000000001' } as const;
let server: Server | null = null;

async function start(listener: RequestListener): Promise<string> {
  const made = createServer(listener);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}/api`;
}

afterEach(async () => {
  await closeLegacyPools();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'success',
    (error: { code: string }) => error.code,
  );

describe('calling the backend', () => {
  it('puts path parameters into the path, the others into the query, and sends key, address and session', async () => {
    let seen: unknown;
    const baseUrl = await start((request, response) => {
      const { 'x-bff-key': key, 'x-client-ip': ip, cookie } = request.headers;
      seen = { url: request.url, key, ip, cookie };
      response.setHeader('content-type', 'text/html').end('{"status":1,"info":[],"url":""}');
    });
    const target = { ...OTHER, baseUrl };
    const { answer } = await callLegacy(
      candles,
      { name: 'BTC-USDT', time: '60', before: '5' },
      { target, ip: '203.0.113.9', upstream: 'sid=1' },
    );
    expect(answer).toEqual([]);
    expect(seen).toEqual({ url: '/api/ajax/kxianb/name/BTC-USDT/time/60?before=5', key: BFF_KEY, ip: '203.0.113.9', cookie: 'sid=1' });
  });

  it('says that it takes a token where its answer is sealed, and nowhere else', async () => {
    const seen: unknown[] = [];
    const baseUrl = await start((request, response) => {
      seen.push(request.headers[TAKES_TOKEN_HEADER]);
      response.end('{"status":1,"info":"Password changed","url":""}');
    });
    const fields = { password: 'another good one', repassword: 'another good one' };
    await callLegacy(passwordChange, fields, { target: { ...OTHER, baseUrl }, upstream: 'sid=1', takesToken: true });
    await callLegacy(passwordChange, fields, { target: { ...OTHER, baseUrl }, upstream: 'sid=1' });
    expect(seen).toEqual(['1', undefined]);
  });

  it('sends a form and takes the new session cookie', async () => {
    let seen = '';
    const baseUrl = await start(async (request, response) => {
      seen = `${request.headers['content-type']} ${await bodyOf(request)}`;
      response.setHeader('set-cookie', ['candor_exchange=abc; Path=/; HttpOnly', 'lang=en']).end('{"status":1,"info":"welcome"}');
    });
    const fields = { username: 'a&b', password: 'p=1', is_cs: '1' } as const;
    const { setCookie } = await callLegacy(passwordLogin, fields, { target: { ...OTHER, baseUrl } });
    expect(seen).toBe('application/x-www-form-urlencoded username=a%26b&password=p%3D1&is_cs=1');
    expect(setCookie).toBe('candor_exchange=abc; lang=en');
  });
});

describe('security: a call that carries secrets', () => {
  const fields = { username: '0xab', ip: '203.0.113.9', is_cs: '1', message: 'sign me', signature: '0x12' } as const;
  it.each([
    [true, 'POST /api/Login/walletLogin', 'username=0xab&ip=203.0.113.9&is_cs=1&message=sign+me&signature=0x12'],
    [false, 'GET /api/Login/walletLogin?username=0xab&ip=203.0.113.9&is_cs=1&message=sign+me&signature=0x12', ''],
  ])('goes as a form where the backend takes that (%s)', async (isOurs, line, form) => {
    const seen: string[] = [];
    const baseUrl = await start(async (request, response) => {
      seen.push(`${request.method} ${request.url}`, await bodyOf(request));
      response.end('{"status":1,"info":"welcome"}');
    });
    await callLegacy(walletLogin, fields, { target: { baseUrl, bffKey: BFF_KEY, isOurs } });
    expect(seen).toEqual([line, form]);
  });
  it.each([
    ['an exchange of ours gets a proof', '{"status":1,"info":{"sandbox":true,"feed":"live","features":["posted"]},"url":""}', false],
    ['an older one gets the key', '{"status":1,"info":{"sandbox":true,"feed":"live","features":["spot"]},"url":""}', true],
    ['somebody else’s backend gets the key', '{"status":0,"info":"no such page","url":""}', true],
    ['one that says nothing of itself gets a proof', '<html>Back soon</html>', false],
  ])('%s, and is asked once, without the key, who it is', async (_who, answer, isKey) => {
    const seen: [string | undefined, unknown][] = [];
    const baseUrl = await start((request, response) => {
      seen.push([request.url, request.headers['x-bff-key']]);
      response.end(request.url === '/api/x/features' ? answer : GOOD);
    });
    for (let n = 0; n < 2; n += 1) await callLegacy(coinBalance, { coin: 'BTC' }, { target: { baseUrl, bffKey: BFF_KEY } });
    const [who, ...rest] = seen;
    expect(who).toEqual(['/api/x/features', undefined]);
    expect(rest.map(([url]) => url)).toEqual(Array(2).fill('/api/user/getbanlance?coin=BTC'));
    for (const [, given] of rest) {
      expect(given === BFF_KEY).toBe(isKey);
      expect(isServiceProof('app', { given: String(given), key: BFF_KEY, now: Date.now() })).toBe(true);
    }
  });
  it('leaves every other read where it is', async () => {
    let seen = '';
    const baseUrl = await start((request, response) => {
      seen = `${request.method} ${request.url}`;
      response.end(GOOD);
    });
    await callLegacy(coinBalance, { coin: 'BTC' }, { target: { baseUrl, bffKey: BFF_KEY, isOurs: true } });
    expect(seen).toBe('GET /api/user/getbanlance?coin=BTC');
  });
});

describe('error: a backend in trouble', () => {
  it('a silent backend times out', async () => {
    const baseUrl = await start(() => undefined);
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, { target: { ...OTHER, baseUrl, timeoutMs: 60 } }))).toBe('LEGACY_TIMEOUT');
  });
  it('a body that never ends times out', async () => {
    const baseUrl = await start((_request, response) => void response.write('{"status":1,'));
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, { target: { ...OTHER, baseUrl, timeoutMs: 60 } }))).toBe('LEGACY_TIMEOUT');
  });
  it('a call that never got a connection times out as well', async () => {
    const baseUrl = await start(() => undefined);
    const target = { ...OTHER, baseUrl, timeoutMs: 300 };
    const calls = Array.from({ length: CONNECTIONS_MAX + 1 }, () => code(callLegacy(coinBalance, { coin: 'BTC' }, { target })));
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['LEGACY_TIMEOUT']));
  });
  it('a reader who goes away ends the read, and a write goes on', async () => {
    const reader = new AbortController();
    const baseUrl = await start((request, response) => {
      reader.abort();
      if (request.method === 'POST') setTimeout(() => response.end('{"status":0,"info":"","code":"INSUFFICIENT_BALANCE"}'), 20);
    });
    const context = { target: { ...OTHER, baseUrl }, signal: reader.signal };
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, context))).toBe('LEGACY_UNREACHABLE');
    expect(await code(callLegacy(placeSpotOrder, ORDER, context))).toBe('INSUFFICIENT_BALANCE');
  });
  it('a half-closed connection is tried once more for a read', async () => {
    let calls = 0;
    const baseUrl = await start((request, response) => {
      calls += 1;
      if (calls === 1) request.socket.end();
      else response.end(GOOD);
    });
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, { target: { ...OTHER, baseUrl } }))).toBe('success');
    expect(calls).toBe(2);
  });
  it('a reset write is sent once, and its outcome is said to be open', async () => {
    let calls = 0;
    const baseUrl = await start((request) => {
      calls += 1;
      request.socket.resetAndDestroy();
    });
    expect(await code(callLegacy(placeSpotOrder, ORDER, { target: { ...OTHER, baseUrl } }))).toBe('OUTCOME_UNKNOWN');
    expect(calls).toBe(1);
  });
  it.each([
    { name: 'silence', answer: () => undefined },
    { name: 'no JSON', answer: (response: ServerResponse) => void response.end('<html>oops</html>') },
    { name: 'half of it', answer: (response: ServerResponse) => void response.end('{"status":1,"info":{"id"') },
    { name: 'a success without the order', answer: (response: ServerResponse) => void response.end('{"status":1,"info":{}}') },
    { name: 'HTTP 500', answer: (response: ServerResponse) => void response.writeHead(500).end('oops') },
    { name: 'HTTP 503', answer: (response: ServerResponse) => void response.writeHead(503).end('busy') },
    { name: 'a redirect', answer: (response: ServerResponse) => void response.writeHead(302, { location: '/login' }).end() },
    { name: 'a fault of its own', answer: (response: ServerResponse) => void response.end('{"status":0,"info":"","code":"INTERNAL"}') },
  ])('$name to an order says that it may have happened, to a read that it may be tried again', async ({ answer }) => {
    const baseUrl = await start((_request, response) => answer(response));
    const context = { target: { ...OTHER, baseUrl, timeoutMs: 60 } };
    expect(await code(callLegacy(placeSpotOrder, ORDER, context))).toBe('OUTCOME_UNKNOWN');
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, context))).toMatch(/^LEGACY_(TIMEOUT|MALFORMED|UNREACHABLE)$/);
  });
  it('a clear refusal of an order is one, whatever its code', async () => {
    const baseUrl = await start(
      (_request, response) => void response.end('{"status":0,"info":"Your account is under review","code":"E42"}'),
    );
    expect(await code(callLegacy(placeSpotOrder, ORDER, { target: { ...OTHER, baseUrl } }))).toBe('LEGACY_UNKNOWN');
  });
  it('a body shorter than announced is no success', async () => {
    const baseUrl = await start((request, response) => {
      response.writeHead(200, { 'content-length': '5000' }).write(GOOD, () => request.socket.destroy());
    });
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, { target: { ...OTHER, baseUrl } }))).toBe('LEGACY_UNREACHABLE');
  });
  it('an HTTP 500 page is no success', async () => {
    const baseUrl = await start((_request, response) => void response.writeHead(500).end('<html>oops</html>'));
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, { target: { ...OTHER, baseUrl } }))).toBe('LEGACY_MALFORMED');
  });
  it('an endless answer is given up at 4 MB', async () => {
    const baseUrl = await start((_request, response) => {
      const chunk = Buffer.alloc(256 * 1024, 32);
      const more = () => {
        while (!response.destroyed && response.write(chunk));
      };
      response.on('drain', more);
      more();
    });
    expect(await code(callLegacy(coinBalance, { coin: 'BTC' }, { target: { ...OTHER, baseUrl } }))).toBe('LEGACY_MALFORMED');
  });
  it('nobody there is unreachable, also for a write', async () => {
    const baseUrl = await start(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    server = null;
    expect(await code(callLegacy(placeSpotOrder, ORDER, { target: { ...OTHER, baseUrl } }))).toBe('LEGACY_UNREACHABLE');
  });
});
