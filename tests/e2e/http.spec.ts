import { expect, test } from '@playwright/test';
import { ENDPOINTS } from '../../lib/api/endpoints';
import { MEMBER_PAGES, OWN_FILES } from '../../lib/security/pages';
import { LOCALES } from '../../lib/protocol/wire';
import { takeShare } from '../helpers/turns';
import { RawClient } from './support/raw-client';

const METHODS = ['TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE'];
/** Endpoints take turns with the methods: one place refuses them for all. */
const SHARE = 4;
const PAGES = ['/', '/tab1', '/de/tab1', '/login', '/register', '/wallet', '/marketInfo?coin=BTC', '/nope', '/de/nope'];
const MISSING_FILES = ['/nope.png', '/de/nope.js', '/icons/nope.svg', '/_next/static/nope.js', '/_next/nope', '/_next/image'];
const client = new RawClient();

test('security: a method that an address has not is 405 and says which ones it has, never a crash', async () => {
  for (const path of [...PAGES, ...OWN_FILES, '/nope.png', '/_next/static/nope.js']) {
    for (const method of [...METHODS, 'POST', 'OPTIONS']) {
      const { status, headers } = await client.ask(path, { method });
      expect([status, headers.allow], `${method} ${path}`).toEqual([405, 'GET, HEAD']);
    }
  }
  for (const [turn, { path: pattern }] of ENDPOINTS.entries()) {
    const path = pattern.replace('{id}', '1');
    const own = ENDPOINTS.filter((other) => other.path === pattern).map(({ method }) => method);
    const others = ['GET', 'POST'].filter((one) => !own.includes(one as 'GET'));
    for (const method of [...takeShare(METHODS, turn, SHARE), ...others]) {
      const { status, headers } = await client.ask(path, { method });
      expect(status, `${method} ${path}`).toBe(405);
      expect(headers.allow, `${method} ${path}`).toMatch(own.includes('GET') ? /GET/ : /POST/);
    }
  }
});

test('scripts travel as Brotli to whom takes it, as gzip or plain to everybody else, and are the same', async () => {
  const origin = process.env.E2E_ORIGIN ?? '';
  const page = await (await fetch(`${origin}/tab1`)).text();
  const script = /\/_next\/static\/chunks\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
  const texts = new Set<string>();
  for (const [accepted, sent] of [
    ['gzip, deflate, br, zstd', 'br'],
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['zebra', null],
  ] as const) {
    const answer = await fetch(origin + script, { headers: { 'accept-encoding': accepted } });
    expect([answer.status, answer.headers.get('content-encoding')], accepted).toEqual([200, sent]);
    expect(answer.headers.get('content-type')).toBe('application/javascript; charset=UTF-8');
    expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    texts.add(await answer.text());
  }
  expect(texts.size).toBe(1);
});

