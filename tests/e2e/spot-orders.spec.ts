import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';
import { type } from './support/main-job';
import { chooseLook, expect, expectAccessible, settle, signInWithSandboxWallet, test, tick } from './support/test';

// A page that the service worker has taken over sends what no route of a test sees.
test.use({ serviceWorkers: 'block' });

const BUY = /^Buy .*ETH/;
const ORDERS = '**/api/spot/orders';

test('a member places a stop, a pair and a purchase with exits, cancels, and takes the fills along', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/spotorder?coin=ETH');
  const market = await readPrice(page);
  await placeStop(page, market);
  await placePair(page, market);
  await buyWithExits(page, market);
  await exportFills(page);
  await narrowHistory(page);
  await chooseLook(page, { theme: 'day', locale: 'en' });
  await page.reload();
  await settle(page);
  await expectAccessible(page);
});

test('an order far from the market is pointed out and placed at the second tap; an amount in USDT is sent in ETH', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/spotorder?coin=ETH');
  const market = await readPrice(page);
  await type(page.getByLabel(/^Price, USDT/), (market * 0.95).toFixed(2));
  await page.getByRole('button', { name: 'Enter in USDT' }).click();
  await type(page.getByLabel(/^Amount, USDT/), '100');
  await expect(page.getByText(/ETH, rounded down to whole steps/)).toBeVisible();
  await expect(page.getByText(/The limit price is [\d.]+% away from the market/)).toBeVisible();
  await page.getByRole('button', { name: BUY }).last().click();
  await expect(page.getByText('Tap once more to place it anyway.')).toBeVisible();
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Place anyway' }).click();
  await expect(page.getByRole('dialog', { name: 'Your order is in the book' })).toBeVisible();
  await done(page);
  await amendOrder(page, market);
  await cancelFromAnotherMarket(page);
});

test('an order on its way is neither changed nor sent twice, and the next one can follow', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/spotorder?coin=ETH');
  const gate = new EventEmitter();
  let sent = 0;
  await page.route(ORDERS, async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1;
      await once(gate, 'open');
    }
    await route.continue();
  });
  await tick(page.getByRole('radio', { name: 'Market', exact: true }));
  for (const order of [1, 2]) {
    await type(page.getByLabel(/^Amount, ETH/), '0.1');
    await page.getByRole('button', { name: BUY }).last().dblclick();
    await expect(page.getByRole('radio', { name: 'Sell', exact: true })).toBeDisabled();
    await expect.poll(() => sent).toBe(order);
    gate.emit('open');
    await expect(page.getByRole('dialog', { name: 'Your order is filled' })).toBeVisible();
    await done(page);
    await expect(page.getByRole('radio', { name: 'Sell', exact: true })).toBeEnabled();
  }
  expect(sent).toBe(2);
});

async function readPrice(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Best bid' }).click();
  return Number((await page.getByLabel(/^Price, USDT/).inputValue()).replaceAll(',', ''));
}

async function done(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Done' }).click();
}

test('a cancelled order whose row is gone before the answer comes says so all the same', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/spotorder?coin=ETH');
  const market = await readPrice(page);
  await type(page.getByLabel(/^Price, USDT/), (market * 0.99).toFixed(2));
  await type(page.getByLabel(/^Amount, ETH/), '0.02');
  await page.getByRole('button', { name: BUY }).last().click();
  await done(page);
  await page.route('**/api/spot/cancellations', async (route) => {
    const response = await route.fetch();
    await expect(page.getByText('No open orders').filter({ visible: true })).toBeVisible();
    await route.fulfill({ response });
  });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectCancelled(page);
});

/** What happened to what on which account. */
async function expectCancelled(page: Page): Promise<void> {
  const result = page.getByRole('dialog', { name: 'Order cancelled' });
  await expect(result.getByText(/^Buy ETH\/USDT · Order \d+$/)).toBeVisible();
  await expect(result.getByText('Demo', { exact: true })).toBeVisible();
  await expect(result.getByRole('link', { name: 'See fills and entries' })).toBeVisible();
  await done(page);
}

