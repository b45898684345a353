import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { expect, expectAccessible, signInWithSandboxWallet, test } from './support/test';

// What has to be confirmed is refused first.
test.use({ allowedNoise: [/Failed to load resource.*403/] });

test('a member asks for a copy of their data and downloads it, each confirmed apart; without the second confirmation the file is not given', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/data');
  await page.getByRole('button', { name: 'Request a copy' }).click();
  await confirmByWallet(page);
  const download = page.getByRole('button', { name: 'Download the zip file' });
  await expect(download).toBeVisible({ timeout: 120_000 });
  await expectAccessible(page);
  const refused = await page.request.get('/api/account/export.zip');
  expect([refused.status(), (await refused.json()).error.code]).toEqual([403, 'STEP_UP_REQUIRED']);
  const coming = page.waitForEvent('download');
  await download.click();
  await confirmByWallet(page);
  const files = unzipSync(await readFile(await (await coming).path()));
  expect(Object.keys(files)).toEqual(expect.arrayContaining(['profile.json']));
  await expect(page).toHaveURL(/\/data$/);
});

async function confirmByWallet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).click();
  await expect(sheet).toHaveCount(0);
}
