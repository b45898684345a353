import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { EMPTY_LISTS, NOTHING_FITS } from '../../lib/console/empty-texts';
import { approve, askFor, type Console, openConsole, openOffice } from './support/console';
import { collectConsoleErrors } from './support/console-errors';
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
    '/lists/aside',
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
    // Colours don't depend on the width: each theme is looked at once.
    for (const [width, height, theme] of [
      [1440, 900, 'dark'],
      [390, 844, 'day'],
    ] as const) {
      await ben.setViewportSize({ width, height });
      if (width === 1440) await openConsole(ben, desk, path);
      await ben.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
      faults.push(...(await readBarriers(ben)).map((fault) => `${width} ${theme}: ${fault}`));
      if (await ben.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth))
        faults.push(`${width}: wider than the window`);
      await keep(ben, `${path.replaceAll(/[/?=%]/g, '-') || '-today'}-${width}`);
    }
    expect(faults).toEqual([]);
  });

test('an empty list says what it is for, or that nothing fits, and a list is narrowed by a name of two words', async () => {
  const { desk, ben } = office;
  await ben.setViewportSize({ width: 390, height: 844 });
  await openConsole(ben, desk, '/lists/aside');
  await expect(ben.getByText(EMPTY_LISTS.aside)).toBeVisible();
  await openConsole(ben, desk, '/lists/aside?kind=loan');
  await expect(ben.getByText(NOTHING_FITS)).toBeVisible();
  await openConsole(ben, desk, '/lists/jobs');
  await ben.getByLabel('Kind').fill('sandbox blocks');
  await ben.getByRole('button', { name: 'Narrow' }).click();
  await ben.waitForURL(/kind=sandbox\+blocks/);
  await expect(ben.locator('tbody tr')).toHaveCount(1);
  await expect(ben.locator('tbody tr')).toContainText('sandbox blocks');
});

test('an operator sets password and authenticator by the key, binds a passkey, and signs in by it', async ({ browser }) => {
  const { desk } = office;
  const { page, password } = await enterWithPasskey(browser, desk);
  expect(await readBarriers(page)).toEqual([]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Use a passkey in place of the code' }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await openConsole(page, desk, '/me');
  await expect(page.getByText(/^Passkey, bound .* used last /)).toBeVisible();
  await page.context().close();
});

test('who agrees long after the sign-in proves who they are again, and what was typed stays', async ({ browser }) => {
  const { desk, ada } = office;
  const { page, password } = await enterWithPasskey(browser, desk);
  const transfer = `proof-${newId()}`;
  await openConsole(ada, desk, '/treasury');
  const form = ada.locator('form').filter({ has: ada.getByRole('button', { name: 'Ask to fund', exact: true }) });
  await form.getByLabel('Pool').selectOption('reward-pool');
  await form.getByLabel('Amount').fill('1');
  await form.getByLabel('Number of the transfer').fill(transfer);
  await askFor(ada, 'Ask to fund');
  await expect(ada.getByText(transfer).first()).toBeVisible();
  // Ten minutes are not waited for: the first answer is the one that the exchange gives then.
  const error = { code: 'PROOF_NEEDED', message: 'You proved who you are more than 10 minutes ago: do it again, then agree.' };
  await page.route('**/api/operator/requests.approve', (route) => route.fulfill({ status: 403, json: { error } }), { times: 1 });
  await openConsole(page, desk, '/requests');
  const request = page.locator('section:has(> h3)').filter({ hasText: transfer });
  await approve(request);
  const typed = request.getByLabel('Password', { exact: true });
  await expect(typed).toBeFocused();
  expect(await readBarriers(page)).toEqual([]);
  await typed.fill('not the password of ben');
  await request.getByRole('button', { name: 'Prove it by a passkey' }).click();
  await expect(request.getByRole('alert').last()).toBeVisible();
  await typed.fill(password);
  await request.getByRole('button', { name: 'Prove it by a passkey' }).click();
  await expect(request.getByText('Proved. Now approve or refuse.')).toBeVisible();
  await expect(request.getByLabel('Your reason (in the log for good)')).toHaveValue('seen');
  await request.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(request).toBeHidden();
  await page.context().close();
});

test('dates and numbers are as the browser of an operator says, then as the operator chose, and the server draws them once', async ({
  browser,
}) => {
  const { desk, ada } = office;
  const noise: string[] = [];
  const storageState = await ada.context().storageState();
  const context = await browser.newContext({ storageState, locale: 'de-DE', viewport: { width: 1440, height: 900 }, isMobile: false });
  const page = await context.newPage();
  collectConsoleErrors(page, noise);
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

test('security: what is typed before a page is taken over, or without its scripts, goes into no address', async ({ browser }) => {
  const { desk } = office;
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await openConsole(page, desk, '/sign-in');
  const address = page.url();
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill('a password of mine');
  await page.getByLabel('Password').press('Enter');
  await page.getByRole('button', { name: 'Sign in' }).click();
  expect(page.url()).toBe(address);
  await expect(page.getByLabel('Password')).toHaveValue('a password of mine');
  await context.close();
});

/** Signs ben in on a phone of his own: password and authenticator by his key, then a passkey bound to it. */
async function enterWithPasskey(browser: Browser, desk: Console): Promise<{ page: Page; password: string }> {
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
  return { page, password };
}

/** With SHEETS a folder: pictures of each page in both themes, to be looked at. */
async function keep(page: Page, name: string): Promise<void> {
  const folder = process.env.SHEETS;
  if (folder === undefined) return;
  for (const theme of ['dark', 'day']) {
    await page.evaluate((wanted) => document.documentElement.setAttribute('data-theme', wanted), theme);
    await page.screenshot({ path: `${folder}/console${name}-${theme}.png`, fullPage: true });
  }
}
