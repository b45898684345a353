import type { Locator } from '@playwright/test';
import { expect, expectAccessible, test } from './support/test';

/** Taps that a newcomer may need from the landing page to a coin of their own. */
const TAPS_MAX = 6;

test('a newcomer owns their first coin six taps after the landing page at most', async ({ page }) => {
  let taps = 0;
  const tap = async (target: Locator) => {
    taps += 1;
    await target.click();
  };
  await page.goto('/tab1');
  await tap(page.getByRole('main').getByRole('link', { name: 'Open with your wallet' }));
  await tap(page.getByRole('button', { name: 'Use the sandbox wallet' }));
  await tap(page.getByRole('button', { name: 'Connect and sign' }));
  await tap(page.getByRole('button', { name: /^Buy your first coin/ }));
  const sheet = page.getByRole('dialog', { name: 'Buy a coin' });
  await expect(sheet.getByText('You get')).toBeVisible();
  await expect(sheet.getByText('Demo', { exact: true })).toBeVisible();
  await expect(sheet.getByRole('slider', { name: 'Share of what is available' })).toBeEnabled();
  await expectAccessible(page);
  await tap(sheet.getByRole('button', { name: 'Buy 100 USDT of Bitcoin' }));
  await expect(sheet.getByText('Bitcoin bought')).toBeVisible();
  await expect(sheet.getByText('You got')).toBeVisible();
  expect(taps).toBeLessThanOrEqual(TAPS_MAX);

  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByRole('button', { name: 'Buy', exact: true }), 'the step is gone, so the focus goes to the button').toBeFocused();
  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /Bitcoin/ })).toBeVisible();
});

test('a market that a visitor taps on the landing page is where they are once they have signed in', async ({ page }) => {
  await page.goto('/tab1');
  await page.getByRole('main').getByRole('link', { name: /^ETH/ }).click();
  await page.getByRole('button', { name: 'Use the sandbox wallet' }).click();
  await page.getByRole('button', { name: 'Connect and sign' }).click();
  await page.waitForURL('**/marketInfo?coin=ETH&type=spot');
});