/** It waits with its funds held, is shown among the open orders, and a cancel gives everything back. */
async function placeStop(page: Page, market: number): Promise<void> {
  await tick(page.getByRole('radio', { name: 'Stop-limit' }));
  await type(page.getByLabel(/^Stop price, USDT/), (market * 1.2).toFixed(2));
  await type(page.getByLabel(/^Price, USDT/), (market * 1.21).toFixed(2));
  await type(page.getByLabel(/^Amount, ETH/), '0.5');
  await page.getByRole('button', { name: BUY }).last().click();
  await expect(page.getByRole('dialog', { name: 'Your order waits for the stop price' })).toBeVisible();
  await expectAccessible(page);
  await done(page);
  await expect(page.getByText(/^When it rises to/).filter({ visible: true })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectCancelled(page);
  await expect(page.getByText('No open orders').filter({ visible: true })).toBeVisible();
}

/** Both stand in one row; cancelling it takes both along. */
async function placePair(page: Page, market: number): Promise<void> {
  await tick(page.getByRole('radio', { name: 'OCO' }));
  await type(page.getByLabel(/^Price, USDT/), (market * 0.95).toFixed(2));
  await type(page.getByLabel(/^Stop price, USDT/), (market * 1.2).toFixed(2));
  await type(page.getByLabel(/^Amount, ETH/), '0.5');
  await page.getByRole('button', { name: BUY }).last().click();
  await expect(page.getByRole('dialog', { name: 'Your order is in the book' })).toBeVisible();
  await done(page);
  await expect(page.getByText(/^OCO · When it rises to/).filter({ visible: true })).toBeVisible();
  await amendPair(page, market);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectCancelled(page);
  await expect(page.getByText('No open orders').filter({ visible: true })).toBeVisible();
}

/** Another price queues it up anew; a smaller amount at the same price, and exits alone, keep its place. All of it stands on the order's page. */
async function amendOrder(page: Page, market: number): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Amend order' });
  const price = (market * 0.94).toFixed(2);
  await page.getByRole('button', { name: 'Amend', exact: true }).click();
  await expect(sheet.getByRole('button', { name: 'Amend order' })).toBeDisabled();
  await type(sheet.getByLabel(/^Price, USDT/), price);
  await expect(sheet.getByText(/queues up anew/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Amend order' }).click();
  const result = page.getByRole('dialog', { name: 'Order amended' });
  await expect(result.getByText('→')).toHaveCount(1);
  await expect(result.getByText('Queued up anew')).toBeVisible();
  await expect(sheet).toBeHidden();
  await done(page);

  await page.getByRole('button', { name: 'Amend', exact: true }).click();
  await type(sheet.getByLabel(/^Total amount, ETH/), '0.01');
  await expect(sheet.getByText(/keeps its place in the queue/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Amend order' }).click();
  await expect(result.getByText('Kept its place')).toBeVisible();
  await done(page);
  await expect(page.getByText('0 of 0.01 ETH').filter({ visible: true })).toBeVisible();

  await page.getByRole('button', { name: 'Amend', exact: true }).click();
  await expect(sheet.getByText(/^Price and amount stay/)).toBeVisible();
  await type(sheet.getByLabel(/^Take-profit at/), (market * 1.2).toFixed(2));
  await type(sheet.getByLabel(/^Stop-loss at/), (market * 0.8).toFixed(2));
  await expect(sheet.getByText(/^After the stop it sells at/)).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Amend order' }).click();
  await expect(result.getByText('→')).toHaveCount(2);
  await done(page);

  await page.getByRole('link').filter({ hasText: '0 of 0.01 ETH' }).click();
  await expect(page.getByRole('heading', { name: 'Amendments' })).toBeVisible();
  await expect(page.getByText('Queued up anew')).toBeVisible();
  await expect(page.getByText('Kept its place')).toHaveCount(2);
}

/** Under another market nothing is open, and under all markets the order is listed with its own, and cancelled. */
async function cancelFromAnotherMarket(page: Page): Promise<void> {
  await page.goto('/spotorder?coin=BTC');
  await expect(page.getByText('No open orders').filter({ visible: true })).toBeVisible();
  await tick(page.getByRole('radio', { name: 'All markets' }));
  await expect(page.getByText('Buy ETH/USDT', { exact: true }).filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expectCancelled(page);
  await expect(page.getByText('No open orders').filter({ visible: true })).toBeVisible();
}

/** One of the two is chosen; its stop price moves, and another amount is that of both. */
async function amendPair(page: Page, market: number): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Amend order' });
  await page.getByRole('button', { name: 'Amend', exact: true }).click();
  await tick(sheet.getByRole('radio', { name: 'Stop-limit' }));
  await type(sheet.getByLabel(/^Stop price, USDT/), (market * 1.25).toFixed(2));
  await type(sheet.getByLabel(/^Limit price after the stop/), (market * 1.26).toFixed(2));
  await type(sheet.getByLabel(/^Total amount, ETH/), '0.4');
  await expect(sheet.getByText('→')).toHaveCount(3);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Amend order' }).click();
  await expect(page.getByRole('dialog', { name: 'Order amended' }).getByText('→')).toHaveCount(3);
  await done(page);
  await expect(page.getByText('0 of 0.4 ETH').filter({ visible: true })).toBeVisible();
}

async function buyWithExits(page: Page, market: number): Promise<void> {
  await tick(page.getByRole('radio', { name: 'Market', exact: true }));
  await type(page.getByLabel(/^Amount, ETH/), '0.2');
  await page.getByText('Take-profit / stop-loss').click();
  await type(page.getByLabel(/^Take-profit at/), (market * 1.2).toFixed(2));
  await type(page.getByLabel(/^Stop-loss at/), (market * 0.8).toFixed(2));
  await expect(page.getByText(/^After the stop it sells at/)).toBeVisible();
  await page.getByRole('button', { name: BUY }).last().click();
  await expect(page.getByRole('dialog', { name: 'Your order is filled' })).toBeVisible();
  await done(page);
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(1);
  await expect(page.getByText(/^Take-profit \/ stop-loss · When it falls to/).filter({ visible: true })).toBeVisible();
}

/** As a text, for browsers that block downloads, and as a file. */
async function exportFills(page: Page): Promise<void> {
  await tick(page.getByRole('radio', { name: 'History' }));
  await page.getByText('Export fills (CSV)').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toMatch(/^spot-fills-demo-\d{4}-\d{2}-\d{2}\.csv$/);
  const answer = await page.request.get('/api/exports/spot-fills.csv?form=text');
  expect(answer.headers()['content-type']).toBe('text/plain; charset=utf-8');
  const lines = (await answer.text()).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFFtime,market,side,kind,price,quantity,base,value,quote,fee,fee_coin,liquidity,order,fill');
  expect(lines.slice(1).join('\n')).toContain('ETH-USDT,buy,market');
  expect((await page.request.get('/api/exports/spot-fills.csv?form=other')).status()).toBe(400);
}

/** The filter lives in the address: a shared one opens the same list, and the way back takes a change back. */
async function narrowHistory(page: Page): Promise<void> {
  await page.getByText('Filter', { exact: true }).filter({ visible: true }).click();
  await page.getByLabel('Kind', { exact: true }).filter({ visible: true }).selectOption('Limit');
  await expect(page).toHaveURL(/kind=limit/);
  await expect(page.getByText('Nothing matches').filter({ visible: true })).toBeHidden();
  await page.getByLabel('To', { exact: true }).filter({ visible: true }).fill('2020-01-02');
  await expect(page).toHaveURL(/to=2020-01-02/);
  await expect(page.getByText('Nothing matches').filter({ visible: true })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Nothing matches').filter({ visible: true })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/to=/);
  await expect(page.getByText('Nothing matches').filter({ visible: true })).toBeHidden();
}
