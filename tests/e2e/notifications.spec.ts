import { expect, expectAccessible, placeOrder, signInWithSandboxWallet, test } from './support/test';

test('filled orders ring the bell of an open page, and the list says what they came to', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await placeOrder(page, { symbol: 'ETH-USDT', side: 'buy', kind: 'market', quantity: '0.05' });
  const bell = page.getByRole('link', { name: /^Notifications, \d+ unread$/ });
  await expect(bell).toBeVisible();
  await placeOrder(page, { symbol: 'ETH-USDT', side: 'sell', kind: 'market', quantity: '0.02' });
  await expect(page.getByRole('link', { name: /^Notifications, [2-9] unread$/ })).toBeVisible();
  await bell.click();
  await page.getByRole('radio', { name: 'Trading' }).check();
  await expectAccessible(page);
  await expect(page.getByText(/^Bought 0\.05 ETH at an average price of [\d,.]+ USDT\.$/)).toBeVisible();
});
