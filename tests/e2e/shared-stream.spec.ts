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

test('two tabs of a member share one stream, and the one that is left has it when the leader is closed', async ({ page, context }) => {
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
  await page.close();
  await expect.poll(open, 'the other tab opens its own').toBe(1);
  const later = await price.textContent();
  await expect(price, 'the tab that is left has a stream of its own').not.toHaveText(later ?? '');
});
