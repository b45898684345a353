import { chooseLook, expect, expectAccessible, signInWithSandboxWallet, test } from './support/test';

test('a member writes to support about a withdrawal, is warned of a recovery phrase, and sees what was promised', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/support?about=withdrawal:12');
  await expect(page.getByText('About withdrawal 12')).toBeVisible();
  await page.getByLabel('Your message').fill('abandon ability able about above absent absorb abstract absurd abuse access accident');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Better not send this' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: "Don't send" }).last().click();
  await page.getByLabel('Your message').fill('Where is it?');
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
  const log = page.getByRole('log', { name: 'Conversation with support' });
  await expect(log.getByText('Where is it?')).toBeVisible();
  await expect(log.getByText('About withdrawal 12')).toBeVisible();
  await expect(log.getByText(/abandon/)).toBeHidden();
  await expect(page.getByText('Answer promised by')).toBeVisible();
  await expect(page.getByLabel('Your message')).toHaveValue('');
  await expectAccessible(page);
  await chooseLook(page, { theme: 'day', locale: 'de' });
  await page.goto('/support');
  await expect(page.getByRole('log').getByText('Where is it?')).toBeVisible();
  await expectAccessible(page);
});
