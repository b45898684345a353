import { writeFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { becomeViewer } from './support/members';
import { expect, settle, test } from './support/test';

const FOLDER = 'public';
const SCALE = 2;
/** Wider than it is shown on any phone. */
const WIDTH = 366;
const GAP = 10;
const EDGE = 12;
const BYTES_MAX = 25_000;
const LEVELS = 8;

test.use({ deviceScaleFactor: SCALE, viewport: { width: 390, height: 1_400 }, trace: 'off', allowedNoise: [/.*/] });

for (const theme of ['dark', 'day'] as const) {
  // Candles and levels alone: the picture is the same in every language, so no word may be in it.
  test(`the picture of the front page, ${theme}`, async ({ page }) => {
    await becomeViewer(page.context(), 'newcomer', { theme, locale: 'en' });
    await page.goto('/marketInfo?coin=BTC-USDT');
    await settle(page);
    await expect(page.locator('.tv-lightweight-charts canvas').first()).toBeVisible();
    const levels = page.locator('table tbody:has(tr:nth-child(8))');
    await expect(levels).toHaveCount(2);
    const chart = await shoot(page, page.locator('div[aria-hidden="true"]:has(> .tv-lightweight-charts)'));
    const [bids, asks] = [await shoot(page, levels.first(), LEVELS), await shoot(page, levels.last(), LEVELS)];
    writeFileSync(`${FOLDER}/market-${theme}.webp`, await join(page, [chart, bids, asks]));
  });
}

/** A picture of what stands in one place; of a table its first `rows` alone. */
async function shoot(page: Page, part: Locator, rows?: number): Promise<Buffer> {
  await part.scrollIntoViewIfNeeded();
  const box = await part.boundingBox();
  const last =
    rows === undefined
      ? box
      : await part
          .locator('tr')
          .nth(rows - 1)
          .boundingBox();
  if (box === null || last === null) throw new Error('not drawn');
  return page.screenshot({ clip: { ...box, height: last.y + last.height - box.y } });
}

/** The chart above, bids and asks side by side below it, on the colour of the page. */
async function join(page: Page, [chart, bids, asks]: readonly [Buffer, Buffer, Buffer]): Promise<Buffer> {
  const paper = await page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--surface-0');
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0] = context.getImageData(0, 0, 1, 1).data;
    return { r, g, b };
  });
  const width = (WIDTH - 2 * EDGE) * SCALE;
  const half = Math.floor((width - GAP * SCALE) / 2);
  const [top, left, right] = await Promise.all([
    sharp(chart).resize({ width }).toBuffer({ resolveWithObject: true }),
    sharp(bids).resize({ width: half }).toBuffer({ resolveWithObject: true }),
    sharp(asks).resize({ width: half }).toBuffer({ resolveWithObject: true }),
  ]);
  const [edge, below] = [EDGE * SCALE, (EDGE + GAP) * SCALE + top.info.height];
  const height = below + Math.max(left.info.height, right.info.height) + edge;
  const picture = sharp({ create: { width: WIDTH * SCALE, height, channels: 3, background: paper } }).composite([
    { input: top.data, left: edge, top: edge },
    { input: left.data, left: edge, top: below },
    { input: right.data, left: edge + half + GAP * SCALE, top: below },
  ]);
  const png = await picture.png().toBuffer();
  for (let quality = 80; quality > 10; quality -= 6) {
    const webp = await sharp(png).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= BYTES_MAX) return webp;
  }
  throw new Error(`it has more than ${BYTES_MAX} bytes`);
}
