import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decideRoute, type RouteFacts } from './decide-route';
import { LOGIN_PAGES, MEMBER_PAGES, OWN_FILES, pageAt, PUBLIC_HELP, PUBLIC_HELP_PAGES } from './pages';

const SAFARI = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1';
const facts = (pathname: string, more: Partial<RouteFacts> = {}): RouteFacts => ({
  pathname,
  search: '',
  userAgent: SAFARI,
  hasSession: false,
  hasWalletCookie: true,
  isWalletGuardOn: true,
  chosenLocale: undefined,
  ...more,
});
const to = (pathname: string, more: Partial<RouteFacts> = {}) => {
  const decision = decideRoute(facts(pathname, more));
  return decision.kind === 'redirect' ? `> ${decision.to}` : decision.kind === 'render' ? decision.path : 'file';
};

describe('languages', () => {
  it('leads the root to the landing tab', () => expect([to('/'), to('/de')]).toEqual(['> /tab1', '> /de/tab1']));
  it('renders the chosen language under the bare path, English without a choice', () =>
    expect([to('/tab1'), to('/tab1', { chosenLocale: 'ja' }), to('/tab1', { chosenLocale: '../etc' })]).toEqual([
      '/en/tab1',
      '/ja/tab1',
      '/en/tab1',
    ]));
  it('lets a prefixed public page pass, whatever was chosen', () => expect(to('/zh-CN/tab1', { chosenLocale: 'de' })).toBe('/zh-CN/tab1'));
  it('leads a prefixed member page to its one address', () => expect(to('/de/market', { search: '?a=1' })).toBe('> /market?a=1'));
});

