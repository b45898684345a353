import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { brand } from '../../../lib/brand';
import type { Locale } from '../../../lib/protocol/wire';
import { becomeViewer, type Viewer } from './members';
import { readOverflow } from './overflow';
import { readSmallTargets } from './tap-targets';
import type { Screen } from './screens';
import { textsOf } from './texts';
import { expect, readBarriers, settle } from './test';

export type Size = { width: number; height: number; textPercent: 100 | 200 };
/** How screens are looked at: in which language, in which themes with axe, at which sizes for what doesn't fit. */
export type Inspection = {
  locale: Locale;
  themes: readonly ('dark' | 'day')[];
  sizes: readonly Size[] /** Where it is opened and read by axe: a phone unless said. */;
  first?: Size;
};

export const PHONE: Size = { width: 390, height: 844, textPercent: 100 };
/** From here on pages have columns, and mice. */
const WIDE_PX = 768;
/** Every page says what it is: browser tabs and histories are read by their titles. */
const NAME_ALONE = new RegExp(`^(${brand.name})?$`);

/** Returns every finding, so that one screen does not hide another. */
export async function inspectScreens(
  page: Page,
  { look, viewer, screens }: { look: Inspection; viewer: Viewer; screens: readonly Screen[] },
): Promise<string[]> {
  const { ids } = await becomeViewer(page.context(), viewer, { theme: look.themes[0] ?? 'dark', locale: look.locale });
  const faults: string[] = [];
  for (const screen of screens) {
    try {
      await show(page, { screen, ids, look });
      faults.push(...(await lookAt(page, { look, screen })));
    } catch (error) {
      faults.push(`${screen.name}: ${(error as Error).message.split('\n').slice(0, 6).join(' ')}`);
    }
    keep(`faults-${look.locale}-${viewer}.txt`, (path) => writeFileSync(path, faults.join('\n')));
  }
  return faults;
}

async function show(
  page: Page,
  { screen, ids, look: { locale, first = PHONE } }: { screen: Screen; ids: Readonly<Record<string, string>>; look: Inspection },
): Promise<void> {
  await resize(page, first);
  await page.goto(screen.path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? ''));
  await settle(page);
  // A guard that leads elsewhere would show another screen in place of this one.
  if (screen.path !== '/') expect(new URL(page.url()).pathname).toBe(screen.path.split(/[?#]/)[0]);
  await screen.open?.(page, textsOf(locale));
  await settle(page);
  await expect(page.locator('html')).toHaveAttribute('lang', locale);
  await expect(page).not.toHaveTitle(NAME_ALONE);
}

async function lookAt(page: Page, { look, screen }: { look: Inspection; screen: Screen }): Promise<string[]> {
  const faults: string[] = [];
  // Themes differ in their colours and in nothing else.
  for (const [index, theme] of look.themes.entries()) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-theme', name), theme);
    faults.push(...(await readBarriers(page, { isOnlyColour: index > 0 })).map((fault) => `${screen.name}, ${theme}: ${fault}`));
  }
  for (const size of look.sizes) {
    await resize(page, size);
    const isEnlarged = size.textPercent > 100;
    const found = await readOverflow(page, { isEnlarged });
    // With a mouse less is enough.
    if (!isEnlarged && size.width < WIDE_PX) found.push(...(await readSmallTargets(page)));
    faults.push(...found.map((fault) => `${screen.name}, ${size.width} px, ${size.textPercent} %: ${fault}`));
    await photograph(page, `${look.locale}-${size.width}-${size.textPercent}-${screen.as}-${screen.name}`);
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
  await keep(`${fileName(name)}.png`, (path) => page.screenshot({ path, fullPage: true }));
}

/** A screen's name as that of a file. */
export const fileName = (name: string) => name.replace(/[^\w-]+/g, '_');

/** With `SCREENS_OUT=<folder>` every look is kept as a picture, and the findings so far, for the eyes of those who design. */
export function keep<T>(name: string, write: (path: string) => T): T | null {
  const folder = process.env.SCREENS_OUT;
  if (!folder) return null;
  mkdirSync(folder, { recursive: true });
  return write(`${folder}/${name}`);
}
