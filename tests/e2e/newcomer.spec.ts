import type { Page } from '@playwright/test';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { signalExchange } from './support/exchange-control';
import { closeResult, expect, expectAccessible, openSheet, signInWithSandboxWallet, test } from './support/test';

// What a browser says of requests that a killed exchange left without an answer, and of one that asks for a confirmation.
test.use({ allowedNoise: [/Failed to load resource.*(403|50[0-9]|ERR_)/] });

/** Blocks come every five seconds, five of them count, and the exchange is started anew in between. */
const CHAIN_TIMEOUT_MS = 240_000;
/** A first payment to an address waits a minute in a sandbox. */
const WAIT_TIMEOUT_MS = 300_000;

test('a newcomer deposits, converts half, withdraws to an address of their own, cancels, withdraws again, and finds all of it in the records', async ({
  page,
}) => {
  test.setTimeout(1_200_000);
  await signInWithSandboxWallet(page);
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();

  await page.goto('/tab4?active=0');
  await page.getByText('Your outside wallet (simulated)').click();
  await page.getByRole('button', { name: 'Send USDT' }).click();
  await expect(page.getByText(/^[1-4] of 5 confirmations$/)).toBeVisible({ timeout: CHAIN_TIMEOUT_MS });
  signalExchange('SIGKILL');
  await expect(page.getByText('5 of 5 confirmations')).toBeVisible({ timeout: CHAIN_TIMEOUT_MS });

  await page.goto('/convert?from=USDT&to=ETH');
  await convertHalf(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the record' }).click();
  await expect(page.getByText(/^Computed again in your browser.*the same amounts\.$/)).toBeVisible();

  const address = privateKeyToAddress(generatePrivateKey());
  await page.goto('/tab4?active=2');
  await withdraw(page, address);
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  await expect(page.getByText('Cancelled, the money is back').first()).toBeVisible();
  await withdraw(page, address);
  await expect(page.getByRole('timer')).toHaveText(/^00:0[01]:[0-5][0-9]$/);
  signalExchange('SIGKILL');
  await expect(page.getByText('Done', { exact: true }).first()).toBeVisible({ timeout: WAIT_TIMEOUT_MS });

  await page.goto('/wallet');
  await expect(page.getByRole('link', { name: /USDT/ }).filter({ hasText: '150.00' })).toBeVisible();
  for (const [active, words] of [
    ['1', '+500'],
    ['2', '100'],
    ['3', '250'],
  ] as const) {
    await page.goto(`/record?active=${active}`);
    await expect(page.getByRole('listitem').filter({ hasText: words }).first()).toBeVisible();
  }
});

/** Asks for 100 USDT and confirms it; a first payment to an address waits. */
async function withdraw(page: Page, address: string): Promise<void> {
  await page.getByLabel('Amount (USDT)').fill('100');
  await page.getByLabel('Address on ERC20').fill(address.toLowerCase());
  await page.getByRole('button', { name: 'Check the withdrawal' }).click();
  await expect(page.getByText(address).first()).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw 100 USDT' }).click();
  await page.getByRole('button', { name: 'Sign with the wallet' }).click();
  await closeResult(page, 'Withdrawal of 100 USDT requested');
  await expect(page.getByText('Waiting: first payment to this address').first()).toBeVisible();
}

/** A quote lasts ten seconds: one that a busy machine was too slow for is asked for again. */
async function convertHalf(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'You give' }).fill('250');
  await expect(async () => {
    const take = page.getByRole('button', { name: 'Convert 250 USDT' });
    if (!(await take.isVisible())) await page.getByRole('button', { name: /^Get a (new )?quote$/ }).click({ timeout: 2_000 });
    await take.click({ timeout: 5_000 });
    await expect(page.getByRole('heading', { name: 'Converted' })).toBeVisible();
  }).toPass();
}