test('the scripts that every page loads first say that their functions are to be compiled while they arrive', async () => {
  const origin = process.env.E2E_ORIGIN ?? '';
  const page = await (await fetch(`${origin}/tab1`)).text();
  const sources = [...new Set([...page.matchAll(/<script src="(\/_next\/[^"]+)"[^>]* async=""/g)].map(([, source]) => String(source)))];
  const texts = await Promise.all(sources.map(async (source) => (await fetch(origin + source)).text()));
  const hinted = texts.filter((text) => text.startsWith('//# allFunctionsCalledOnLoad\n'));
  expect(hinted.length).toBeGreaterThanOrEqual(3);
  expect(hinted).toContain([...texts].sort((a, b) => b.length - a.length)[0]);
});

test('security: every answer carries a content security policy and is not to be sniffed, also what is missing', async () => {
  const asked = [
    ...PAGES,
    ...OWN_FILES,
    ...MISSING_FILES,
    '/api',
    '/api/nope',
    '/api/markets/nope',
    '/api/health',
    '/%E0',
    '/%00',
    '/a%2Fb',
  ];
  for (const path of [...asked, ...ENDPOINTS.map(({ path: pattern }) => pattern.replace('{id}', '1'))]) {
    const { headers } = await client.ask(path);
    expect(headers['content-security-policy'], path).toMatch(/frame-ancestors 'none'/);
    expect(headers['x-content-type-options'], path).toBe('nosniff');
    expect(headers['referrer-policy'], path).toBe('strict-origin-when-cross-origin');
  }
});

test('what the API has not is a typed 404', async () => {
  for (const path of [
    '/api/nope',
    '/api/markets/nope',
    '/api/refused',
    '/api/spot/orders/1/x',
    '/api/%E0',
    '/api/spot/orders/%',
    '/_next/image?url=/icon-512.png&w=64&q=75',
  ]) {
    const { status, headers, body } = await client.ask(path, { headers: { 'x-candor-method': 'TRACE api' } });
    expect([status, headers['cache-control'], JSON.parse(body).error.code], path).toEqual([404, 'no-store', 'NOT_FOUND']);
  }
});

test('what is no page and no file is 404 in every language', async () => {
  for (const path of ['/nope', '/nope.png', '/wallet.json', '/icons/x.svg', '/tab1/x', '/%E0', '/not-found', '/tab1-member']) {
    expect((await client.ask(path)).status, path).toBe(404);
  }
  for (const locale of LOCALES) expect((await client.ask(`/${locale}/nope`)).status, locale).toBe(404);
});

test("security: what is a member's is kept by no cache: pages, redirects and answers", async () => {
  const member = new RawClient();
  await member.post('/api/wallet-found', {});
  await member.signIn();
  for (const page of [...MEMBER_PAGES, '/tab1']) {
    expect((await member.ask(page)).headers['cache-control'], page).toBe('private, no-store');
    expect((await client.ask(page)).headers['cache-control'], `${page} without a session`).toBe(
      page === '/tab1' ? 'private, no-cache' : 'private, no-store',
    );
  }
  for (const { method, path } of ENDPOINTS.filter(({ access }) => access !== 'public')) {
    if (method === 'GET') expect((await member.ask(path.replace('{id}', '1'))).headers['cache-control'], path).toContain('no-store');
  }
});

test('what everybody reads is kept for a moment and told apart by its tag; a session gets its own answer', async () => {
  for (const path of ['/api/markets', '/api/markets/rules?symbol=BTC-USDT', '/api/announcements?locale=de']) {
    const { headers } = await client.ask(path);
    expect(headers['cache-control'], path).toMatch(/^public, max-age=\d+, s-maxage=\d+, stale-while-revalidate=\d+$/);
    expect(headers.etag, path).toMatch(/^W\/"[\w-]{22}"$/);
  }
  const rules = await client.ask('/api/markets/rules?symbol=BTC-USDT');
  const again = await client.ask('/api/markets/rules?symbol=BTC-USDT', { headers: { 'if-none-match': rules.headers.etag ?? '' } });
  expect([again.status, again.body, again.headers.etag, again.headers['cache-control']]).toEqual([
    304,
    '',
    rules.headers.etag,
    rules.headers['cache-control'],
  ]);
  const member = new RawClient();
  await member.signIn();
  const book = '/api/markets/book?symbol=BTC-USDT';
  const [theirs, own] = [await client.ask(book), await member.ask(book)];
  expect(theirs.headers['cache-control']).toContain('public');
  expect(theirs.headers.vary).toContain('Cookie');
  expect([own.headers['cache-control'], own.headers.etag]).toEqual(['no-store', undefined]);
  for (const path of ['/api/health', '/api/features', '/api/session', '/api/markets/rules?symbol=NOPE-USDT', '/api/markets/book'])
    expect((await client.ask(path)).headers['cache-control'], path).toBe('no-store');
});

test('a page of something that is not there is 404, not a page that says so with 200', async () => {
  const member = new RawClient();
  await member.post('/api/wallet-found', {});
  await member.signIn();
  const missing = [
    '/orderdetails?id=999999999',
    '/orderdetails?id=999999999&type=perpetual',
    '/orderdetails?id=0x10',
    '/orderdetails',
    '/marketInfo?coin=NOPE',
    '/spotorder?coin=NOPE-USDT',
    '/perpetualorder?coin=NOPE',
    '/optionOrder?coin=NOPE',
    '/walletDetails?coin=NOPE',
    '/walletDetails',
    '/record?active=99',
    '/recorddetails',
  ];
  for (const path of missing) {
    expect((await member.ask(path, { headers: { 'user-agent': 'Mozilla/5.0' } })).status, path).toBe(404);
    expect(
      (await member.ask(path, { headers: { cookie: `${[...member.cookies].map((pair) => pair.join('=')).join('; ')}; candor_locale=ja` } }))
        .status,
      path,
    ).toBe(404);
  }
  for (const path of ['/marketInfo?coin=BTC', '/walletDetails?coin=USDT', '/record', '/spotorder?coin=ETH']) {
    expect((await member.ask(path, { headers: { 'user-agent': 'Mozilla/5.0' } })).status, path).toBe(200);
  }
  const ticket = await member.ask('/marketInfo?coin=ETH&type=option', { headers: { 'user-agent': 'Mozilla/5.0' } });
  expect([ticket.status, ticket.location]).toEqual([307, expect.stringMatching(/\/optionOrder\?coin=ETH-USDT$/)]);
});
