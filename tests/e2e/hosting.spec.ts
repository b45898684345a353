import { expect, expectAccessible, signInWithSandboxWallet, test } from './support/test';

test('hosting: bounds are said, an amount waits for the next valuation, the open book shows its rules, and what has not begun comes back whole', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/tab2?active=hosting');
  await page.getByRole('radio', { name: '30 Days' }).check();
  const amount = page.getByLabel('Amount in USDT');
  await amount.fill('99');
  await expect(page.getByText('Not less than 100 USDT')).toBeVisible();
  await amount.fill('1000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Host 1,000 USDT' }).click();
  await expect(page.getByText('1,000 USDT begin at the next valuation')).toBeVisible();
  await page.getByRole('link', { name: 'Open book' }).click();
  await expect(page).toHaveURL(/\/hostingbook\?plan=1$/);
  await expect(page.getByText('Stops and sells everything 10% below its high.')).toBeVisible();
  await expect(page.getByText('Shown from 60 live days on')).toBeVisible();
  await expectAccessible(page);
  // As orders of the book lead there: the candle of a minute.
  await page.goto(`/marketInfo?coin=BTC-USDT&type=spot&at=${Date.now() - 3_600_000}`);
  await expect(page.getByRole('radio', { name: '1m', exact: true })).toBeChecked();
  await page.goto('/record?active=6');
  await expect(page.getByText('Begins at the next valuation')).toBeVisible();
  await page.getByRole('button', { name: 'Take back' }).click();
  const sheet = page.getByRole('dialog', { name: 'Take back' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Take back' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
});
