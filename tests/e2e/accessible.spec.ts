import { chooseTheme, expect, expectAccessible, signInWithSandboxWallet, test } from './support/test';

const PUBLIC = ['/tab1', '/login', '/register', '/empty_wallet', '/empty_wallet_login', '/outbox'];
const MEMBER = [
  '/tab1',
  '/homeTab',
  '/market',
  '/marketInfo?coin=BTC-USDT',
  '/marketInfos',
  '/spotorder',
  '/wallet',
  '/walletDetails?coin=USDT',
  '/record',
  '/account',
  '/language',
];
/** The axe rules see what is drawn: a screen is settled when its main region holds no skeleton any more. */
const BUSY = '[aria-busy="true"]';

for (const theme of ['dark', 'day'] as const) {
  test(`public screens keep nobody out, ${theme}`, async ({ page }) => {
    await chooseTheme(page, theme);
    await page.request.post('/api/wallet-found', { data: {}, headers: { origin: process.env.E2E_ORIGIN ?? '' } });
    for (const path of PUBLIC) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expectAccessible(page);
    }
  });

  test(`member screens keep nobody out, ${theme}`, async ({ page }) => {
    test.setTimeout(180_000);
    await signInWithSandboxWallet(page);
    await chooseTheme(page, theme);
    for (const path of MEMBER) {
      await page.goto(path);
      await expect(page.locator(BUSY)).toHaveCount(0);
      await expectAccessible(page);
    }
  });
}
