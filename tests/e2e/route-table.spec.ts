import { expect, test } from '@playwright/test';
import { PUBLIC_HELP_PAGES } from '../../lib/security/pages';
import { makeTrader } from './support/members';
import { RawClient } from './support/raw-client';
import { textsOf } from './support/texts';

const NOT_SHOWN = ['Errors.FEATURE_NOT_OFFERED', 'Errors.INTERNAL', 'Common.loadFailed'].map(textsOf('en')).map(String);
const BROWSER = { 'user-agent': 'Mozilla/5.0' };

/** The specification's route table: each route, and where it is opened with what it asks for; `{id}` stands for a notification of the reader's. */
const ROUTES: Readonly<Record<string, string>> = {
  '/tab1': '',
  '/homeTab': '',
  '/tab2': '',
  '/tab3': '',
  '/tab4': '',
  '/market': '',
  '/saleCoin': '',
  '/pledgehistory': '',
  '/buyStep': '',
  '/marketInfos': '',
  '/marketInfo': '?coin=BTC&type=perpetual',
  '/wallet': '',
  '/authenticator': '',
  '/notifiCations': '',
  '/notifydetails': '?id={notification}',
  '/google': '',
  '/invite': '',
  '/legality': '',
  '/faq': '',
  '/walletDetails': '?coin=USDT',
  '/language': '',
  '/recorddetails': '?ref={reference}',
  '/record': '?active=5',
  '/web_view': '?active=4',
  '/verification': '',
  '/orderdetails': '?id={filled}',
  '/secondorder': '',
  '/contractOrder': '',
  '/optionOrder': '?coin=ETH',
  '/perpetualorder': '?coin=BTC',
  '/spotorder': '?coin=BTC',
  '/account': '',
  '/about': '',
  '/uploadProof': '?currneyName=USDT',
  '/loandetails': '?num=1000&loanid=2',
  '/setloandetails': '?id=1',
  '/empty_wallet': '',
  '/empty_wallet_login': '',
  '/login': '',
  '/register': '',
};
const FOR_VISITORS: ReadonlySet<string> = new Set(['/empty_wallet', '/empty_wallet_login', '/login', '/register']);
/** A loan needs a verified identity: where one is verified and signs one is verification.spec.ts. Here its page says that there is none. */
const OF_A_LOAN = '/setloandetails';
const NO_LOAN = String(textsOf('en')('Errors.LOAN_NOT_FOUND'));

/** What a page says, without what is sent along for its scripts. */
const readText = (html: string) => html.replace(/<script\b[\s\S]*?<\/script>/g, '').replace(/<!--[\s\S]*?-->/g, '');

async function expectShown(client: RawClient, { route, path }: { route: string; path: string }): Promise<void> {
  const answer = await client.ask(path, { headers: BROWSER });
  expect([answer.status, answer.location], path).toEqual([200, '']);
  const text = readText(answer.body);
  expect(text, `${route} has a heading`).toMatch(/<h1\b/);
  for (const words of NOT_SHOWN) expect(text, path).not.toContain(words);
  expect(text.includes(NO_LOAN), path).toBe(route === OF_A_LOAN);
}

/** Buys a little with test money on the real account, and returns the order's id. */
async function buyOnReal(member: RawClient): Promise<string> {
  const requestId = () => crypto.randomUUID().replaceAll('-', '');
  expect((await member.post('/api/faucet', { asset: 'USDT', requestId: requestId() })).status).toBe(200);
  const order = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.001', requestId: requestId() };
  const { status, data } = await member.post<{ order: { id: string } }>('/api/spot/orders', order);
  expect(status).toBe(200);
  return data.order.id;
}

test('the table has its 40 routes, and the one of the layout leads to the landing tab', async () => {
  expect(Object.keys(ROUTES)).toHaveLength(40);
  const { status, location } = await new RawClient().ask('/');
  expect(status).toBe(307);
  expect(location).toMatch(/\/tab1$/);
});

test('every route that needs nobody is shown to a visitor with a wallet', async () => {
  const visitor = new RawClient();
  await visitor.post('/api/wallet-found', {});
  for (const route of ['/tab1', ...FOR_VISITORS]) await expectShown(visitor, { route, path: route });
  for (const route of PUBLIC_HELP_PAGES) {
    await expectShown(new RawClient(), { route, path: `/de${route}${ROUTES[route] ?? ''}` });
  }
});

for (const mode of ['demo', 'real'] as const) {
  test(`every other route of the table is shown on the ${mode} account, and none says that it is not offered`, async () => {
    // Not the trader that other tests share: this one changes its account.
    const { cookies, ids } = await makeTrader();
    const member = new RawClient();
    for (const [name, value] of cookies) member.cookies.set(name, value);
    expect((await member.post('/api/session/mode', { mode })).status).toBe(200);
    const own = mode === 'real' ? { ...ids, filled: await buyOnReal(member) } : ids;
    for (const [route, query] of Object.entries(ROUTES)) {
      if (FOR_VISITORS.has(route)) continue;
      const path = `${route}${query.replace(/\{(\w+)\}/g, (_place, name: string) => own[name] ?? '1')}`;
      await expectShown(member, { route, path });
    }
    // The page of a loan is there, and so is what stands behind it: only this reader has none.
    const { data } = await member.get<{ error: { code: string } }>('/api/loans/1');
    expect(data.error.code).toBe('LOAN_NOT_FOUND');
    // What was bought with play money is no order of the real account.
    const { data: order } = await member.get<{ error?: { code: string } }>(`/api/spot/orders/${ids.filled}`);
    expect(order.error?.code).toBe(mode === 'real' ? 'ORDER_NOT_FOUND' : undefined);
  });
}
