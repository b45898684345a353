import type { Page } from '@playwright/test';
import { chooseLook, expect, expectAccessible, send, signInWithSandboxWallet, test } from './support/test';

const CHECK = 'Check that you are counted';

async function press(page: Page): Promise<void> {
  await page.goto('/status');
  // Without a tree there is no button.
  await page.getByRole('button', { name: CHECK }).click({ timeout: 5_000 });
}

test('a member checks in the browser that their balance is in the published sum, and sees it when it is not', async ({ page }) => {
  await expect(async () => {
    await press(page);
    await expect(page.getByText('To check your own balance, sign in.')).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await signInWithSandboxWallet(page);
  // A page of a member would hear of the switch.
  await page.goto('/status');
  await send(page.request, '/api/session/mode', { mode: 'real' });
  await send(page.request, '/api/faucet', { asset: 'USDT', requestId: `liabilities-${Date.now()}` });
  // A day of this sandbox lasts five seconds, and each fifth one brings a tree.
  await expect(async () => {
    await press(page);
    await expect(page.getByText('You are counted', { exact: true })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const own = page.getByRole('listitem').filter({ hasText: 'Your balance then' });
  await expect(own).toHaveCount(1);
  await expect(own).toContainText('10,000 USDT');
  await expect(own).toContainText('In the sum');
  await expectAccessible(page);
  for (const locale of ['en', 'de'] as const)
    for (const theme of ['day', 'dark'] as const) {
      await chooseLook(page, { theme, locale });
      await page.goto(locale === 'de' ? '/de/status' : '/status');
      await page.getByRole('button', { name: locale === 'de' ? 'Prüfen, ob Sie mitgezählt sind' : CHECK }).click();
      await expect(page.getByText(locale === 'de' ? 'Sie sind mitgezählt' : 'You are counted', { exact: true })).toBeVisible();
      await page.locator('#liabilities').screenshot({ path: test.info().outputPath(`liabilities-${locale}-${theme}.png`) });
    }
  await chooseLook(page, { theme: 'day', locale: 'en' });

  const saving = page.waitForEvent('download');
  await press(page);
  await page.getByRole('button', { name: 'Save the proof as a file' }).click();
  expect((await saving).suggestedFilename()).toMatch(/^candor-proof-[0-9]+\.json$/);

  await page.route('**/api/liabilities/own?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.leaves[0].amount = '9999';
    await route.fulfill({ response: answer, json: body });
  });
  await press(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Your balance doesn’t lead to this root' })).toBeVisible();
  await expect(own).toContainText('Not in the sum');
});
