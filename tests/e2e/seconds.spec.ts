import type { Page } from '@playwright/test';
import { answerTest, chooseLook, expect, expectAccessible, signInWithSandboxWallet, test, tick } from './support/test';

/** 30 seconds, the second until the purchase print, and room for a busy machine. */
const RESULT_TIMEOUT_MS = 150_000;

test('a member reads the disclosure, buys 30 seconds on the demo account, and checks the result in the browser', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/optionOrder?coin=ETH');
  await expect(page.getByText(/lose money on this product|Fewer than 100 accounts have a settled contract/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Up', exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'I understand, go on' }).click();
  await expect(page.getByRole('heading', { name: 'Five questions' })).toBeVisible();
  await expectAccessible(page);
  await answerTest(page, ['True', 'True', 'False', 'True', 'False']);
  await expect(page.getByRole('button', { name: 'Up', exact: true })).toBeVisible();
  await expectAccessible(page);
  await buyThirtySeconds(page);
  await expect(page.getByText(/Price now, (you are|level)/)).toBeVisible();
  await page.getByRole('link', { name: 'All contracts' }).click();
  const check = page.getByRole('button', { name: 'Check it' });
  await expect(check).toBeVisible({ timeout: RESULT_TIMEOUT_MS });
  await check.click();
  await expect(page.getByRole('status').filter({ hasText: 'Checked: the hashes fit, and the same result comes out.' })).toBeVisible();
  await expect(page.getByText(/^Print \d+$/)).toHaveCount(3);
  await expect(page.getByText(/^Print \d+ · left out$/)).toHaveCount(2);
  await chooseLook(page, { theme: 'day', locale: 'en' });
  await page.reload();
  await expect(check).toBeVisible();
  await expectAccessible(page);
  await narrowToRefunded(page);
  await expectExported(page);
});

test('a wrong answer blocks the next try for a day', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/optionOrder?coin=ETH');
  await page.getByRole('button', { name: 'I understand, go on' }).click();
  await answerTest(page, ['True', 'True', 'True', 'True', 'True']);
  await expect(page.getByText('Not every answer was right. You can try again from')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Not every answer was right. You can try again from')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Up', exact: true })).toHaveCount(0);
});

test('a break takes the ticket away at once, after one question', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/optionOrder?coin=ETH');
  await page.getByRole('button', { name: 'I understand, go on' }).click();
  await answerTest(page, ['True', 'True', 'False', 'True', 'False']);
  await page.getByText('Your limits').click();
  await expectAccessible(page);
  await tick(page.getByRole('radio', { name: '3 days' }));
  await page.getByRole('button', { name: 'Start the break' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start the break' }).click();
  await expect(page.getByText('You are taking a break until')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Up', exact: true })).toHaveCount(0);
});

test('the real account is told that seconds contracts are not offered', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/tab1');
  await page.getByRole('button', { name: /^Demo/ }).click();
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  await page.goto('/optionOrder');
  await expect(page.getByText(/not offered on the real account/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Up', exact: true })).toHaveCount(0);
});

async function buyThirtySeconds(page: Page): Promise<void> {
  await tick(page.getByRole('radio', { name: '30 s' }));
  await page.getByLabel(/^Stake, USDT/).fill('50');
  await expect(page.getByText('91.00 USDT')).toBeVisible();
  await expect(page.getByText('55.0 % right').or(page.getByText('55.0% right'))).toBeVisible();
  await page.getByRole('button', { name: 'Up', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Running' })).toBeVisible();
}

/** The result was right or wrong, so that a list of refunds is empty; what narrows it stands in the address. */
async function narrowToRefunded(page: Page): Promise<void> {
  await page.getByText('Filter', { exact: true }).click();
  await page.getByLabel('Kind', { exact: true }).selectOption({ label: 'Refunded' });
  await expect(page).toHaveURL(/[?&]kind=refunded(&|$)/);
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Filter (1)')).toBeVisible();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await expect(page.getByRole('button', { name: 'Check it' })).toBeVisible();
}

/** The same list as a file has one row, that of the contract. */
async function expectExported(page: Page): Promise<void> {
  const answer = await page.request.get('/api/exports/seconds-contracts.csv?form=text');
  expect(answer.status()).toBe(200);
  const [header = '', row = '', ...more] = (await answer.text()).trim().split('\r\n');
  expect(header.split(',')).toEqual(expect.arrayContaining(['bought', 'stake', 'result', 'paid_back', 'contract']));
  expect(row).toMatch(/,ETH-USDT,up,.*,(won|lost),/);
  expect(more).toEqual([]);
}
