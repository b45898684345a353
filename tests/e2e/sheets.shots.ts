import { mkdirSync } from 'node:fs';
import sharp, { type OverlayOptions } from 'sharp';
import { becomeViewer } from './support/members';
import { PAGE_ADDRESSES } from './support/page-addresses';
import { expect, settle, test } from './support/test';

const FOLDER = process.env.SHEETS_DIR ?? 'docs/screens';
const LOCALE = process.env.SHEETS_LOCALE ?? 'en';
const THEMES = ['dark', 'day'] as const;
const SIZES = [
  { width: 390, height: 844, isMobile: true, shown: 260, columns: 5 },
  { width: 820, height: 1180, isMobile: true, shown: 400, columns: 4 },
  { width: 1440, height: 900, isMobile: false, shown: 640, columns: 3 },
] as const;
const ROWS = 2;
const LABEL_HEIGHT = 28;
const GAP = 12;
const QUALITY = 62;
const PAGE_MS_MAX = 30_000;

test.use({ trace: 'off', screenshot: 'off', allowedNoise: [/.*/] });

for (const { width, height, isMobile, shown, columns } of SIZES) {
  for (const theme of THEMES) {
    test.describe(`${width} px, ${theme}`, () => {
      test.use({ viewport: { width, height }, isMobile, hasTouch: isMobile });

      test(`sheets of ${PAGE_ADDRESSES.length} pages, ${width} px, ${theme}`, async ({ page }) => {
        test.setTimeout(PAGE_ADDRESSES.length * PAGE_MS_MAX);
        const { ids } = await becomeViewer(page.context(), 'trader', { theme, locale: LOCALE });
        const shots: { path: string; picture: Buffer }[] = [];
        for (const path of PAGE_ADDRESSES) {
          await page.goto(path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''));
          await settle(page);
          await expect(page.locator('.pane:empty').filter({ visible: true })).toHaveCount(0);
          shots.push({ path, picture: await page.screenshot({ type: 'jpeg', quality: 90 }) });
        }
        const perSheet = columns * ROWS;
        for (let first = 0; first < shots.length; first += perSheet) {
          const name = `${width}-${theme}-${String(first / perSheet + 1).padStart(2, '0')}.webp`;
          await join(shots.slice(first, first + perSheet), { name, columns, width: shown, height: Math.round((shown * height) / width) });
        }
      });
    });
  }
}

/** Puts pictures side by side, each under its address. */
async function join(
  shots: readonly { path: string; picture: Buffer }[],
  { name, columns, width, height }: { name: string; columns: number; width: number; height: number },
): Promise<void> {
  const cell = { width: width + GAP, height: height + LABEL_HEIGHT + GAP };
  const layers: OverlayOptions[] = [];
  for (const [index, { path, picture }] of shots.entries()) {
    const left = GAP + (index % columns) * cell.width;
    const top = GAP + Math.floor(index / columns) * cell.height;
    layers.push({ input: label(path, width), left, top });
    layers.push({ input: await sharp(picture).resize(width, height).toBuffer(), left, top: top + LABEL_HEIGHT });
  }
  mkdirSync(FOLDER, { recursive: true });
  const size = { width: GAP + columns * cell.width, height: GAP + Math.ceil(shots.length / columns) * cell.height };
  await sharp({ create: { ...size, channels: 3, background: '#8a8f98' } })
    .composite(layers)
    .webp({ quality: QUALITY })
    .toFile(`${FOLDER}/${name}`);
}

function label(text: string, width: number): Buffer {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL_HEIGHT}"><text x="2" y="19" font-family="sans-serif" font-size="15" fill="#101317">${safe}</text></svg>`,
  );
}
