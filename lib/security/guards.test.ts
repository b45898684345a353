import { describe, expect, it } from 'vitest';
import { createProxyTest, findClientIp } from './client-ip';
import { checkOrigin } from './origin';
import { cleanHeaders, refuseEarly } from './own-headers';
import { createRateLimiter, RATE_CLASSES } from './rate-limit';
import { readJson, readQuery } from './read-json';
import { readSafeNext } from './safe-next';

const post = (headers: Record<string, string>, body = '{}') =>
  new Request('http://candor.example/api/x', { method: 'POST', headers: { host: 'candor.example', ...headers }, body });
const codeOf = async (run: () => unknown) => {
  try {
    await run();
    return 'passed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('security: origin', () => {
  it.each([
    [{ origin: 'http://candor.example' }, 'passed'],
    [{ origin: 'http://candor.example', 'sec-fetch-site': 'same-origin' }, 'passed'],
    [{ 'sec-fetch-site': 'same-origin' }, 'passed'],
    [{ origin: 'https://evil.example' }, 'ORIGIN_REFUSED'],
    [{ origin: 'null' }, 'ORIGIN_REFUSED'],
    [{}, 'ORIGIN_REFUSED'],
    [{ origin: 'http://candor.example', 'sec-fetch-site': 'same-site' }, 'ORIGIN_REFUSED'],
    [{ origin: 'http://candor.example.evil.example' }, 'ORIGIN_REFUSED'],
  ] as [Record<string, string>, string][])('%j is %s', async (headers, expected) =>
    expect(await codeOf(() => checkOrigin(post(headers), null))).toBe(expected),
  );
  it('with a public origin the scheme counts too', async () =>
    expect(await codeOf(() => checkOrigin(post({ origin: 'http://candor.example' }), 'https://candor.example'))).toBe('ORIGIN_REFUSED'));
});

describe('security: bodies', () => {
  const json = { 'content-type': 'application/json; charset=utf-8' };
  it('reads JSON', async () =>
    expect(await readJson(post(json, '{"a":{"b":1},"c":{"b":"{\\"b\\":1,\\"b\\":2}"}}'))).toEqual({
      a: { b: 1 },
      c: { b: '{"b":1,"b":2}' },
    }));
  it.each([
    ['{"a":1,"a":2}', 'REQUEST_INVALID'],
    ['{"a":1,"\\u0061":2}', 'REQUEST_INVALID'],
    ['{"x":{"a":1,"a":2}}', 'REQUEST_INVALID'],
    ['{', 'REQUEST_INVALID'],
    ['', 'REQUEST_INVALID'],
    ['['.repeat(9) + ']'.repeat(9), 'REQUEST_INVALID'],
    ['{"a":"x\\u0000"}', 'REQUEST_INVALID'],
    ['{"a":{"b":["x\\ud83d"]}}', 'REQUEST_INVALID'],
    ['{"\\udc00":1}', 'REQUEST_INVALID'],
    [`"${'x'.repeat(32 * 1024)}"`, 'REQUEST_TOO_LARGE'],
  ])('refuses %.30s', async (body, expected) => expect(await codeOf(() => readJson(post(json, body)))).toBe(expected));
  it('refuses a form', async () =>
    expect(await codeOf(() => readJson(post({ 'content-type': 'text/plain' }, '{}')))).toBe('REQUEST_UNSUPPORTED'));
  it.each(['a=1&a=2', 'a=%00', '%00=1'])('refuses a query of %s', async (query) =>
    expect(await codeOf(() => readQuery(new URLSearchParams(query)))).toBe('REQUEST_INVALID'),
  );
});

describe('security: rate', () => {
  const network = (id: string) => ({ kind: 'network', id }) as const;
  it('lets the burst through, then as many as come back with time, each caller apart', () => {
    const limiter = createRateLimiter();
    const take = (id: string, now: number) => limiter.take({ rateClass: 'signIn', source: network(id), now });
    for (let i = 0; i < RATE_CLASSES.signIn.burst; i += 1) expect(take('a', 0)).toBe(true);
    expect([take('a', 0), take('b', 0), take('a', 249), take('a', 250)]).toEqual([false, true, false, true]);
  });
  it('counts a member apart from the address that the member shares with others', () => {
    const limiter = createRateLimiter();
    while (limiter.take({ rateClass: 'read', source: network('7'), now: 0 }));
    expect(limiter.take({ rateClass: 'read', source: { kind: 'user', id: '7' }, now: 0 })).toBe(true);
  });
});

