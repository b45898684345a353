import type { CDPSession, Page } from '@playwright/test';
import { expect, settle, signInWithSandboxWallet, test } from './support/test';

/** Fewer than a line across a third of a phone has. */
const LINE_PIXELS = 60;
const CANVAS = '.tv-lightweight-charts canvas';

// Pixels are read more than once.
test.use({ allowedNoise: [/willReadFrequently/] });

test('on a phone a line and a level are drawn with a finger, are there after a reload, and go again', async ({ page }) => {
  await signInWithSandboxWallet(page);
  const touch = await page.context().newCDPSession(page);
  await openChart(page);
  // An average has nearly the same colour.
  const before = (await countDrawn(page)) + LINE_PIXELS;

  await openTools(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Draw a line' }).tap();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Point at the two ends of the line on the chart')).toBeVisible();
  await tapChart(page, touch, { x: 0.25, y: 0.3 });
  // At once, as quick fingers do.
  await tapChart(page, touch, { x: 0.65, y: 0.55 });
  await expect.poll(() => countDrawn(page)).toBeGreaterThan(before);
  const ofLine = await countDrawn(page);

  await openTools(page);
  const tools = page.getByRole('dialog');
  await expect(tools.getByText(/^Line from [\d,.]+ to [\d,.]+$/)).toBeVisible();
  const price = Number(((await tools.getByText(/^Line from/).textContent()) ?? '').replaceAll(',', '').match(/[\d.]+/)?.[0]);
  await tools.getByLabel('Level at a price').fill(price.toFixed(0));
  await tools.getByRole('button', { name: 'Add' }).tap();
  await expect(tools.getByText(/^Level at \d/)).toBeVisible();
  await tools.getByRole('button', { name: 'Close' }).tap();
  await expect.poll(() => countDrawn(page)).toBeGreaterThan(ofLine);

  await page.reload();
  await openChart(page, false);
  await expect.poll(() => countDrawn(page)).toBeGreaterThan(ofLine);
  await openTools(page);
  await tools
    .getByRole('listitem')
    .filter({ hasText: /Level at \d/ })
    .getByRole('button', { name: 'Remove' })
    .tap();
  await tools.getByRole('listitem').filter({ hasText: 'Line from' }).getByRole('button', { name: 'Remove' }).tap();
  await tools.getByRole('button', { name: 'Close' }).tap();
  await expect.poll(() => countDrawn(page)).toBeLessThan(before);
});

async function openChart(page: Page, isNew = true): Promise<void> {
  if (isNew) await page.goto('/marketInfo?coin=BTC-USDT');
  await settle(page);
  await expect(page.locator(CANVAS).first()).toBeVisible();
  await page.locator(CANVAS).first().scrollIntoViewIfNeeded();
}

async function openTools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chart tools' }).tap();
  await expect(page.getByRole('dialog', { name: 'Chart tools' })).toBeVisible();
}

/** One finger down and up again, as the browser has it from the screen; `at` is the part of the chart's width and height. */
async function tapChart(page: Page, touch: CDPSession, at: { x: number; y: number }): Promise<void> {
  const box = await page.locator('div[aria-hidden="true"]:has(> .tv-lightweight-charts)').boundingBox();
  if (box === null) throw new Error('no chart is drawn');
  const point = { x: box.x + box.width * at.x, y: box.y + box.height * at.y };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

/** Returns how many pixels of the chart have the colour of what is drawn by hand. */
function countDrawn(page: Page): Promise<number> {
  return page.evaluate((canvases) => {
    const probe = document.createElement('canvas').getContext('2d');
    if (probe === null) return -1;
    probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--warn');
    probe.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = probe.getImageData(0, 0, 1, 1).data;
    const isNear = (data: Uint8ClampedArray, at: number) =>
      Math.abs((data[at] ?? 0) - r) + Math.abs((data[at + 1] ?? 0) - g) + Math.abs((data[at + 2] ?? 0) - b) < 12 &&
      (data[at + 3] ?? 0) > 200;
    let count = 0;
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>(canvases)) {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: new Uint8ClampedArray() };
      for (let at = 0; at < data.length; at += 4) if (isNear(data, at)) count += 1;
    }
    return count;
  }, CANVAS);
}
