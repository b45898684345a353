import { chooseLook, expect, expectAccessible, signInWithSandboxWallet, test } from './support/test';

test('a loan says what it costs before anything is signed, and needs a verified identity', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/tab3');
  await expect(page.getByText('No loans yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Borrow', exact: true }).last()).toHaveAttribute('href', '#new-loan');
  await expect(page.getByRole('link', { name: 'Start verification' })).toBeVisible();
  await page.getByLabel('Amount').fill('1000');
  await expect(page.getByText('1,009 USDT')).toBeVisible();
  await expect(page.getByText('59.5%')).toBeVisible();
  await page.getByRole('button', { name: /^Why\? Credit score 60$/ }).click();
  await expect(page.getByText('Nothing has changed it yet.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto('/loandetails?num=1000&loanid=2');
  await expect(page.getByRole('heading', { name: 'Loan agreement', level: 2 })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign and borrow' })).toHaveCount(0);
  await expect(page.getByText('A loan needs a verified identity.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Start verification' })).toHaveAttribute('href', '/verification');
  await expectAccessible(page);
  await chooseLook(page, { theme: 'day', locale: 'de' });
  await page.goto('/loandetails?num=1000&loanid=2');
  await expect(page.getByRole('heading', { name: 'Kreditvertrag', level: 2 })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/tab3');
  await expect(page.getByText('Noch keine Kredite')).toBeVisible();
  await expectAccessible(page);
});
