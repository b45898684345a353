import { expect, type Page } from '@playwright/test';
import { tick } from './test';

/** A phone held sideways, with a notch at one end and the bar of the system below. */
const SIDEWAYS = { width: 844, height: 390 };
const INSETS = { top: 0, left: 47, right: 34, bottom: 21 };
const UPRIGHT = { width: 390, height: 844 };

/** Turns the phone on a page with a chart: it fills the screen beside notch and bars, all that belongs to it is reached, and it is small again when turned back. */
export async function turnToChart(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS });
  const chart = page.locator('[data-chart-large]');
  await page.setViewportSize(SIDEWAYS);
  await expect(chart).toBeVisible();
  await expect.poll(() => chart.boundingBox()).toEqual({ x: 0, y: 0, ...SIDEWAYS });
  for (const control of await chart.locator('button:visible, a:visible').all()) await expectInside(control);
  await expectInside(chart.locator('canvas').first());

  await tick(chart.getByRole('radio', { name: '1h' }));
  await chart.getByRole('button', { name: 'Make the chart small again' }).click();
  await expect(chart).toHaveCount(0);
  await page.getByRole('button', { name: 'Enlarge the chart' }).click();
  await chart.getByRole('button', { name: /tools/i }).click();
  const tools = page.getByRole('dialog', { name: /tools/i });
  await tools.getByRole('button', { name: 'Close' }).click();
  await expect(tools).toBeHidden();

  await page.setViewportSize(UPRIGHT);
  await expect(chart).toHaveCount(0);
  await cdp.detach();
}

async function expectInside(part: ReturnType<Page['locator']>): Promise<void> {
  const box = await part.boundingBox();
  if (box === null) throw new Error('not drawn');
  expect(box.x).toBeGreaterThanOrEqual(INSETS.left - 8);
  expect(box.x + box.width).toBeLessThanOrEqual(SIDEWAYS.width - INSETS.right + 8);
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(SIDEWAYS.height - INSETS.bottom);
}
