import { askDocumentsWithoutCookies } from './support/documents-without-cookies';
import { fillRegistration, openOwnAccount, PASSWORD, signInByPassword, WORK_TIMEOUT_MS } from './support/own-account';
import { expect, expectAccessible, signInWithSandboxWallet, tellWalletFound, test } from './support/test';
import { injectWallet } from './support/wallet';

const LED = { waitUntil: 'commit' } as const;
const META_MASK = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36 MetaMaskMobile/7.30';

test('who was sent to the landing page signs in from there and comes back: by wallet, and by password in another language', async ({
  page,
  context,
}) => {
  await page.goto('/tab1?next=%2Fwallet');
  await page.getByRole('link', { name: 'Open with your wallet' }).click();
  await page.getByRole('button', { name: 'Use the sandbox wallet' }).click();
  await page.getByRole('button', { name: 'Connect and sign' }).click();
  await expect(page).toHaveURL(/\/wallet$/);
  await expect(page.getByRole('banner').getByText('Demo')).toBeVisible();

  // A page that is left open would go on asking.
  await page.goto('about:blank');
  await context.clearCookies();
  const { username } = await openOwnAccount('return');
  await tellWalletFound(page);
  await page.goto('/tab1?next=%2Frecord%3Factive%3D4');
  await page.locator('summary', { hasText: /^EN$/i }).click();
  await page.getByRole('link', { name: 'Deutsch' }).click();
  await expect(page).toHaveURL(/\/de\/tab1\?next=/);
  await page.getByRole('banner').getByRole('link', { name: 'Anmelden' }).click();
  await page.getByLabel('Nutzername oder E-Mail').fill(username);
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await expect(page).toHaveURL(/\/record\?active=4$/);
});

test.describe('a session that has ended', () => {
  // A stream that was asked for meanwhile is one of a session that the browser no longer names.
  test.use({ allowedNoise: [/Failed to load resource.*(401|409)/] });

  test('leads a page that is looked at again to the landing page, from where it comes back', async ({ page, context }) => {
    await signInWithSandboxWallet(page);
    await page.goto('/wallet');
    await expect(page.getByRole('banner').getByText('Demo')).toBeVisible();
    await context.clearCookies({ name: 'candor_session' });
    await expect(async () => {
      // Tests' browsers show every tab; the event alone is what the page waits for.
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect(page).toHaveURL(/\/tab1\?next=%2Fwallet$/, { timeout: 5_000 });
    }).toPass();
  });
});

test('a wallet whose browser sends documents without cookies signs in and stays: one that names itself, and one that does not', async ({
  browser,
  page,
}) => {
  await injectWallet(page);
  await askDocumentsWithoutCookies(page);
  await page.goto('/wallet', LED);
  await page.getByRole('button', { name: 'Connect and sign' }).click();
  await expect(page.getByRole('banner').getByText('Demo')).toBeVisible();
  await expect(page).toHaveURL(/\/wallet$/);
  await page.goto('/tab1', LED);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/record', LED);
  await expect(page.getByRole('heading', { level: 1, name: 'Records' })).toBeVisible();

  const named = await (await browser.newContext({ userAgent: META_MASK })).newPage();
  await injectWallet(named);
  await askDocumentsWithoutCookies(named);
  await named.goto('/empty_wallet_login', LED);
  await named.getByRole('button', { name: 'Connect and sign' }).click();
  await expect(named.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await named.goto('/wallet', LED);
  await expect(named.getByRole('banner').getByText('Demo')).toBeVisible();
  await named.context().close();
});

test.describe('a sign-in that fails', () => {
  test.use({ allowedNoise: [/Failed to load resource/] });

  test('after a registration it leaves the account, says so and leads to the sign-in', async ({ page }) => {
    const username = `made_${Date.now().toString(36)}`;
    await fillRegistration(page, username);
    await page.route('**/api/session/password', (route) => route.abort());
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('Your account is ready')).toBeVisible({ timeout: WORK_TIMEOUT_MS });
    await expectAccessible(page);
    await page.unroute('**/api/session/password');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signInByPassword(page, { username });
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});
