import { expect, openSheet, signInWithSandboxWallet, tellWalletFound, test } from './support/test';

const MEMBER_PAGES = [
  '/homeTab',
  '/market',
  '/marketInfo?coin=BTC-USDT',
  '/marketInfos',
  '/spotorder',
  '/perpetualorder',
  '/contractOrder',
  '/optionOrder',
  '/secondorder',
  '/orderdetails?id=1',
  '/wallet',
  '/walletDetails?coin=USDT',
  '/record',
  '/recorddetails',
  '/account',
  '/language',
];
const UNBUILT = [
  '/tab2',
  '/tab3',
  '/tab4',
  '/saleCoin',
  '/loandetails',
  '/invite',
  '/web_view?active=1',
  '/web_view?active=https://example.org',
  '/nothing',
  '/tab1-member',
];

test('member pages lead a browser without a wallet to the wallet page', async ({ page }) => {
  for (const path of MEMBER_PAGES) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/\/empty_wallet(\?|$)/);
  }
});

test('member pages lead a browser with a wallet and no session to the landing page', async ({ page }) => {
  await tellWalletFound(page);
  for (const path of MEMBER_PAGES) {
    await page.goto(path);
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
  for (const path of UNBUILT) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(404);
    expect(await response.text(), path).toContain('Nothing here');
  }
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