describe('security: client address', () => {
  const find = (peer: string | null, forwarded: string | null, trusted: string[]) => {
    const headers = new Headers();
    if (peer !== null) headers.set('x-candor-peer', peer);
    if (forwarded !== null) headers.set('x-forwarded-for', forwarded);
    return findClientIp(headers, trusted);
  };
  it('is the connection without trusted proxies, whatever was forwarded', () =>
    expect(find('::ffff:203.0.113.5', '1.2.3.4', [])).toBe('203.0.113.5'));
  it('is the last address in front of the trusted proxies', () =>
    expect(find('10.0.0.1', '6.6.6.6, 198.51.100.7, 10.0.0.2', ['10.0.0.0/8'])).toBe('198.51.100.7'));
  it('ignores what is forwarded by an unknown peer', () => expect(find('198.51.100.1', '1.2.3.4', ['10.0.0.0/8'])).toBe('198.51.100.1'));
  it('is unknown without a connection', () => expect(find(null, '1.2.3.4', ['10.0.0.0/8'])).toBeNull());
  it('stops at nonsense', () => expect(find('10.0.0.1', 'evil', ['10.0.0.1'])).toBe('10.0.0.1'));
  it('refuses a setting that is no address', () => expect(() => createProxyTest(['proxy.example'])).toThrow('not an address or range'));
  it('drops forged internal headers and notes the connection', () => {
    const headers: Record<string, string> = {
      'x-candor-peer': '1.2.3.4',
      'x-candor-path': '/',
      'x-middleware-subrequest': 'a',
      'x-nonce': 'n',
      accept: '*',
    };
    cleanHeaders(headers, '203.0.113.5');
    expect(headers).toEqual({ accept: '*', 'x-candor-peer': '203.0.113.5' });
  });
  it('notes that the router asks, and nobody else can say so', () => {
    const asked = (own: Record<string, string>) => {
      const headers = { ...own };
      cleanHeaders(headers, undefined);
      return headers['x-candor-router'];
    };
    expect([asked({ rsc: '1' }), asked({ 'x-candor-router': '1' }), asked({})]).toEqual(['1', undefined, undefined]);
  });
});

describe('security: methods', () => {
  const steer = (method: string, url: string) => {
    const request = { method, url, headers: {} as Record<string, string> };
    refuseEarly(request);
    return request;
  };
  it.each([
    ['GET', '/tab1'],
    ['HEAD', '/icon.svg'],
    ['GET', '/coins.svg'],
    ['GET', '/api/markets?x=1'],
    ['POST', '/api/spot/orders'],
    ['OPTIONS', '/api/session'],
  ])('%s %s goes its way', (method, url) => expect(steer(method, url)).toEqual({ method, url, headers: {} }));
  it.each([
    ['TRACE', '/api/markets', 'api'],
    ['TRACE', '/tab1', 'page'],
    ['PUT', '/api/spot/orders?x=1', 'api'],
    ['POST', '/tab1', 'page'],
    ['OPTIONS', '/icon.svg', 'page'],
    ['PROPFIND', '/api', 'api'],
    ['DELETE', '/apis', 'page'],
  ])('%s %s is refused before any router sees it', (method, url, kind) =>
    expect(steer(method, url)).toEqual({ method: 'GET', url: '/api/refused', headers: { 'x-candor-method': `${method} ${kind}` } }),
  );
});

it.each(['/api/%E0', '/api/spot/orders/%', '/api/spot/orders/%c3?x=1'])(
  'security: %s can be no address of the API, and is missing',
  (url) => {
    const request = { method: 'GET', url, headers: {} };
    refuseEarly(request);
    expect(request).toEqual({ method: 'GET', url: '/api/refused', headers: {} });
  },
);

describe('security: the image optimizer', () => {
  it.each(['/_next/image?url=/icon-512.png&w=64&q=75', '//_next/image', '/_next/image/x'])('%s is missing', (url) => {
    const request = { method: 'GET', url, headers: {} };
    refuseEarly(request);
    expect(request).toEqual({ method: 'GET', url: '/api/refused', headers: {} });
  });
});

describe('security: the way back after signing in', () => {
  it.each(['/market', '/marketInfo?coin=BTC&type=spot'])('%s is ours', (next) => expect(readSafeNext(next)).toBe(next));
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\tevil',
    '/a\\b',
    '/api/session',
    '/./api/session',
    '',
    null,
  ])('%j is refused', (next) => expect(readSafeNext(next)).toBeNull());
});
