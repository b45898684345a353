import type { Locator, Page } from '@playwright/test';
import { closeResult, expect, placeOrder, signInWithSandboxWallet, test, tick } from './support/test';

/** Days of these terms last five seconds here (SANDBOX_DAY_MS), and the job that credits them looks every fifteen. */
const TO_THE_END_MS = 180_000;
const SOON_MS = 30_000;

async function readAvailable(page: Page, coin: string): Promise<number> {
  await page.goto('/tab2');
  await tick(page.getByRole('radio', { name: coin, exact: true }));
  const text = (await page.getByText(new RegExp(`^Available: .*\\s${coin}$`)).textContent()) ?? '';
  return Number(text.replace(/[^0-9.]/g, ''));
}

async function stake(page: Page, { coin, term, amount }: { coin: string; term: string; amount: string }): Promise<void> {
  await tick(page.getByRole('radio', { name: coin, exact: true }));
  await tick(page.getByRole('radio', { name: term, exact: true }));
  await page.getByLabel(`Amount in ${coin}`).fill(amount);
  await page.getByRole('button', { name: `Stake ${amount} ${coin}` }).click();
  await closeResult(page, `${amount} ${coin} staked`);
}

async function leaveHosted(page: Page, leave: Locator): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Leave early' });
  const now = sheet.getByRole('button', { name: 'Leave now' });
  try {
    await leave.click({ timeout: SOON_MS });
    await now.click({ timeout: SOON_MS });
  } catch (error) {
    // The card and its sheet say that it is over.
    if (await leave.isVisible()) throw error;
  }
}

test('staking, ether and hosting from subscribing to the end: credited, ended, the principal back, and each in its record', async ({
  page,
}) => {
  test.setTimeout(600_000);
  await signInWithSandboxWallet(page);
  // A demo account begins with USDT alone.
  await placeOrder(page, { symbol: 'ETH-USDT', side: 'buy', kind: 'market', quantity: '1' });
  const before = await readAvailable(page, 'ETH');
  await stake(page, { coin: 'ETH', term: 'Joint · 2 days', amount: '0.5' });
  await stake(page, { coin: 'USDT', term: '5 Days', amount: '100' });

  await page.goto('/tab2?active=hosting');
  await tick(page.getByRole('radio', { name: '3 Days', exact: true }));
  await page.getByLabel('Amount in USDT').fill('1000');
  await page.getByRole('button', { name: 'Host 1,000 USDT' }).click();
  await expect(page.getByText('1,000 USDT begin at the next valuation')).toBeVisible();
  await page.goto('/record?active=6');
  const [leave, over] = [page.getByRole('button', { name: 'Leave early' }), page.getByText(/^(Left early|Ended)$/).first()];
  await expect(leave.or(over).first()).toBeVisible({ timeout: TO_THE_END_MS });
  // Its three days may be over before anybody can leave them.
  if (await leave.isVisible()) await leaveHosted(page, leave);
  await expect(over).toBeVisible({ timeout: TO_THE_END_MS });
  await expect(page.getByText('Principal returned')).toBeVisible();

  await page.goto('/pledgehistory');
  await expect(page.getByText('Nothing is staked')).toBeVisible({ timeout: TO_THE_END_MS });
  await tick(page.getByRole('radio', { name: 'Over' }));
  await expect(page.getByText('Credited, 5 of 5 days')).toBeVisible();
  await expect(page.getByText('Credited, 2 of 2 days')).toBeVisible();
  await expect(page.getByText('Ended', { exact: true }).first()).toBeVisible();
  await page.goto('/record?active=5');
  await expect(page.getByText('0.00004').first()).toBeVisible();
  // Two days of 0.008 % of half an ether, and the half itself.
  expect(await readAvailable(page, 'ETH')).toBeCloseTo(before + 0.00008, 8);
});
