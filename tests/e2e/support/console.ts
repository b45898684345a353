import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { getFreePort } from '../../helpers/free-port';
import { collectConsoleErrors } from './console-errors';

const READY_TIMEOUT_MS = 240_000;
/** For its start and the sign-in of its operators, on a machine that does much else. */
const CONSOLE_TIMEOUT_MS = 2 * READY_TIMEOUT_MS;

export type Console = {
  origin: string;
  /** Signs one of the sandbox's operators in by a printed link, in a browser of its own. */
  enter(browser: Browser, name: 'ada' | 'ben'): Promise<Page>;
  close(): Promise<void>;
};

/** The console with the two operators of the sandbox at their desks. */
export type Office = { desk: Console; ada: Page; ben: Page };

/** Starts the console before the tests of a file and signs both operators in; no page of theirs may say that something is wrong with it. */
export function openOffice(): Office {
  const office = {} as Office;
  const noise: string[] = [];
  test.beforeAll(async ({ browser }) => {
    test.setTimeout(CONSOLE_TIMEOUT_MS);
    office.desk = await startConsole();
    [office.ada, office.ben] = await Promise.all([office.desk.enter(browser, 'ada'), office.desk.enter(browser, 'ben')]);
    for (const page of [office.ada, office.ben]) collectConsoleErrors(page, noise);
  });
  test.afterEach(() => {
    // A refusal is an answer of 4xx, which a browser tells too; that a style came early and was used late is the machine's.
    const wrong = noise.splice(0).filter((text) => !/Failed to load resource.*40[0-9]|was preloaded using link preload/.test(text));
    expect(wrong, 'the console stays clean').toEqual([]);
  });
  test.afterAll(async () => {
    await Promise.all([office.ada, office.ben].map((page) => page?.context().close()));
    await office.desk?.close();
  });
  return office;
}

/** Starts the operators' console as `npm run operator:console` does, beside the product under test. */
async function startConsole(): Promise<Console> {
  const port = await getFreePort();
  const server = spawn(process.execPath, ['scripts/operator-console.mjs'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      OPERATOR_PORT: String(port),
      EXCHANGE_PORT: new URL(process.env.E2E_EXCHANGE ?? '').port,
      DATA_DIR: process.env.E2E_DATA_DIR,
    },
  });
  const log: string[] = [];
  for (const stream of [server.stdout, server.stderr]) createInterface({ input: stream }).on('line', (line) => log.push(line));
  const end = Date.now() + READY_TIMEOUT_MS;
  while (!log.some((line) => line.startsWith('Ready:'))) {
    if (server.exitCode != null || Date.now() > end) throw new Error(`the console did not start:\n${log.join('\n')}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    origin: `http://localhost:${port}`,
    async enter(browser, name) {
      const link = log.map((line) => new RegExp(`^Sign in as ${name} \\(once\\): (.*)$`).exec(line)?.[1]).find((found) => found);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(link ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Today' }).waitFor();
      return page;
    },
    close: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await gone;
    },
  };
}

/** Opens a page of the console for an operator who is signed in. */
export async function openConsole(page: Page, { origin }: Console, path: string): Promise<void> {
  await page.goto(`${origin}/operator${path}`);
}

/** Opens the case of a user in a queue, which it may reach a moment after what the user did. */
export async function openOwnCase(page: Page, desk: Console, { queue, user }: { queue: string; user: string }): Promise<void> {
  await expect(async () => {
    await openConsole(page, desk, `/queues/${queue}?user=${user}`);
    await page.locator('tbody a[data-row]').first().click({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await page.waitForURL(new RegExp(`/queues/${queue}/[0-9]+$`));
}

/** Presses a button once it is taken over: before that a press is nobody's. */
async function press(button: Locator): Promise<void> {
  await expect.poll(() => button.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$')))).toBe(true);
  await button.click();
}

/** Sends what an operator asks for, with a reason, and says what the console answers. */
export async function askFor(page: Page, button: string): Promise<void> {
  const form = page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });
  await form.getByLabel('Reason (in the log for good)').fill('looked at');
  await press(form.getByRole('button', { name: button, exact: true }));
}

/** Approves the request that the page, or a part of it, shows. */
export async function approve(place: Page | Locator): Promise<void> {
  await place.getByLabel('Your reason (in the log for good)').first().fill('seen');
  await press(place.getByRole('button', { name: 'Approve', exact: true }).first());
}

/** The second operator finds what the first one asked for last about something: the page says nothing of when it stands, so it is opened until it does. */
export async function openRequest(page: Page, desk: Console, about: RegExp | string): Promise<Locator> {
  const request = page.locator('section:has(> h3)').filter({ hasText: about }).last();
  await expect(async () => {
    await openConsole(page, desk, '/requests');
    await expect(request).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  return request;
}

/** The second operator reads what the first one asked for last about something, and agrees. */
export async function agree(page: Page, desk: Console, about: RegExp | string): Promise<void> {
  const request = await openRequest(page, desk, about);
  const name = (await request.getByRole('heading').textContent()) ?? '';
  await approve(request);
  await expect(page.getByRole('heading', { name, exact: true })).toBeHidden();
}

/** Goes to a row of a list by the keyboard alone, counted from 1: keys are heard once the list is taken over. */
export async function pressToRow(page: Page, row: number): Promise<void> {
  const readFocused = () =>
    page.evaluate(() => {
      const rows: (Element | null)[] = [...document.querySelectorAll('tbody a[data-row]')];
      return rows.indexOf(document.activeElement) + 1;
    });
  await expect(async () => {
    const at = await readFocused();
    if (at !== row) await page.keyboard.press(at < row ? 'j' : 'k');
    await expect.poll(readFocused, { timeout: 1_000 }).toBe(row);
  }).toPass({ timeout: 60_000 });
}
