import type { Locator, Page } from '@playwright/test';
import { signalExchange } from './exchange-control';
import { expect, openSheet, tick } from './test';

const BUY = /^Buy .*(BTC)/;

/** From the home screen on: a resting and a filled order, a kill in between, the entries, the real account, sign-out. */
export async function doMainJob(page: Page): Promise<void> {
  await page.goto('/spotorder');
  await placeLimitBuyBelow(page);
  signalExchange('SIGKILL');
  await placeMarketBuy(page);
  await seeEntries(page);
  await cancelTheOpenOrder(page);
  await switchToReal(page);
  await switchLanguageAndTheme(page);
  await signOut(page);
}

/** A field shows its value without grouping once it has the focus, so it is tapped first, as a person does. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
  await expect(field).toHaveValue(text);
}

async function placeLimitBuyBelow(page: Page): Promise<void> {
  await tick(page.getByRole('radio', { name: 'Limit', exact: true }));
  await page.getByRole('button', { name: /Best bid/ }).click();
  const price = page.getByLabel(/^Price, USDT/);
  const best = Number((await price.inputValue()).replaceAll(',', ''));
  await type(price, String(Math.floor(best * 0.95)));
  await page.getByLabel(/^Amount, BTC/).fill('0.01');
  await page.getByRole('button', { name: BUY }).last().click();
  // 5 % from the market is pointed out, and placed at the second tap.
  await page.getByRole('button', { name: 'Place anyway' }).click();
  await expect(page.getByRole('dialog', { name: 'Your order is in the book' })).toBeVisible();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
}

/** Presses on until it is through, as a person does whose server died a moment ago: the same order counts once. */
async function placeMarketBuy(page: Page): Promise<void> {
  await tick(page.getByRole('radio', { name: 'Market', exact: true }));
  await page.getByLabel(/^Amount, BTC/).fill('0.02');
  const button = page.getByRole('button', { name: /^(Buy .*BTC|Send again)/ }).last();
  const receipt = page.getByRole('dialog', { name: 'Your order is filled' });
  await expect(async () => {
    if (!(await receipt.isVisible())) await button.click({ timeout: 2_000 });
    await expect(receipt).toBeVisible({ timeout: 10_000 });
  }).toPass();
}

/** The order's page adds up: what its ledger entries brought, over all fills, is what the order says it brought, to the last digit. */
async function seeEntries(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'See fills and entries' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger entries' })).toBeVisible();
  await expect(page.getByText('Taker').first()).toBeVisible();
  const main = page.getByRole('main');
  await expect(main.getByText('0.02 of 0.02 BTC')).toBeVisible();
  const [got = ''] = /[\d.]+(?=\sBTC)/.exec((await readingOf(main, 'You got').first().textContent()) ?? '') ?? [];
  const entries = await readingOf(main, 'BTC, available').allTextContents();
  const brought = entries.map((text) => toUnits(/^\+([\d.]+)/.exec(text)?.[1] ?? ''));
  expect(brought.reduce((sum, units) => sum + units, 0n)).toBe(toUnits(got));
  expect(entries.at(-1)).toContain(`then ${got}`);
  expect(toUnits(got)).toBeLessThan(toUnits('0.02'));
  await expect(readingOf(main, 'USDT, available')).toHaveCount(entries.length);
}

/** The value beside a label of a receipt. */
function readingOf(main: Locator, label: string): Locator {
  return main.locator('dt', { hasText: label }).locator('xpath=following-sibling::dd[1]');
}

/** A shown amount of at most eight decimals as a whole number of its last digit. */
function toUnits(shown: string): bigint {
  const [whole = '', fraction = ''] = shown.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

async function cancelTheOpenOrder(page: Page): Promise<void> {
  await page.goto('/spotorder');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toHaveCount(1);
  const none = page.getByRole('region', { name: 'Your orders' }).getByText('No open orders');
  // A row's own code may come a moment after the row: a person who sees nothing happen presses again.
  await expect(async () => {
    if (!(await none.isVisible())) await cancel.click({ timeout: 2_000 });
    await expect(none).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await page.getByRole('dialog', { name: 'Order cancelled' }).getByRole('button', { name: 'Done' }).click();
}

/** The real account knows nothing of the demo one: empty, until the faucet fills it. */
async function switchToReal(page: Page): Promise<void> {
  await page.goto('/tab1');
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  await page.goto('/wallet');
  const coins = page.getByRole('main');
  await expect(coins.getByText('No coins yet')).toBeVisible();
  await coins.getByRole('button', { name: 'Get test USDT' }).click();
  await expect(page.getByText('10,000.00 USDT were credited.')).toBeVisible();
  await expect(coins.getByText('No coins yet')).toBeHidden();
  await expect(coins.getByText(/10,000(\.00)?$/).first()).toBeVisible();
}

async function switchLanguageAndTheme(page: Page): Promise<void> {
  const html = page.locator('html');
  await page.goto('/tab1');
  await openSheet(page, 'Menu');
  await page.getByRole('button', { name: 'Use the day theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'day');
  for (const [name, lang] of [
    ['Deutsch', 'de'],
    ['English', 'en'],
  ] as const) {
    await page.goto('/language');
    await page.getByRole('button', { name }).click();
    await expect(html).toHaveAttribute('lang', lang);
    await expect(html).toHaveAttribute('data-theme', 'day');
  }
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/tab1');
  await openSheet(page, 'Menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Sign out' }).last().click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  const session = await page.request.get('/api/session');
  expect(await session.json()).toMatchObject({ signedIn: false });
}
