import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { brand } from '../../lib/brand';
import { LOCALES, type Locale } from '../../lib/protocol/wire';
import { becomeViewer, VIEWERS, type Viewer } from './support/members';
import { readMisfits } from './support/misfits';
import { SCREENS, type Screen } from './support/screens';
import { speak } from './support/speak';
import { expect, readBarriers, test } from './support/test';

type Size = { width: number; height: number; textPercent: 100 | 200 };
type Plan = { locale: Locale; themes: readonly ('dark' | 'day')[]; sizes: readonly Size[]; screens: (screen: Screen) => boolean };

const PHONE: Size = { width: 390, height: 844, textPercent: 100 };
const SMALL: Size = { width: 320, height: 568, textPercent: 100 };
const SIZES: readonly Size[] = [
  PHONE,
  { width: 360, height: 640, textPercent: 100 },
  SMALL,
  { ...PHONE, textPercent: 200 },
  { ...SMALL, textPercent: 200 },
];
const ENLARGED: readonly Size[] = [SMALL, { ...PHONE, textPercent: 200 }];
/** A screen with everything that is looked at on it. */
const SCREEN_MS_MAX = 20_000;
const SETTLE_MS = 20_000;
/** A step that can't be done is a finding of its own, not the end of the test. */
const ACTION_MS = 10_000;

const every = () => true;
const withoutSheets = ({ open }: Screen) => open === undefined;
/** Colours come with the theme and lengths with the language: two looks meet both of each, two more scripts the lengths. */
const SHORT: readonly Plan[] = [
  { locale: 'en', themes: ['dark'], sizes: ENLARGED, screens: every },
  { locale: 'de', themes: ['day'], sizes: ENLARGED, screens: every },
  { locale: 'ru', themes: [], sizes: [SMALL], screens: withoutSheets },
  { locale: 'ja', themes: [], sizes: [SMALL], screens: withoutSheets },
];
const LONG: readonly Plan[] = LOCALES.map((locale) => ({ locale, themes: ['dark', 'day'], sizes: SIZES, screens: every }));
/** Every page says what it is: browser tabs and histories are read by their titles. */
const NAME_ALONE = new RegExp(`^(${brand.name})?$`);

for (const plan of process.env.FAULTS === 'long' ? LONG : SHORT) {
  test.describe(plan.locale, () => {
    // A page that is not there answers 404, and a refused login 401: both are noted by the browser.
    test.use({ allowedNoise: [/(404|401|Refused|400) /], actionTimeout: ACTION_MS });

    for (const viewer of VIEWERS) {
      const screens = SCREENS.filter((screen) => screen.as === viewer && plan.screens(screen));
      test(`${screens.length} screens of the ${viewer} fit and keep nobody out in ${plan.locale}`, async ({ page }) => {
        test.setTimeout(60_000 + screens.length * SCREEN_MS_MAX);
        expect(await lookAtAll(page, { plan, viewer, screens })).toEqual([]);
      });
    }
  });
}

/** Returns every finding, so that one screen does not hide another. */
async function lookAtAll(
  page: Page,
  { plan, viewer, screens }: { plan: Plan; viewer: Viewer; screens: readonly Screen[] },
): Promise<string[]> {
  const { ids } = await becomeViewer(page.context(), viewer, { theme: plan.themes[0] ?? 'dark', locale: plan.locale });
  const faults: string[] = [];
  for (const screen of screens) {
    try {
      await show(page, { screen, ids, locale: plan.locale });
      faults.push(...(await lookAt(page, { plan, screen })));
    } catch (error) {
      faults.push(`${screen.name}: ${(error as Error).message.split('\n').slice(0, 6).join(' ')}`);
    }
    keep(`faults-${plan.locale}-${viewer}.txt`, (path) => writeFileSync(path, faults.join('\n')));
  }
  return faults;
}

async function show(
  page: Page,
  { screen, ids, locale }: { screen: Screen; ids: Readonly<Record<string, string>>; locale: Locale },
): Promise<void> {
  await resize(page, PHONE);
  await page.goto(screen.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''));
  await settle(page);
  // A guard that leads elsewhere would show another screen in place of this one.
  if (screen.path !== '/') expect(new URL(page.url()).pathname).toBe(screen.path.split('?')[0]);
  await screen.open?.(page, speak(locale));
  await settle(page);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page).not.toHaveTitle(NAME_ALONE);
}

/** What is drawn is judged: a screen is settled when its heading is there and no skeleton any more. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1, { timeout: SETTLE_MS });
  await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0, { timeout: SETTLE_MS });
}

async function lookAt(page: Page, { plan, screen }: { plan: Plan; screen: Screen }): Promise<string[]> {
  const faults: string[] = [];
  for (const theme of plan.themes) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    faults.push(...(await readBarriers(page)).map((fault) => `${screen.name}, ${theme}: ${fault}`));
  }
  for (const size of plan.sizes) {
    await resize(page, size);
    const isEnlarged = size.textPercent > 100;
    const found = await readMisfits(page, { isEnlarged });
    faults.push(...found.map((fault) => `${screen.name}, ${size.width} px, ${size.textPercent} %: ${fault}`));
    await photograph(page, `${plan.locale}-${size.width}-${size.textPercent}-${screen.as}-${screen.name}`);
  }
  return faults;
}

async function resize(page: Page, { width, height, textPercent }: Size): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(async (percent) => {
    document.documentElement.style.fontSize = `${percent}%`;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  }, textPercent);
}

async function photograph(page: Page, name: string): Promise<void> {
  await keep(`${name.replace(/[^\w-]+/g, '_')}.png`, (path) => page.screenshot({ path, fullPage: true }));
}

/** With `SCREENS_OUT=<folder>` every look is kept as a picture, and the findings so far, for the eyes of those who design. */
function keep<T>(name: string, write: (path: string) => T): T | null {
  const folder = process.env.SCREENS_OUT;
  if (!folder) return null;
  mkdirSync(folder, { recursive: true });
  return write(`${folder}/${name}`);
}
