import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { openConsole, openOffice } from './support/console';
import { listenToConsole } from './support/noise';
import { expect, readBarriers, test } from './support/test';

const PAGES = [
  ...['', '/requests', '/withdrawals', '/queues/identity', '/queues/loans', '/queues/proofs', '/queues/wires', '/queues/claims'],
  ...[
    '/objects/market/BTC-USDT',
    '/objects/entry/product%20spot',
    '/objects/announcement/1',
    '/objects/help/cost',
    ...['/objects/network/BTC', '/objects/pool/loan-pool', '/objects/job/1', '/lists/jobs?state=waiting', '/lists/pools'],
    ...['/withdrawals?filter=all', '/lists/registry', '/lists/incidents'],
    '/lists/help?state=as+shipped',
    '/lists/positions',
    '/lists/liquidations',
    '/lists/reorganisations',
    '/treasury/sweeps',
    '/queues/support?lang=de',
  ],
  ...['/queues/support', '/answers', '/users', '/treasury', '/markets', '/products', '/reports', '/jobs', '/audit', '/log', '/me'],
];
const office = openOffice();

const newId = () => crypto.randomUUID().replaceAll('-', '');
for (const path of PAGES)
  test(`the console's page ${path || '/'} is accessible in both themes and fits a phone`, async () => {
    const { desk, ben } = office;
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
  const { desk } = office;
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

test('dates and numbers are as the browser of an operator says, then as the operator chose, and the server draws them once', async ({
  browser,
}) => {
  const { desk, ada } = office;
  const noise: string[] = [];
  const storageState = await ada.context().storageState();
  const context = await browser.newContext({ storageState, locale: 'de-DE', viewport: { width: 1440, height: 900 }, isMobile: false });
  const page = await context.newPage();
  listenToConsole(page, noise);
  await openConsole(page, desk, '/lists/pools?accounts=demo');
  await expect(page.getByText('Times in UTC, dates and numbers as in de-DE')).toBeVisible();
  await expect(page.getByRole('cell', { name: /^[0-9]{1,3}(\.[0-9]{3})+(,[0-9]+)?$/ }).first()).toBeVisible();
  await openConsole(page, desk, '/lists/jobs?state=waiting');
  await expect(page.getByRole('cell', { name: /^[0-9]{2}\.[0-9]{2}\.[0-9]{4}, [0-9]{2}:[0-9]{2}:[0-9]{2} UTC$/ }).first()).toBeVisible();
  await openConsole(page, desk, '/me');
  await page.getByLabel('Dates and numbers').selectOption('sv-SE');
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo');
  await page.getByRole('button', { name: 'Keep', exact: true }).click();
  await expect(page.getByText('Kept in this browser.')).toBeVisible();
  await expect(page.getByText('Times in Asia/Tokyo, dates and numbers as in sv-SE')).toBeVisible();
  await openConsole(page, desk, '/lists/jobs?state=waiting');
  await expect(page.getByRole('cell', { name: /^[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9:]{8} (GMT\+9|JST)$/ }).first()).toBeVisible();
  expect(noise).toEqual([]);
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
