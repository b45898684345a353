import type { Page } from '@playwright/test';
import { readFocusFault, tourFaults, typeInto } from './support/keyboard';
import { becomeViewer, makeTrader } from './support/members';
import { expect, readPrice, settle, test } from './support/test';

test.use({ viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false });

test('the terminal is filled and worked by its keys', async ({ page }) => {
  await becomeViewer(page.context(), 'trader', { theme: 'dark', locale: 'en' });
  await page.goto('/spotorder?coin=BTC');
  await settle(page);
  await expectFilled(page);
  await expect(page.getByRole('table', { name: 'Open orders' }).getByRole('button', { name: 'Cancel' })).toHaveCount(2);

  // Slash goes to the search of the markets, Escape out of it.
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search' });
  await expectFocusSeen(page, search);
  await page.keyboard.type('ether');
  await expect(page.locator('.pane-markets').getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(search).not.toBeFocused();

  // A side leads to the first empty field of the ticket; letters typed there are no keys.
  await page.keyboard.press('s');
  const ticket = page.locator('.pane-ticket');
  await expect(ticket.getByRole('radio', { name: 'Sell', exact: true })).toBeChecked();
  const amount = ticket.getByLabel(/^Amount, BTC/);
  await expect(ticket.locator(':focus')).toHaveAttribute('inputmode', 'decimal');
  await page.keyboard.press('b');
  await expect(ticket.getByRole('radio', { name: 'Sell', exact: true })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.keyboard.press('b');
  await expect(ticket.getByRole('radio', { name: 'Buy', exact: true })).toBeChecked();
  await expect(amount).toBeVisible();

  // The order itself, by the keys alone: what is far from the market is asked once more.
  await typeInto(page, ticket.getByLabel(/^Price, USDT/), String(Math.floor((await readPrice(page, 'BTC-USDT')) * 0.93)));
  await typeInto(page, amount, '0.01');
  await page.keyboard.press('Enter');
  await expect(ticket.getByRole('button', { name: 'Place anyway' })).toBeVisible();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your order is in the book' }).getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByRole('table', { name: 'Open orders' }).getByRole('button', { name: 'Cancel' })).toHaveCount(3);
  await page.keyboard.press('Escape');

  // X asks before it cancels; Escape leaves everything as it is and the focus where it was.
  await page.keyboard.press('x');
  const question = page.getByRole('alertdialog', { name: 'Cancel all open orders?' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expectFocusSeen(page, page.getByRole('button', { name: 'Cancel all', exact: true }));
  await page.keyboard.press('x');
  await question.getByRole('button', { name: 'Cancel all in BTC/USDT' }).press('Enter');
  await expect(question).toBeHidden();
  const result = page.getByRole('dialog', { name: /^\d+ orders cancelled$/ });
  await expect(result.getByText('Spot · BTC/USDT')).toBeVisible();
  await result.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(page.getByText('No open orders')).toBeVisible();

  // Tab comes to every control and out of each pane again.
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  expect((await tourFaults(page)).filter((fault) => !fault.startsWith('a step back up'))).toEqual([]);
});

async function expectFilled(page: Page): Promise<void> {
  await expect(page.locator('.pane-markets').getByRole('link').nth(2)).toBeVisible();
  await expect(page.locator('.pane-chart canvas').first()).toBeVisible();
  await expect(page.locator('.pane-book').getByText('Spread')).toBeVisible();
  await expect(page.locator('.pane-tape')).not.toBeEmpty();
}

async function expectFocusSeen(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  await expect(target).toBeFocused();
  expect(await readFocusFault(page)).toBeNull();
}

test('a stop-loss is moved on the chart by the keyboard and by the pointer, and the position is a table', async ({ page }) => {
  await becomeViewer(page.context(), 'trader', { theme: 'dark', locale: 'en' });
  await page.goto('/perpetualorder?coin=BTC');
  await settle(page);
  const table = page.getByRole('table', { name: 'Positions' });
  await expect(table.getByRole('row')).toHaveCount(3);
  const handle = page.getByRole('slider', { name: /^Stop-loss/ });
  const sheet = page.getByRole('dialog', { name: 'Move Stop-loss?' });
  const before = Number(await handle.getAttribute('aria-valuenow'));

  // Pulled up by the pointer, and left as it was.
  const box = await handle.boundingBox();
  if (box === null) throw new Error('the handle is not drawn');
  await page.mouse.move(box.x + 10, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + 10, box.y - 40, { steps: 4 });
  await page.mouse.up();
  await expect(sheet.getByText('→')).toHaveCount(2);
  expect(Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(before);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(handle).toHaveAttribute('aria-valuenow', String(before));

  // Two steps down by the keys, asked, and sent.
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  const after = Number(await handle.getAttribute('aria-valuenow'));
  expect(after).toBeLessThan(before);
  await page.keyboard.press('Enter');
  await sheet.getByRole('button', { name: 'Move' }).press('Enter');
  await expect(sheet).toBeHidden();
  await page.getByRole('dialog', { name: 'Stop-loss moved' }).getByRole('button', { name: 'Done' }).press('Enter');
  await expect(table).toContainText(after.toLocaleString('en-US', { minimumFractionDigits: 1 }).slice(0, 8));
  await expect(handle).toBeFocused();

  // An order that rests goes the same way, and its sheet can be pressed with the pointer.
  const order = page.getByRole('slider', { name: /^Your buy order/ });
  const at = Number(await order.getAttribute('aria-valuenow'));
  await order.focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Move Your buy order?' }).getByRole('button', { name: 'Move' }).click();
  await page.getByRole('dialog', { name: 'Order amended' }).getByRole('button', { name: 'Done' }).click();
  await expect.poll(async () => Number(await order.getAttribute('aria-valuenow'))).toBeLessThan(at);
});

test('exits of an order that rests are lines of their own, and are moved without its losing its place', async ({ page }) => {
  // One of its own: other tests take the orders of the usual one out of the book.
  const { cookies } = await makeTrader();
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: process.env.E2E_ORIGIN ?? '' })));
  await page.goto('/spotorder?coin=BTC');
  await settle(page);
  await expect(page.getByRole('slider', { name: /^Take-profit of order/ })).toBeVisible();
  const stop = page.getByRole('slider', { name: /^Stop-loss of order/ });
  const before = Number(await stop.getAttribute('aria-valuenow'));
  await stop.focus();
  await page.keyboard.press('PageDown');
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: /^Move Stop-loss of order/ });
  await expect(sheet).toContainText('Limit after it');
  await expect(sheet).toContainText('keeps its place in the queue');
  await sheet.getByRole('button', { name: 'Move' }).press('Enter');
  const result = page.getByRole('dialog', { name: 'Order amended' });
  await expect(result).toContainText('Kept its place');
  await result.getByRole('button', { name: 'Done' }).press('Enter');
  await expect.poll(async () => Number(await stop.getAttribute('aria-valuenow'))).toBeLessThan(before);
});
