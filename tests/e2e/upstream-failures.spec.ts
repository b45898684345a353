import type { Browser, Page } from '@playwright/test';
import { ENDPOINTS } from '../../lib/api/endpoints';
import { errorBodySchema } from '../../lib/dto/shared';
import { type ApiDocument, readExamples } from '../helpers/example-input';
import { LINE_FAULTS, REFUSALS, TYPE_FAULTS } from '../faults/support/faulty-backend';
import { PLAIN_ADDRESSES } from './support/page-addresses';
import { takeShare } from '../helpers/turns';
import { RawClient } from './support/raw-client';
import { type SecondApp, startSecondApp } from './support/second-app';
import { collectConsoleErrors } from './support/console-errors';
import { expect, test } from './support/test';

const FAULTS = { ...LINE_FAULTS, ...REFUSALS, ...TYPE_FAULTS };
/** Public reads that a browser makes; these two have an answer of their own when the exchange has none. */
const PUBLIC = ENDPOINTS.filter(({ id, access, method }) => access !== 'member' && method === 'GET' && id !== 'outbox' && id !== 'session');
const ANSWERS_ALONE = new Set(['health', 'features']);
const PUBLIC_PAGES = ['/tab1', '/de/tab1', '/login', '/register', '/empty_wallet', '/empty_wallet_login'];
/** Lists are shared for a second at most, other answers for a quarter of one; failures only with those who wait for them. */
const LISTS_SHARED_MS = 1_100;
const SHARED_MS = 300;
const TRIES_MAX = 20;
/** Every page meets each kind of fault at least once, every public read a quarter of the faults (in Node it meets all); in the long form they meet each fault. */
const PAGE_SHARE = 16;
const READ_SHARE = 4;
const PAGE_MS_MAX = 30_000;
const INSIDES = /SQLSTATE|PDOException|wwwroot|Stack trace|Internal Server Error|Application error/;

let app: SecondApp;
let member: RawClient;
let examples: ReturnType<typeof readExamples>;

test.beforeAll(async () => {
  app = await startSecondApp();
  member = new RawClient(app.origin);
  await member.signIn();
  examples = readExamples(JSON.parse((await member.ask('/api/openapi.json')).body) as ApiDocument);
});
test.beforeEach(() => app.breakWith(null));
test.afterAll(() => app.close());

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const addressOf = (name: string, path: string) => `${path}?${new URLSearchParams((examples[name] ?? {}) as Record<string, string>)}`;

async function expectTyped(fault: string, turn: number): Promise<void> {
  await Promise.all(
    takeShare(PUBLIC, turn, READ_SHARE).map(async ({ id: name, path }) => {
      const { status, body } = await new RawClient(app.origin).ask(addressOf(name, path));
      const what = `${name}: ${status} ${body.slice(0, 200)}`;
      expect(status, what).not.toBe(500);
      expect(body, what).not.toMatch(INSIDES);
      if (status >= 400) expect(errorBodySchema.parse(JSON.parse(body)).error.code, what).not.toBe('INTERNAL');
      if (status < 400 && !ANSWERS_ALONE.has(name)) expect(Object.keys(TYPE_FAULTS), `${what} for ${fault}`).toContain(fault);
    }),
  );
}

async function expectOwnPages(fault: string, turn: number): Promise<void> {
  const pages = [
    ...PUBLIC_PAGES.map((path) => ({ path, client: new RawClient(app.origin) })),
    ...PLAIN_ADDRESSES.map((path) => ({ path, client: member })),
  ];
  await Promise.all(
    takeShare(pages, turn, PAGE_SHARE).map(async ({ path, client }) => {
      const { status, body } = await client.ask(path);
      const what = `${path} with a backend that ${fault}: ${status} ${body.slice(0, 300)}`;
      // Where the backend says that it has no such product, its pages are not there.
      expect([200, 404], what).toContain(status);
      if (PUBLIC_PAGES.includes(path)) expect(status, what).toBe(200);
      if (status === 200) expect(body, what).toContain('data-error-title');
      expect(body, what).not.toMatch(INSIDES);
    }),
  );
}

/** On a busy machine the backend may be later than the second that this app gives it: then it is asked again, as by a screen. */
async function askInTime(client: RawClient, path: string): ReturnType<RawClient['ask']> {
  for (let tries = 1; ; tries += 1) {
    const answer = await client.ask(path);
    if (tries === TRIES_MAX || !answer.body.includes('LEGACY_TIMEOUT')) return answer;
  }
}

