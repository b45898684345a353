import { doMainJob } from './support/main-job';
import { expect, signInWithSandboxWallet, tellWalletFound, test, tick } from './support/test';
import { injectWallet } from './support/wallet';

/** What a browser writes when the server that it asks was killed a moment ago. */
test.use({ allowedNoise: [/Failed to load resource.*(50[0-9]|ERR_)/] });

test('a newcomer with the sandbox wallet trades, survives a killed exchange, and signs out', async ({ page }) => {
  await page.goto('/tab1');
  await expect(page.getByText(/simulated/i).first()).toBeVisible();
  await signInWithSandboxWallet(page);
  await doMainJob(page);
});

test('the same with register and password', async ({ page, context }) => {
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  await tellWalletFound(page);
  await page.goto('/register');
  const name = `ada_${Date.now().toString(36)}`;
  await page.getByLabel('User name').fill(name);
  await page.getByLabel('E-mail', { exact: true }).fill(`${name}@mail.example`);
  await page.getByRole('button', { name: 'Send code' }).click();
  const link = page.getByRole('link', { name: /sandbox outbox/ });
  await expect(link).toBeVisible();
  const [outbox] = await Promise.all([context.waitForEvent('page'), link.click()]);
  const code =
    /\b\d{6}\b/.exec(
      (await outbox
        .getByText(/\b\d{6}\b/)
        .first()
        .textContent()) ?? '',
    )?.[0] ?? '';
  await outbox.close();
  await page.getByLabel('Code from the e-mail').fill(code);
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await page.getByLabel('Password again').fill('correct horse battery');
  await tick(page.getByRole('checkbox'));
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await doMainJob(page);
});

test('the same with an injected wallet, and a wallet that says no changes nothing', async ({ page }) => {
  const wallet = await injectWallet(page);
  wallet.isRejecting = true;
  await page.goto('/empty_wallet');
  await page.getByRole('button', { name: 'Connect and sign' }).click();
  await expect(page.getByText(/You said no in your wallet/)).toBeVisible();
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ signedIn: false });

  wallet.isRejecting = false;
  await page.getByRole('button', { name: 'Connect and sign' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  const session = await page.request.get('/api/session');
  expect((await session.json()).user.username.toLowerCase()).toBe(wallet.address.toLowerCase());
  await doMainJob(page);
});
