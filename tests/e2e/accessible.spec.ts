import type { Page } from '@playwright/test';
import { brand } from '../../lib/brand';
import { chooseLook, expect, expectAccessible, placeOrder, signInWithSandboxWallet, tellWalletFound, test } from './support/test';

const PUBLIC = ['/', '/tab1', '/login', '/register', '/empty_wallet', '/empty_wallet_login', '/outbox'];
const MEMBER = [
  '/tab1',
  '/homeTab',
  '/market',
  '/marketInfo?coin=BTC-USDT',
  '/marketInfos',
  '/spotorder',
  '/optionOrder',
  '/secondorder',
  '/perpetualorder',
  '/marketInfo?coin=ETH&type=perpetual',
  '/contractOrder',
  '/wallet',
  '/walletDetails?coin=USDT',
  '/record',
  '/account',
  '/language',
  '/nothing-here',
];
/** Every page says what it is: browser tabs and histories are read by their titles. */
const NAME_ALONE = new RegExp(`^(${brand.name})?$`);
/** The axe rules see what is drawn: a screen is settled when its main region holds no skeleton any more. */
const BUSY = '[aria-busy="true"]';

async function expectAllAccessible(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect(page.locator(BUSY), path).toHaveCount(0);
    await expect(page, path).not.toHaveTitle(NAME_ALONE);
    await expectAccessible(page, path);
  }
}

// Colours come with the theme and lengths with the language: two looks meet both of each.
for (const look of [
  { theme: 'dark', locale: 'en' },
  { theme: 'day', locale: 'de' },
] as const) {
  test.describe(`${look.theme}, ${look.locale}`, () => {
    // A page that is not there answers 404, which the browser notes.
    test.use({ allowedNoise: [/404 .*nothing-here/] });

    test('public screens keep nobody out', async ({ page }) => {
      await chooseLook(page, look);
      await tellWalletFound(page);
      await expectAllAccessible(page, PUBLIC);
      await expect(page.locator('html')).toHaveAttribute('lang', look.locale);
      await expect(page.locator('html')).toHaveAttribute('data-theme', look.theme);
    });

    test('member screens keep nobody out', async ({ page }) => {
      await signInWithSandboxWallet(page);
      const order = await placeOrder(page, { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.01' });
      const records = await (await page.request.get('/api/records')).json();
      const { reference } = records.entries[0];
      await chooseLook(page, look);
      await expectAllAccessible(page, [...MEMBER, `/orderdetails?id=${order.id}`, `/recorddetails?ref=${encodeURIComponent(reference)}`]);
    });
  });
}