for (const [kind, faults] of Object.entries({ line: LINE_FAULTS, refusal: REFUSALS, type: TYPE_FAULTS })) {
  test(`${Object.keys(faults).length} ${kind} faults of the backend: typed refusals, pages of our own design, and all is well right after`, async () => {
    test.setTimeout(Object.keys(faults).length * PAGE_MS_MAX);
    await pause(LISTS_SHARED_MS);
    for (const [turn, [fault, answer]] of Object.entries(faults).entries()) {
      await test.step(fault, async () => {
        await pause(SHARED_MS);
        app.breakWith(answer);
        await expectTyped(fault, turn);
        await expectOwnPages(fault, turn);
        app.breakWith(null);
        const { body } = await askInTime(member, '/api/balances');
        expect(JSON.parse(body).balances?.length, `${fault}: balances again`).toBeGreaterThan(0);
        const { status, body: book } = await askInTime(new RawClient(app.origin), '/api/markets/book?symbol=BTC-USDT');
        if (!(fault in TYPE_FAULTS)) expect([status, JSON.parse(book).symbol], `${fault}: a book again`).toEqual([200, 'BTC-USDT']);
      });
    }
    await pause(LISTS_SHARED_MS);
    const { status, body: list } = await askInTime(new RawClient(app.origin), '/api/markets');
    expect([status, JSON.parse(list).markets?.length > 0], 'markets again').toEqual([200, true]);
  });
}

test('at least 60 kinds of nonsense are tried', () => expect(Object.keys(FAULTS).length).toBeGreaterThanOrEqual(60));

const BREAKS = {
  down: LINE_FAULTS.resets,
  slow: LINE_FAULTS['never answers'],
  cut: LINE_FAULTS['resets within the answer'],
} as const;
const SCREENS = ['/account', '/wallet', '/spotorder', '/walletDetails?coin=USDT', '/orderdetails?id=1', '/optionOrder'];
const FAILED = /could not be (shown|loaded)/;

test.describe('in the browser', () => {
  // What a screen will need is fetched ahead: while the backend lets it wait, the browser notes that it isn't used yet.
  test.use({ allowedNoise: [/Failed to load resource.*(50[0-9]|404|ERR_)|was preloaded using link preload but not used/] });

  for (const [name, fault] of Object.entries(BREAKS)) {
    test(`a backend that is ${name}: screens say so in their frame, and show what they have without a tap once it is back`, async ({
      browser,
      allowedNoise,
    }) => {
      const noise: string[] = [];
      // Screens side by side, each in a browser of its own: most of the time they wait until they ask again.
      const pages = await Promise.all(SCREENS.map(() => openPage(browser, noise)));
      app.breakWith(fault as never);
      await pause(LISTS_SHARED_MS);
      await Promise.all(
        pages.map(async (page, index) => {
          const path = SCREENS[index] as string;
          await page.goto(app.origin + path);
          await expect(page.getByText(FAILED).first(), `${path} says so`).toBeVisible();
          await expectFrame(page);
        }),
      );
      app.breakWith(null);
      await Promise.all(
        pages.map(async (page, index) => {
          const path = SCREENS[index] as string;
          await expect(page.getByText(FAILED), `${path} comes back`).toHaveCount(0, { timeout: 120_000 });
          await expect(page.locator('h1').first(), path).toBeVisible();
          await page.context().close();
        }),
      );
      expect(noise.filter((text) => !allowedNoise.some((pattern) => pattern.test(text)))).toEqual([]);
    });
  }

  test('the landing page is whole without the exchange, says that prices are missing, and shows them once they are there', async ({
    page,
  }) => {
    app.breakWith(LINE_FAULTS.resets as never);
    await pause(LISTS_SHARED_MS);
    const answer = await page.goto(`${app.origin}/tab1`);
    expect(answer?.status()).toBe(200);
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toBeVisible();
    app.breakWith(null);
    await expect(page.getByText('BTC').first()).toBeVisible({ timeout: 120_000 });
    await expect(alert).toHaveCount(0);
  });
});

async function openPage(browser: Browser, noise: string[]): Promise<Page> {
  const context = await browser.newContext();
  await context.addCookies([...member.cookies].map(([key, value]) => ({ name: key, value, url: app.origin })));
  const page = await context.newPage();
  collectConsoleErrors(page, noise);
  return page;
}

/** The header of the member screens is there: a way back, or the tabs. */
async function expectFrame(page: Page): Promise<void> {
  await expect(page.getByRole('banner').first()).toBeVisible();
  await expect(page.getByRole('alert').first()).toBeVisible();
  // A heading that still says Loading beside the one that says what happened would be a second one.
  await expect(page.locator('h1')).toHaveCount(1);
}
