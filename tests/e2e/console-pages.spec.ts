import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type Console, CONSOLE_TIMEOUT_MS, openConsole, startConsole } from './support/console';
import { expect, readBarriers, test } from './support/test';

const PAGES = [
  ...['', '/requests', '/withdrawals', '/queues/identity', '/queues/loans', '/queues/proofs', '/queues/wires', '/queues/claims'],
  ...[
    '/objects/market/BTC-USDT',
    '/objects/entry/product%20spot',
    '/objects/announcement/1',
    '/objects/help/cost',
    '/lists/help?state=as+shipped',
    '/lists/positions',
    '/lists/liquidations',
    '/lists/reorganisations',
    '/treasury/sweeps',
    '/queues/support?lang=de',
  ],
  ...['/queues/support', '/answers', '/users', '/treasury', '/markets', '/products', '/reports', '/jobs', '/audit', '/log', '/me'],
];
let desk: Console;
let ben: Page;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(CONSOLE_TIMEOUT_MS);
  desk = await startConsole();
  ben = await desk.enter(browser, 'ben');
});
test.afterAll(async () => {
  await ben?.context().close();
  await desk.close();
});

const newId = () => crypto.randomUUID().replaceAll('-', '');
for (const path of PAGES)
  test(`the console's page ${path || '/'} is accessible in both themes and fits a phone`, async () => {
    const faults: string[] = [];
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await ben.setViewportSize({ width, height });
      if (width === 1440) await openConsole(ben, desk, path);
      for (const theme of ['dark', 'day']) {
        await ben.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
        const found = await readBarriers(ben, { isOnlyColour: theme === 'day' });
        faults.push(...found.map((fault) => `${width} ${theme}: ${fault}`));
      }
      if (await ben.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth))
        faults.push(`${width}: wider than the window`);
      await keep(ben, `${path.replaceAll(/[/?=%]/g, '-') || '-today'}-${width}`);
    }
    expect(faults).toEqual([]);
  });

test('an operator sets password and authenticator by the key, binds a passkey, and signs in by it', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await device.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  const keys = JSON.parse(readFileSync(join(process.env.E2E_DATA_DIR ?? '', 'operator-keys.json'), 'utf8')) as { ben: string };
  const password = `correct ${newId()}`;
  await openConsole(page, desk, '/key');
  await page.getByLabel('Your key').fill(keys.ben);
  await page.getByRole('button', { name: 'Go on' }).click();
  const secret = Secret.fromBase32((await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '');
  const codeAt = (timestamp: number) => new TOTP({ secret }).generate({ timestamp });
  await page.getByLabel(/^New password/).fill(password);
  await page.getByLabel('Code of the authenticator').fill(codeAt(Date.now()));
  await page.getByRole('button', { name: 'Set password and authenticator' }).click();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Name', { exact: true }).fill('ben');
  await page.getByLabel('Password', { exact: true }).fill(password);
  // Each code counts once; the next one counts already.
  await page.getByLabel('Code of the authenticator').fill(codeAt(Date.now() + 30_000));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await openConsole(page, desk, '/me');
  await page.getByLabel('Name, such as the device').fill('Phone');
  await page.getByLabel('Your password').fill(password);
  await page.getByRole('button', { name: 'Bind a passkey' }).click();
  await expect(page.getByText(/^Passkey, bound .* not used yet$/)).toBeVisible();
  expect(await readBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Use a passkey in place of the code' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await openConsole(page, desk, '/me');
  await expect(page.getByText(/^Passkey, bound .* used last /)).toBeVisible();
  await context.close();
});

/** With SHEETS a folder: pictures of each page in both themes, to be looked at. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.SHEETS;
  if (folder === undefined) return;
  for (const theme of ['dark', 'day']) {
    await page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme);
    await page.screenshot({ path: `${folder}/console${name}-${theme}.png`, fullPage: true });
  }
}
