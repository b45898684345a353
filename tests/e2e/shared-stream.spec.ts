import type { BrowserContext, Request } from '@playwright/test';
import { expect, signInWithSandboxWallet, test } from './support/test';

/** Returns how many streams are open; of a page that was closed nothing is told any more. */
function countStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  context.on('request', (request) => request.url().includes('/api/stream?') && open.add(request));
  context.on('requestfailed', (request) => open.delete(request));
  context.on('requestfinished', (request) => open.delete(request));
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}

/** As many as a browser opens to one HTTP/1.1 origin: with a stream each, nothing else would come through. */
const TABS = 6;

test('six tabs of a member share one stream, and those that are left have it when the leader is closed', async ({ page, context }) => {
  await signInWithSandboxWallet(page);
  const open = countStreams(context);
  await page.goto('/marketInfo?coin=BTC');
  await expect.poll(open).toBe(1);
  const other = await context.newPage();
  await other.goto('/marketInfo?coin=ETH');
  const price = other.locator('.pane-head .flash').first();
  const before = await price.textContent();
  await expect(price, 'the leader hands on what arrives').not.toHaveText(before ?? '');
  await expect.poll(open, 'one stream for both').toBe(1);
  for (let tab = 2; tab < TABS; tab += 1) {
    const next = await context.newPage();
    await next.goto('/market');
    await expect(next.getByRole('main').getByRole('link', { name: /BTC/ }).first(), 'a page comes through beside the others').toBeVisible();
  }
  await expect.poll(open, 'one stream for all six').toBe(1);
  await other.bringToFront();
  await page.close();
  await expect.poll(open, 'another tab opens its own').toBe(1);
  const later = await price.textContent();
  await expect(price, 'a tab that is left has what comes through it').not.toHaveText(later ?? '');
});
