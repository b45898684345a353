import type { Notification } from '../../lib/dto/notifications';
import { newId } from './support/raw-client';
import { chooseLook, expect, expectAccessible, placeOrder, send, signInWithSandboxWallet, test, tick } from './support/test';

test('a filled order rings the bell of an open page; the list, its one row and "all read" lead to silence', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/tab4');
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  const order = await placeOrder(page, { symbol: 'ETH-USDT', side: 'buy', kind: 'market', quantity: '0.05' });
  const bell = page.getByRole('link', { name: /^Notifications, \d+ unread$/ });
  await expect(bell).toBeVisible();
  await placeOrder(page, { symbol: 'ETH-USDT', side: 'sell', kind: 'market', quantity: '0.02' });
  await expect(page.getByRole('link', { name: /^Notifications, [2-9] unread$/ })).toBeVisible();
  await bell.click();
  await tick(page.getByRole('radio', { name: 'Trading' }));
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Purchase filled ?, Unread/ }).click();
  // The list says the same sentence.
  await expect(page).toHaveURL(/\/notifydetails/);
  await expect(page.getByText(/^Bought 0\.05\sETH at an average price of [\d,.]+\sUSDT\.$/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the order' }).click();
  await expect(page).toHaveURL(`/orderdetails?id=${order.id}`);
  await page.goto('/notifiCations');
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeHidden();
  await tick(page.getByRole('radio', { name: 'Unread', exact: true }));
  await expect(page.getByText('Everything is read')).toBeVisible();
  await chooseLook(page, { theme: 'day', locale: 'de' });
  await page.goto('/notifiCations');
  await expect(page.getByRole('link', { name: /^Kauf ausgeführt/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/tab4');
  await expect(page.getByRole('link', { name: 'Mitteilungen', exact: true })).toBeVisible();
});

test('a fill that comes while a sheet is open is said once the sheet is closed', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/tab1');
  await page.getByRole('button', { name: 'Buy', exact: true }).click();
  const sheet = page.getByRole('dialog', { name: 'Buy a coin' });
  await expect(sheet.getByText('You get')).toBeVisible();
  const heard = page.waitForResponse((response) => response.url().includes('/api/notifications?'));
  await placeOrder(page, { symbol: 'ETH-USDT', side: 'buy', kind: 'market', quantity: '0.05' });
  await heard;
  const line = page.getByRole('status').getByRole('link', { name: /Bought 0\.05 ETH at/ });
  await expect(line).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(line).toBeVisible();
});

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('a time inside a sentence that the server wrote is in the zone of who reads it', async ({ page }) => {
    await signInWithSandboxWallet(page);
    await send(page.request, '/api/risk-limits/pause', { product: 'perpetual', days: '1', requestId: newId() });
    const find = async () => {
      const { notifications } = (await (await page.request.get('/api/notifications')).json()) as { notifications: Notification[] };
      return notifications.find(({ kind }) => kind === 'break-started');
    };
    await expect.poll(find).toBeDefined();
    const { id = '', values = {} } = (await find()) ?? {};
    const until = (timeZone: string) =>
      new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(new Date(values.until ?? ''));
    await page.goto(`/notifydetails?id=${id}`);
    const text = page.getByText(/^No new positions until/);
    await expect(text).toContainText(until('Asia/Tokyo'));
    await expect(text).not.toContainText(until('UTC'));
  });
});
