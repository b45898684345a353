import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import sharp, { type OverlayOptions } from 'sharp';
import { fileName, keep } from './support/inspect-screens';
import { becomeViewer, VIEWERS } from './support/members';
import { SCREENS } from './support/screens';
import { expect, settle, test } from './support/test';
import { textsOf } from './support/texts';

const FOLDER = process.env.SHEETS_DIR ?? 'docs/screens';
const LOCALE = process.env.SHEETS_LOCALE ?? 'en';
const THEMES = ['dark', 'day'] as const;
const SIZES = [
  { width: 390, height: 844, isMobile: true, isPhone: true, shown: 260, columns: 5 },
  { width: 820, height: 1180, isMobile: true, isPhone: false, shown: 400, columns: 4 },
  { width: 1440, height: 900, isMobile: false, isPhone: false, shown: 640, columns: 3 },
] as const;
const ROWS = 2;
const LABEL_HEIGHT = 28;
const GAP = 12;
const QUALITY = 55;
const EFFORT = 6;
const SCREEN_MS_MAX = 30_000;
const ACTION_MS = 10_000;

test.use({ trace: 'off', screenshot: 'off', allowedNoise: [/.*/], actionTimeout: ACTION_MS });

for (const size of SIZES) {
  test.describe(`${size.width} px`, () => {
    test.use({ viewport: { width: size.width, height: size.height }, isMobile: size.isMobile, hasTouch: size.isMobile });

    // Sheets and states are opened as on a phone; on a large screen what they hold stands beside the page.
    const screens = SCREENS.filter(({ open }) => size.isPhone || open === undefined);

    test(`sheets of ${screens.length} screens, ${size.width} px`, async ({ page }) => {
      test.setTimeout(screens.length * SCREEN_MS_MAX);
      const shots: Shot[] = [];
      for (const viewer of VIEWERS) {
        const { ids } = await becomeViewer(page.context(), viewer, { theme: THEMES[0], locale: LOCALE });
        for (const { name, path, open } of screens.filter(({ as }) => as === viewer)) {
          await page.goto(path.replace(/\{(\w+)\}/g, (_, id) => ids[id] ?? ''));
          await settle(page);
          await open?.(page, textsOf(LOCALE));
          await settle(page);
          await expectFilled(page);
          shots.push({ name: `${viewer}: ${name}`, pictures: await shoot(page, `${size.width}-${viewer}-${name}`) });
        }
      }
      for (const theme of THEMES) await putTogether(shots, theme, size);
    });
  });
}

/** A picture in each theme: they differ in their colours and in nothing else, so a screen is opened once. */
async function shoot(page: Page, name: string): Promise<Shot['pictures']> {
  const pictures = new Map<Theme, Buffer>();
  for (const theme of THEMES) {
    await page.evaluate(changeTheme, theme);
    const picture = await page.screenshot({ type: 'jpeg', quality: 90 });
    pictures.set(theme, picture);
    keep(`${fileName(name)}-${theme}.jpg`, (path) => writeFileSync(path, picture));
  }
  return pictures;
}

/** Runs in the page: the picture is taken when colours have faded and the chart has been drawn again. */
async function changeTheme(theme: string): Promise<void> {
  document.documentElement.setAttribute('data-theme', theme);
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
  const fading = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(fading.map((animation) => animation.finished));
}

/** Waits for the parts of a terminal and for the candles, which come after the page. */
async function expectFilled(page: Page): Promise<void> {
  await expect(page.locator('.pane:empty').filter({ visible: true })).toHaveCount(0);
  if ((await page.locator('.pane-chart:visible').count()) > 0) await expect(page.locator('.pane-chart canvas').first()).toBeVisible();
  await settle(page);
}

type Theme = (typeof THEMES)[number];
type Size = (typeof SIZES)[number];
type Shot = { name: string; pictures: ReadonlyMap<Theme, Buffer> };

/** Writes the sheets of one theme at one size, numbered from 01. */
async function putTogether(shots: readonly Shot[], theme: Theme, { width, height, shown, columns }: Size): Promise<void> {
  const perSheet = columns * ROWS;
  for (let first = 0; first < shots.length; first += perSheet) {
    const name = `${width}-${theme}-${String(first / perSheet + 1).padStart(2, '0')}.webp`;
    const sheet = { name, theme, columns, width: shown, height: Math.round((shown * height) / width) };
    await join(shots.slice(first, first + perSheet), sheet);
  }
}

/** Puts pictures side by side, each under whose and which screen it is. */
async function join(
  shots: readonly Shot[],
  { name, theme, columns, width, height }: { name: string; theme: Theme; columns: number; width: number; height: number },
): Promise<void> {
  const cell = { width: width + GAP, height: height + LABEL_HEIGHT + GAP };
  const layers: OverlayOptions[] = [];
  for (const [index, { name: title, pictures }] of shots.entries()) {
    const left = GAP + (index % columns) * cell.width;
    const top = GAP + Math.floor(index / columns) * cell.height;
    layers.push({ input: label(title, width), left, top });
    layers.push({ input: await sharp(pictures.get(theme)).resize(width, height).toBuffer(), left, top: top + LABEL_HEIGHT });
  }
  mkdirSync(FOLDER, { recursive: true });
  const size = { width: GAP + columns * cell.width, height: GAP + Math.ceil(shots.length / columns) * cell.height };
  await sharp({ create: { ...size, channels: 3, background: '#8a8f98' } })
    .composite(layers)
    .webp({ quality: QUALITY, effort: EFFORT })
    .toFile(`${FOLDER}/${name}`);
}

function label(text: string, width: number): Buffer {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL_HEIGHT}"><text x="2" y="19" font-family="sans-serif" font-size="15" fill="#101317">${safe}</text></svg>`,
  );
}
