import { type APIRequestContext, test as base, expect, type Locator, type Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';
import type { Session } from '../../../lib/dto/session';
import { toShownHeaders } from '../../../lib/dto/shown-account';
import { collectConsoleErrors } from './console-errors';

type Fixtures = {
  /** Texts of console messages that a test provokes on purpose, such as a request to a server that was killed; one pattern, for Playwright takes two as a pair. */
  allowedNoise: RegExp[];
};

/** `test` fails when a page writes an error or a warning to the console, or throws. */
export const test = base.extend<Fixtures>({
  allowedNoise: [[], { option: true }],
  page: async ({ page, allowedNoise }, use) => {
    const noise: string[] = [];
    collectConsoleErrors(page, noise);
    await use(page);
    // A page still reads while its test ends: an answer that a route of the test was about to change is gone then.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(
      noise.filter((text) => !allowedNoise.some((pattern) => pattern.test(text))),
      'the console stays clean',
    ).toEqual([]);
  },
});
export { expect };

/** Signs in with a new sandbox wallet: a member on the demo account. */
export async function signInWithSandboxWallet(page: Page): Promise<void> {
  await page.goto('/empty_wallet');
  await page.getByRole('button', { name: 'Use the sandbox wallet' }).click();
  await page.getByRole('button', { name: 'Connect and sign' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Opens a sheet of the header; a tap that the browser took while the page was moving is not done twice. */
export async function openSheet(page: Page, sheet: 'Menu' | 'Switch account'): Promise<void> {
  const button =
    sheet === 'Menu' ? page.getByRole('button', { name: 'Menu' }) : page.getByRole('button', { name: /^(Demo|Real) (?!account)/ });
  const dialog = page.getByRole('dialog', { name: sheet });
  await expect(async () => {
    if (!(await dialog.isVisible())) await button.click({ timeout: 2_000 });
    await expect(dialog).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Makes a choice as a person does: once more where the page, drawn anew under the finger, took it back. */
export async function tick(choice: Locator): Promise<void> {
  await expect(async () => {
    await choice.check({ timeout: 5_000 });
    await expect(choice).toBeChecked({ timeout: 5_000 });
  }).toPass();
}

/** Reads what a write came to on its sheet, and closes that. */
export async function closeResult(page: Page, title: string): Promise<void> {
  const sheet = page.getByRole('dialog', { name: title });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(sheet).toBeHidden();
}

const SETTLE_MS = 60_000;

/** What is drawn is judged: a screen is settled when its heading is there and no skeleton any more. */
export async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1, { timeout: SETTLE_MS });
  await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0, { timeout: SETTLE_MS });
}

/** Follows a link of the app to its page: until that is drawn, the page before it is still in view. */
export async function followLink(page: Page, link: Locator): Promise<void> {
  const path = new URL((await link.getAttribute('href')) ?? '', page.url()).pathname;
  await link.click();
  await page.waitForURL((url) => url.pathname === path);
  await settle(page);
}

/** Finds nothing that keeps people out: WCAG 2.2 AA and best practices. */
export async function expectAccessible(page: Page, what = page.url()): Promise<void> {
  expect(await readBarriers(page), what).toEqual([]);
}

/** Fades that follow each other before a page is judged as it is. */
const FADES_MAX = 10;

/** Rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Returns what keeps people out of the page in view, one line per rule; with `isOnlyColour` only what colours can do. */
export async function readBarriers(page: Page, { isOnlyColour = false } = {}): Promise<string[]> {
  expect(page.frames(), 'no page has frames: what is in one would not be judged').toHaveLength(1);
  // The judge stays in a document: a second look at it, in another theme or size, takes half as long.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = { resultTypes: ['violations'], ...(isOnlyColour ? { runOnly: { type: 'rule', values: COLOUR_RULES } } : {}) };
  return page.evaluate(
    async ({ given, roundsMax }) => {
      // Half-way through a fade a text has a colour that nobody designed; what ends may begin another one.
      for (let round = 0; round < roundsMax; round += 1) {
        // What turns until something is done never ends by itself.
        const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY);
        if (ending.length === 0) break;
        await Promise.allSettled(ending.map((animation) => animation.finished));
        await new Promise(requestAnimationFrame);
      }
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, given);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`);
    },
    { given: options, roundsMax: FADES_MAX },
  );
}

/** Dark or day, and a language, for every page that follows. */
export async function chooseLook(page: Page, { theme, locale }: { theme: 'dark' | 'day'; locale: 'en' | 'de' }): Promise<void> {
  const cookies = { candor_theme: theme, candor_locale: locale };
  await page.context().addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin() })));
}

/** Marks the browser as one with a wallet, as its own wallet page does. */
export async function tellWalletFound(page: Page): Promise<void> {
  const answer = await page.request.post('/api/wallet-found', { data: {}, headers: { origin: origin() } });
  expect(answer.status()).toBe(200);
}

/** Answers the appropriateness test that is shown, question by question, and sends it. */
export async function answerTest(page: Page, answers: readonly string[]): Promise<void> {
  const send = page.getByRole('button', { name: 'Send my answers' });
  for (const [index, answer] of answers.entries()) {
    await expect(send).toBeDisabled();
    await tick(page.getByRole('radio', { name: answer, exact: true }).nth(index));
  }
  await send.click();
}

/** Places an order through the app's own endpoint and returns what it says of it. */
export async function placeOrder(page: Page, order: Record<string, string>): Promise<{ id: string; status: string }> {
  const data = { ...order, requestId: crypto.randomUUID().replaceAll('-', '') };
  const answer = await page.request.post('/api/spot/orders', { data, headers: await writeHeaders(page.request) });
  expect(answer.status()).toBe(200);
  return (await answer.json()).order;
}

/** Last price of a market: the simulated ones move by half within weeks, so no test names one. */
export async function readPrice(page: Page, symbol: string): Promise<number> {
  const { markets } = (await (await page.request.get('/api/markets')).json()) as { markets: { symbol: string; price: string }[] };
  return Number(markets.find((market) => market.symbol === symbol)?.price);
}

/** Headers of a write by a screen that was drawn just now. */
export async function writeHeaders(request: APIRequestContext): Promise<Record<string, string>> {
  const { user } = (await (await request.get('/api/session')).json()) as Session;
  return { origin: origin(), ...(user === null ? {} : toShownHeaders(user)) };
}

/** Sends a write of the app as its screens do, and returns the answer. */
export async function send<T>(request: APIRequestContext, path: string, data: object): Promise<T> {
  const answer = await request.post(path, { data, headers: await writeHeaders(request) });
  expect(answer.status(), `${path}: ${await answer.text()}`).toBe(200);
  return answer.json();
}

function origin(): string {
  return process.env.E2E_ORIGIN ?? '';
}
