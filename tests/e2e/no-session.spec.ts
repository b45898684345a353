import { expect, test } from '@playwright/test';
import { ENDPOINTS } from '../../lib/api/endpoints';
import { PAGE_ROWS } from '../../lib/pages/pages';
import { PUBLIC_HELP_PAGES } from '../../lib/security/pages';
import { takeShare } from '../helpers/turns';
import { RawClient } from './support/raw-client';

type Order = { id: string; price: string; status: string };
type Entry = { reference: string; journalId: string };
type Mode = 'real' | 'demo';
type Owner = { client: RawClient; marks: string[]; orders: Record<Mode, string>; references: string[] };

const PAGES = PAGE_ROWS.map(([route]) => `/${route}`);
/** Told apart from everybody's figures by their digits. */
const QUANTITIES: Record<Mode, string> = { demo: '0.012347', real: '0.013457' };

/** How many of the spellings below are what a browser itself may ask for. */
const PLAIN_SPELLINGS = 3;
const SPELLINGS: ((page: string) => string)[] = [
  (page) => page,
  (page) => `${page}/`,
  (page) => `/en${page}`,
  (page) => `/${page}`,
  (page) => `/.${page}`,
  (page) => `/x/..${page}`,
  (page) => `/de${page}`,
  (page) => `/zh-CN${page}/`,
  (page) => `/en/en${page}`,
  (page) => `/en/(member)${page}`,
  (page) => `/%${page.charCodeAt(1).toString(16)}${page.slice(2)}`,
  (page) => `/%25${page.charCodeAt(1).toString(16)}${page.slice(2)}`,
  (page) => `/en%2f${page.slice(1)}`,
  (page) => `/%65n${page}`,
  (page) => `${page}%2f`,
  (page) => `${page}%00`,
  (page) => `${page}%20`,
  (page) => `${page};x=1`,
  (page) => page.toUpperCase(),
  (page) => `${page}.rsc`,
  (page) => `${page}.txt`,
  (page) => `/en${page}.json`,
  (page) => `/en${page}/x.png`,
  (page) => `/en${page}.segments/_tree.segment.rsc`,
  (page) => `/_next/data/x/en${page}.json`,
  (page) => `${page}?_rsc=1x2y3`,
  (page) => `/en${page}?_rsc=1x2y3`,
  (page) => `${page}?id=1&coin=USDT&__nextDataReq=1&nxtPlocale=en`,
];
const MISSING_TREE = /"n":"rest","t":"c"/;
const SUBREQUEST = Array.from({ length: 6 }, () => 'middleware').join(':');
const HEADERS: Record<string, string>[] = [
  {},
  { rsc: '1' },
  { rsc: '1', 'next-router-prefetch': '1' },
  { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  { rsc: '1', 'next-router-segment-prefetch': '/$d$locale/!KG1lbWJlcik/wallet/__PAGE__' },
  { purpose: 'prefetch', 'x-middleware-prefetch': '1' },
  { 'x-middleware-subrequest': SUBREQUEST, 'x-middleware-subrequest-id': 'x' },
  { 'x-middleware-subrequest': SUBREQUEST.replaceAll('middleware', 'src/middleware'), rsc: '1' },
  { 'x-middleware-rewrite': '/en/wallet', 'x-middleware-next': '1', 'x-middleware-override-headers': 'cookie' },
  { 'x-nextjs-data': '1', 'x-invoke-path': '/en/wallet', 'x-matched-path': '/en/wallet', 'x-invoke-status': '200' },
  { 'x-original-url': '/en/wallet', 'x-rewrite-url': '/en/wallet', 'x-now-route-matches': '1=en', 'x-forwarded-host': 'localhost' },
  { 'x-candor-path': '/wallet', 'x-next-intl-locale': 'en', 'x-candor-peer': '127.0.0.1', 'x-bff-key': 'x', 'x-nonce': 'x' },
];
const COOKIES = ['', 'candor_session=x', 'candor_session=Fe26.2*1*x*x*x*x*x*x~2; candor_exchange=x', 'candor_wallet=x; candor_session='];

/** Pages and endpoints take turns with spellings, headers and methods: what refuses them is one place for all. */
const SHARE = 6;
const members = ENDPOINTS.filter(({ access }) => access === 'member');
let alice: Owner;

test.beforeAll(async () => {
  alice = await createOwner();
  // Whatever keeps answers has seen hers by now.
  for (const page of ['/tab1', ...PAGES]) await alice.client.ask(`${page}?id=${alice.orders.demo}&coin=USDT`);
  for (const { method, path } of members) if (method === 'GET') await alice.client.ask(path.replace('{id}', alice.orders.demo));
});

test('security: no spelling, router request or forged header shows a member page without a session', async () => {
  test.setTimeout(600_000);
  const known = new RawClient();
  await known.post('/api/wallet-found', {});
  expect(known.cookies.has('candor_wallet')).toBe(true);
  const strangers = [new RawClient(), known];
  let asked = 0;
  for (const [place, page] of PAGES.entries()) {
    const spellings = [...SPELLINGS.entries()];
    const odd = takeShare(spellings.slice(PLAIN_SPELLINGS), place, SHARE);
    for (const [index, spell] of [...spellings.slice(0, PLAIN_SPELLINGS), ...odd]) {
      const path = spell(page);
      // Plain spellings meet every header; the odd ones, which a page has to be drawn for, take turns with them.
      const chosen = index < PLAIN_SPELLINGS ? HEADERS : [HEADERS[(asked + index) % HEADERS.length] as Record<string, string>];
      const answers = await Promise.all(
        chosen.map((headers, turn) =>
          (strangers[(asked + turn) % 2] as RawClient).askAsRouter(path, { headers }).then((answer) => ({ headers, answer })),
        ),
      );
      for (const { headers, answer } of answers) {
        const what = `${path} ${JSON.stringify(headers)} -> ${answer.status} ${answer.location}`;
        // The router may learn of the page that says "not found" that it is there, and nothing else.
        // Help is everybody's under the address of a language, and says nothing of anybody.
        const isPublic = PUBLIC_HELP_PAGES.has(page) && /^\/[a-z]{2}(-[A-Z]{2})?\//.test(path);
        if (!(answer.status === 200 && (isPublic || MISSING_TREE.test(answer.body))))
          expect([307, 308, 400, 404], what).toContain(answer.status);
        expect(answer.location, what).not.toMatch(/_rsc/);
        expectNoMark(answer.body, alice.marks, what);
        asked += 1;
      }
    }
    for (const cookie of COOKIES) {
      const answer = await new RawClient().ask(page, { headers: { cookie, rsc: '1' } });
      expect([307, 308, 404], `${page} with cookie ${cookie}`).toContain(answer.status);
    }
  }
  expect(asked).toBeGreaterThan(600);
});

test('security: no member endpoint answers without a session, however it is asked', async () => {
  test.setTimeout(600_000);
  expect(members.length).toBeGreaterThan(10);
  const stranger = new RawClient();
  for (const [place, { method, path: pattern }] of members.entries()) {
    const path = pattern.replace('{id}', alice.orders.demo);
    const json =
      method === 'POST' ? { orderId: alice.orders.demo, mode: 'real', asset: 'USDT', requestId: 'request-0000000001' } : undefined;
    const given: Record<string, string>[] = [...HEADERS, ...COOKIES.map((cookie) => ({ cookie }))];
    for (const headers of [{}, ...takeShare(given, place, SHARE)]) {
      const answer = await stranger.askAsRouter(path, { method, headers, json });
      expect(answer.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(401);
      expect(JSON.parse(answer.body).error.code).toBe('SESSION_REQUIRED');
    }
    const spellings = [
      `${path}/`,
      `/en${path}`,
      `/${path}`,
      path.replace('/api', '/%61pi'),
      path.replace('/api', '/API'),
      `${path}.json`,
      `${path}?_rsc=1`,
    ];
    for (const spelling of takeShare(spellings, place, SHARE)) {
      const answer = await stranger.ask(spelling, { method, json });
      expect(answer.status, `${method} ${spelling}`).toBeGreaterThanOrEqual(300);
      expectNoMark(answer.body, alice.marks, spelling);
    }
    for (const other of takeShare(['HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PATCH'], place, SHARE)) {
      expectNoMark((await stranger.ask(path, { method: other })).body, alice.marks, `${other} ${path}`);
    }
  }
  expect((await stranger.ask('/api/stream?channels=tickers,account')).status).toBe(401);
  expect((await stranger.get('/api/session')).data).toEqual({ signedIn: false, user: null });
});

test('security: a cookie is worthless after signing out, and when it was altered', async () => {
  const leaver = new RawClient();
  await leaver.signIn();
  const cookie = `candor_session=${leaver.cookies.get('candor_session')}`;
  const ask = (value: string) => new RawClient().ask('/api/balances', { headers: { cookie: value } });
  expect((await ask(cookie)).status).toBe(200);
  expect((await ask(cookie.slice(0, -4))).status).toBe(401);
  expect((await ask(`${cookie.slice(0, 60)}${cookie[60] === 'a' ? 'b' : 'a'}${cookie.slice(61)}`)).status).toBe(401);
  await leaver.post('/api/session/sign-out', {});
  expect((await ask(cookie)).status).toBe(401);
  for (const page of PAGES.filter((path) => path !== '/tab1-member')) {
    const answer = await new RawClient().ask(page, { headers: { cookie, rsc: '1' } });
    expect([307, 308], page).toContain(answer.status);
  }
});

test("security: another member's orders and references show nothing and change nothing, on both accounts", async () => {
  const bob = new RawClient();
  await bob.signIn();
  for (const mode of ['demo', 'real'] as const) {
    expect((await bob.post('/api/session/mode', { mode })).status).toBe(200);
    for (const id of Object.values(alice.orders)) {
      await expectNotFound(bob, id);
      for (const page of [
        `/orderdetails?id=${id}`,
        `/recorddetails?id=${id}`,
        `/recorddetails?reference=${id}`,
        `/record?reference=${id}`,
      ]) {
        for (const headers of [HEADERS[0], HEADERS[1]]) expectNoMark((await bob.ask(page, { headers })).body, alice.marks, page);
      }
    }
    for (const reference of alice.references) {
      const { status, data } = await bob.get<{ entries?: Entry[] }>(`/api/records?reference=${encodeURIComponent(reference)}`);
      expect([status, data.entries ?? []], reference).toEqual([200, []]);
    }
    // Nor does the owner see one account's orders while on the other.
    expect((await alice.client.post('/api/session/mode', { mode })).status).toBe(200);
    await expectNotFound(alice.client, alice.orders[mode === 'demo' ? 'real' : 'demo']);
    const own = await alice.client.get<{ order: Order }>(`/api/spot/orders/${alice.orders[mode]}`);
    expect(own.data.order.status).toBe('open');
  }
});

async function expectNotFound(client: RawClient, id: string): Promise<void> {
  const read = await client.get<{ error: { code: string } }>(`/api/spot/orders/${id}`);
  expect([read.status, read.data.error.code]).toEqual([404, 'ORDER_NOT_FOUND']);
  const cancel = await client.post<{ error: { code: string } }>('/api/spot/cancellations', { orderId: id, requestId: crypto.randomUUID() });
  expect([cancel.status, cancel.data.error.code]).toEqual([404, 'ORDER_NOT_FOUND']);
}

function expectNoMark(body: string, marks: string[], what: string): void {
  const found = marks.filter((mark) => body.toLowerCase().includes(mark.toLowerCase()));
  expect(found, what).toEqual([]);
}

/** A member with a resting order on each account, and everything by which their data would be recognised. */
async function createOwner(): Promise<Owner> {
  const client = new RawClient();
  const address = await client.signIn();
  const orders = { demo: '', real: '' };
  const references: string[] = [];
  const { data } = await client.get<{ markets: { symbol: string; price: string }[] }>('/api/markets');
  const price = String(Math.floor(Number(data.markets.find(({ symbol }) => symbol === 'BTC-USDT')?.price) * 0.94));
  for (const mode of ['real', 'demo'] as const) {
    await client.post('/api/session/mode', { mode });
    if (mode === 'real') await client.post('/api/faucet', { asset: 'USDT', requestId: crypto.randomUUID() });
    const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'limit', price, quantity: QUANTITIES[mode], timeInForce: 'GTC' };
    const placed = await client.post<{ order: Order }>('/api/spot/orders', { ...order, requestId: crypto.randomUUID() });
    expect(placed, JSON.stringify(placed)).toMatchObject({ status: 200, data: { order: { status: 'open' } } });
    orders[mode] = placed.data.order.id;
    const records = await client.get<{ entries: Entry[] }>('/api/records');
    references.push(...records.data.entries.flatMap(({ reference, journalId }) => [reference, journalId]));
  }
  expect(references.length).toBeGreaterThan(3);
  return {
    client,
    orders,
    references: [...new Set(references)].filter(Boolean),
    marks: [address, ...Object.values(QUANTITIES), client.cookies.get('candor_session') ?? ''],
  };
}
