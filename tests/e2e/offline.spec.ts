import { expect, signInWithSandboxWallet, test } from './support/test';

// What a browser says of requests that have no line.
test.use({ allowedNoise: [/Failed to load resource|ERR_INTERNET_DISCONNECTED/] });

test('without a line a page says so, with the last known prices marked as old and nothing to trade with; nothing of an account is kept', async ({
  page,
  context,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/market');
  await page.evaluate(() => navigator.serviceWorker.ready);
  // A price that moved came over the stream; leaving the page keeps it.
  const row = page.getByRole('listitem').filter({ hasText: 'Bitcoin' });
  const price = /[\d,]+\.\d+/.exec((await row.textContent()) ?? '')?.[0] ?? 'a price';
  await expect(row).not.toContainText(price);
  await page.goto('/account');
  expect(await page.evaluate(() => localStorage.getItem('candor.last-figures'))).toContain('BTC');
  const kept = await page.evaluate(async () => {
    const urls: string[] = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) urls.push(new URL(url).pathname);
    return urls.sort();
  });
  expect(kept).toEqual(['/icon-192.png', '/icon.svg', '/offline.html', '/offline.js']);
  await context.setOffline(true);
  await page.goto('/wallet');
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByText('BTC / USDT')).toBeVisible();
  await expect(page.getByText(/^These figures are old/)).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(1);
  // It comes back by itself, also where the browser says nothing of it, or said it too early.
  await page.evaluate(() => addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true }));
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Wallet' })).toBeVisible();
});
