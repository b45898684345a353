import { UNBUILT } from '../../lib/security/pages';
import { expect, openSheet, signInWithSandboxWallet, tellWalletFound, test } from './support/test';
import { PLAIN_ADDRESSES } from './support/page-addresses';

/** The landing tab shows everybody a page of their own. */
const MEMBER_PAGES = PLAIN_ADDRESSES.filter((path) => path !== '/tab1');
const MISSING = [
  ...UNBUILT,
  '/web_view',
  '/web_view?active=7',
  '/web_view?active=https://example.org',
  '/public-help/faq',
  '/nothing',
  '/tab1-member',
];
/** Where an address leads stands before the page is drawn, which other tests look at. */
const LED = { waitUntil: 'commit' } as const;

test('member pages lead a browser without a wallet to the wallet page', async ({ page }) => {
  for (const path of MEMBER_PAGES) {
    await page.goto(path, LED);
    await expect(page, path).toHaveURL(/\/empty_wallet(\?|$)/);
  }
});

test('member pages lead a browser with a wallet and no session to the landing page', async ({ page }) => {
  await tellWalletFound(page);
  for (const path of MEMBER_PAGES) {
    await page.goto(path, LED);
    await expect(page, path).toHaveURL(/\/tab1(\?|$)/);
  }
});

test.describe('before anything but the page has come', () => {
  test.use({ allowedNoise: [/Failed to load resource.*ERR_FAILED/] });

  test('the landing page is readable, in its looks', async ({ page }) => {
    await page.route('**/_next/**', (route) => route.abort());
    await page.goto('/tab1');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
    await expect(page.locator('link[rel=stylesheet]')).toHaveCount(0);
  });
});

test('routes that are not built say not found, in the design of the app', async ({ page }) => {
  await signInWithSandboxWallet(page);
  for (const path of MISSING) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain('Nothing here');
  }
});

test.describe('what is not there', () => {
  test.use({ allowedNoise: [/404 /] });

  test('stands in the frame of the app for a member, with the way back, and in the public one for a visitor', async ({ page }) => {
    await page.goto('/nothing');
    await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link').first()).toHaveAttribute('href', /tab1$/);
    await signInWithSandboxWallet(page);
    for (const path of ['/nothing', '/walletDetails?coin=NOPE', '/market/extra']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'Nothing here' }), path).toBeVisible();
      await expect(page.getByRole('banner').getByText('Demo'), path).toBeVisible();
      await page.getByRole('banner').getByRole('link', { name: 'Back' }).click();
      await expect(page.getByRole('navigation', { name: 'Main' }), path).toBeVisible();
    }
  });
});

test('language and theme switch at once and are kept', async ({ page }) => {
  await signInWithSandboxWallet(page);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await openSheet(page, 'Menu');
  await page.getByRole('button', { name: 'Use the day theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'day');
  await page.goto('/language');
  await page.getByText('Deutsch').first().click();
  await expect(html).toHaveAttribute('lang', 'de');
  await page.goto('/market');
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(html).toHaveAttribute('data-theme', 'day');
});
