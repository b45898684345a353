import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { askFor, openConsole, openOffice } from './support/console';
import { RawClient } from './support/raw-client';
import { closeResult, expect, expectAccessible, openSheet, signInWithSandboxWallet, test, writeHeaders } from './support/test';

// The withdrawal asks for a confirmation by a refusal.
test.use({ allowedNoise: [/Failed to load resource.*403/] });

/** The first payment to an address waits a minute in a sandbox; then blocks come every five seconds. */
const WAIT_TIMEOUT_MS = 120_000;
const office = openOffice();

test('a withdrawal above the limit: the first operator asks, the second approves what is shown, and its owner sees it sent', async ({
  page,
}) => {
  const { desk, ada, ben } = office;
  test.setTimeout(300_000);
  await signInWithSandboxWallet(page);
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  const data = { asset: 'USDT', requestId: crypto.randomUUID().replaceAll('-', '') };
  expect((await page.request.post('/api/faucet', { data, headers: await writeHeaders(page.request) })).status()).toBe(200);
  const address = privateKeyToAddress(generatePrivateKey());
  await page.goto('/tab4?active=2');
  await page.getByLabel('Amount (USDT)').fill('1500');
  await page.getByLabel('Address on ERC20').fill(address);
  await page.getByRole('button', { name: 'Check the withdrawal' }).click();
  await page.getByRole('button', { name: 'Withdraw 1,500 USDT' }).click();
  await page.getByRole('button', { name: 'Sign with the wallet' }).click();
  await closeResult(page, 'Withdrawal of 1,500 USDT requested');
  await expect(page.getByText('Waiting: first payment to this address').first()).toBeVisible();

  await expect(async () => {
    await openConsole(ada, desk, '/withdrawals');
    await ada.locator('tr', { hasText: 'review' }).getByRole('link').first().click({ timeout: 3_000 });
  }).toPass({ timeout: WAIT_TIMEOUT_MS });
  await expect(ada.getByText(address)).toBeVisible();
  await expectAccessible(ada);
  await askFor(ada, 'Ask for approval');
  await expect(ada.getByText('Another operator with the role decides this.')).toBeVisible();

  await openConsole(ben, desk, '/requests');
  await expect(ben.getByText(`1455 to ${address} on ERC20`)).toBeVisible();
  await expectAccessible(ben);
  // Enter in a field decides nothing: a press on a button does, or Ctrl with Enter.
  const sent: string[] = [];
  ben.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const asked = ben.locator('section:has(> h3)').filter({ hasText: `1455 to ${address} on ERC20` });
  const name = (await asked.getByRole('heading').textContent()) ?? '';
  const reason = asked.getByLabel('Your reason (in the log for good)');
  await reason.fill('seen');
  await reason.press('Enter');
  await reason.press('Control+Enter');
  await expect(ben.getByRole('heading', { name, exact: true })).toBeHidden();
  expect(sent.filter((url) => /requests\.(approve|refuse)$/.test(url))).toHaveLength(1);
  await openConsole(ben, desk, '/log');
  await expect(ben.getByText(/withdrawal \d+ is approved/)).toBeVisible();

  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: WAIT_TIMEOUT_MS });
  await ada.reload();
  await expect(ada.getByText('done', { exact: true })).toBeVisible();
});

test('security: pages and handlers of the console are not there in the public app, and nothing of the app is in the console', async ({
  page,
}) => {
  const { desk } = office;
  const client = new RawClient();
  for (const path of ['/operator', '/operator/sign-in', '/operator/withdrawals', '/en/operator', '/operator/link']) {
    expect((await client.ask(path)).status, path).toBe(404);
  }
  for (const name of ['session.me', 'session.key', 'withdrawals.list', 'acts.withdrawals.approve']) {
    const answer = await page.request.post(`/api/operator/${name}`, { data: {}, headers: { origin: process.env.E2E_ORIGIN ?? '' } });
    expect(answer.status(), name).toBe(404);
  }
  for (const path of ['/tab1', '/login', '/api/health', '/api/session', '/de/faq']) {
    expect((await page.request.get(`${desk.origin}${path}`)).status(), path).toBe(404);
  }
  const key = await page.request.post(`${desk.origin}/api/operator/session.key`, { data: { key: 'x' }, headers: { origin: desk.origin } });
  expect(key.status()).toBe(404);
});