describe('login guard', () => {
  it.each([...MEMBER_PAGES])('%s leads to the landing tab without a session', (page) =>
    expect(to(page)).toBe(`> /tab1?next=${encodeURIComponent(page)}`),
  );
  it.each([...MEMBER_PAGES])('%s renders with a session, or says within its frame that it is not there', (page) =>
    expect(to(page, { hasSession: true })).toBe(pageAt(page) === null ? '/en/missing-member' : `/en${page}`),
  );
  it('shows a signed-in browser every public page that there is', () => {
    const pages = readdirSync('app/[locale]/(public)', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(pages.length).toBeGreaterThan(4);
    for (const { name } of pages.filter((entry) => `/${entry.name}` !== PUBLIC_HELP))
      expect(to(`/${name}`, { hasSession: true })).toBe(name === 'tab1' ? '/en/tab1-member' : `/en/${name}`);
  });
  it.each(['/nope', '/market/extra', '/de/nope'])('%s is missing within the frame of a signed-in browser', (page) =>
    expect(to(page, { hasSession: true })).toMatch(/^\/(en|de)\/missing-member$/),
  );
  it.each(['/market/%C3%A4', '/market/a%20b', '/de/market/%22', '/market/%E4%B8%AD/'])(
    '%s ends somewhere: a browser writes it as it wrote it before',
    (asked) => {
      for (const hasSession of [true, false]) {
        let at = asked;
        const seen: string[] = [];
        for (let answer = to(at, { hasSession }); answer.startsWith('> '); answer = to(at, { hasSession })) {
          expect(seen).not.toContain(at);
          seen.push(at);
          at = new URL(answer.slice(2), 'https://candor.example').pathname;
        }
      }
    },
  );
  it('keeps the query for the way back, without what the framework adds', () =>
    expect(to('/marketInfo', { search: '?coin=BTC&_rsc=abc' })).toBe('> /tab1?next=%2FmarketInfo%3Fcoin%3DBTC'));
  it('gives a signed-in browser its own landing tab', () =>
    expect([to('/tab1', { hasSession: true }), to('/ko/tab1', { hasSession: true })]).toEqual(['/en/tab1-member', '/ko/tab1-member']));
});

describe('help', () => {
  it.each([...PUBLIC_HELP_PAGES])("%s is a page of a member, and everybody's under the address of a language", (page) => {
    expect([to(page), to(page, { hasSession: true })]).toEqual([`> /tab1?next=${encodeURIComponent(page)}`, `/en${page}`]);
    for (const more of [{}, { hasSession: true }, { hasWalletCookie: false }])
      expect(to(`/de${page}`, more)).toBe(`/de${PUBLIC_HELP}${page}`);
  });
  it('has one address', () =>
    expect([to('/de//faq'), to(`${PUBLIC_HELP}/faq`), to(`/de${PUBLIC_HELP}/faq`), to('/de/faq/x')]).toEqual([
      '> /de/faq',
      '/en/not-found',
      '/de/not-found',
      '> /faq/x',
    ]));
});

describe('wallet guard', () => {
  const bare = { hasWalletCookie: false };
  it.each(['/market', ...LOGIN_PAGES])('%s leads to the wallet page without a wallet', (page) =>
    expect(to(page, bare)).toBe(`> /empty_wallet?next=${encodeURIComponent(page)}`),
  );
  it('covers a session without a wallet, too', () =>
    expect(to('/market', { ...bare, hasSession: true })).toBe('> /empty_wallet?next=%2Fmarket'));
  it.each(['/tab1', '/empty_wallet', '/de/tab1'])('never covers %s', (page) => expect(to(page, bare)).not.toMatch(/^>/));
  it('lets the in-app browser of a wallet pass', () =>
    expect(to('/login', { ...bare, userAgent: `${SAFARI} WebView MetaMaskMobile` })).toBe('/en/login'));
  it('lets robots read public pages and nothing else', () => {
    const robot = { ...bare, userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
    expect([to('/register', robot), to('/market', robot)]).toEqual(['/en/register', '> /empty_wallet?next=%2Fmarket']);
  });
  it('can be turned off', () => expect(to('/login', { ...bare, isWalletGuardOn: false })).toBe('/en/login'));
});

describe('security: ways around', () => {
  const open = { hasWalletCookie: true };
  it.each([
    '/%6Darket',
    '/%256Darket',
    '//market',
    '/./market',
    '/x/../market',
    '/market/',
    '/\\market',
    '/%2Fmarket',
    '/en%2Fmarket',
    '/de//market',
  ])('%s does not slip past', (path) => expect(to(path, open)).toMatch(/^> \/market/));
  it.each(['/market/extra', '/wallet/x'])('%s counts as its member page', (path) => expect(to(path, open)).toMatch(/^> \/tab1\?next=/));
  it.each([
    '/tab1-member',
    '/en/tab1-member',
    '/de/tab1-member/x',
    '/missing-member',
    '/de/missing-member',
    '/%74ab1-member',
    '/en/de/market',
    '/en/en/tab1-member',
    '/%',
    '/%25252525256d',
    '/a%00b',
  ])('%s does not exist', (path) => expect(to(path, { hasSession: true })).toMatch(/^\/(en|de)\/not-found$/));
  it('serves its own files as files, and these are all that there are', () => {
    const made = readdirSync('app').filter((name) => /^(robots|sitemap|manifest)\.ts$/.test(name));
    expect([...readdirSync('public'), ...made].length).toBe(OWN_FILES.size);
    for (const name of [...readdirSync('public'), 'robots.txt', 'sitemap.xml', 'manifest.webmanifest']) expect(to(`/${name}`)).toBe('file');
  });
  it.each(['/icons/a.png', '/x.js', '/de/wallet/a.svg', '/wallet.json', '/robots.txt/a.txt'])(
    '%s has the name of a file and is none',
    (path) => expect(to(path)).toBe('/en/not-found'),
  );
  it("marks what stands in a member's frame as private, and nothing else", () => {
    const isPrivate = (pathname: string, hasSession: boolean) => {
      const decision = decideRoute(facts(pathname, { hasSession }));
      return decision.kind === 'render' && decision.isPrivate;
    };
    expect([isPrivate('/wallet', true), isPrivate('/tab1', true), isPrivate('/nope', true)]).toEqual([true, true, true]);
    expect([isPrivate('/tab1', false), isPrivate('/login', true), isPrivate('/nope', false)]).toEqual([false, false, false]);
  });
  it.each(['/market.rsc', '/market.txt/x'])('%s is no page of ours', (path) => expect(to(path)).toBe(`/en${path}`));
});
