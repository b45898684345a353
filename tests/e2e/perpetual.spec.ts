import type { Page } from '@playwright/test';
import { answerTest, chooseLook, expect, expectAccessible, readPrice, signInWithSandboxWallet, test, tick } from './support/test';
import { turnToChart } from './support/landscape';

const RIGHT_ANSWERS = ['True', 'False', 'True', 'False', 'True'];

test('a member reads the disclosure, opens a leveraged position, adds margin, changes the leverage, sets triggers, closes in two parts and reads the entries', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/perpetualorder?coin=BTC');
  await expect(page.getByText('You never lose more than that margin.', { exact: false })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Long' })).toHaveCount(0);
  await page.getByRole('button', { name: 'I understand, go on' }).click();
  await expect(page.getByRole('heading', { name: 'Five questions' })).toBeVisible();
  const book = page.getByRole('region', { name: 'Order book' });
  await expect(book, 'what has to be answered comes first').toBeHidden();
  await expectAccessible(page);
  await answerTest(page, RIGHT_ANSWERS);
  await expect(book).toBeVisible();

  await openPosition(page);
  await watchProfit(page);
  await addMargin(page);
  await changeLeverage(page);
  await setTriggers(page);
  await expectAccessible(page);
  await closePart(page, '0.02');
  await expect(page.getByText(/^0\.03\sBTC/).locator('visible=true')).toBeVisible();
  await closePart(page, null);
  await expect(page.getByText('No open position').locator('visible=true')).toBeVisible();
  await readRecords(page);
});

test('the funding rate shows its formula, and the market page its lines and ticket', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/marketInfo?coin=ETH&type=perpetual');
  await page.getByRole('button', { name: /How the funding rate is made/ }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByText(/Rate = average premium/)).toBeVisible();
  await expect(sheet.getByText('Next funding')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Short ETH' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'I understand, go on' }).click();
  await answerTest(page, RIGHT_ANSWERS);
  await expect(page.getByRole('dialog').getByRole('radio', { name: 'Short' })).toBeChecked();
  await chooseLook(page, { theme: 'day', locale: 'en' });
  await page.reload();
  await page.getByRole('button', { name: 'Long ETH' }).click();
  await expect(page.getByRole('dialog').getByText('Isolated margin')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await turnToChart(page);
});

test('an order that does not fit the account says why before it is sent', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/perpetualorder?coin=BTC');
  await page.getByRole('button', { name: 'I understand, go on' }).click();
  await answerTest(page, RIGHT_ANSWERS);
  // More than the book ever holds: its sizes follow what the market turns over.
  await page.getByLabel(/^Amount, BTC/).fill('5000');
  await expect(page.getByText(/^The book can fill about/)).toBeVisible();
  await tick(page.getByRole('radio', { name: 'Limit' }));
  await page.getByLabel(/^Amount, BTC/).fill('100');
  await expect(page.getByText('Your available balance is too small for this.').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Long/ }).last()).toBeDisabled();
  await page.getByLabel(/^Amount, BTC/).fill('0.01');
  await tick(page.getByRole('checkbox', { name: 'Reduce only' }));
  await expect(page.getByText('There is no position that this order would reduce.').first()).toBeVisible();
});

test('a break takes the ticket away and leaves closing possible', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/perpetualorder?coin=BTC');
  await page.getByRole('button', { name: 'I understand, go on' }).click();
  await answerTest(page, RIGHT_ANSWERS);
  await page.getByLabel(/^Amount, BTC/).fill('0.05');
  await page.getByRole('button', { name: 'Long 0.05 BTC at market' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await page.getByText('Your limits').click();
  await expectAccessible(page);
  await tick(page.getByRole('radio', { name: '1 day', exact: true }));
  await page.getByRole('button', { name: 'Start the break' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Start the break' }).click();
  await expect(page.getByText('You are taking a break until')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Long 0/ })).toHaveCount(0);
  await closePart(page, null);
  await expect(page.getByText('No open position').locator('visible=true')).toBeVisible();
  await page.goto('/optionOrder');
  await expect(page.getByRole('button', { name: 'I understand, go on' })).toBeVisible();
  // What tells of the break leads to where it can be made longer, and finds that open.
  await page.goto('/notifiCations');
  await page.getByRole('link', { name: /^Your break has begun/ }).click();
  await page.getByRole('link', { name: 'See your limits and breaks' }).click();
  await expect(page).toHaveURL('/perpetualorder#limits');
  await expect(page.getByRole('button', { name: 'Start the break' })).toBeInViewport();
});

async function openPosition(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Leverage 10×/ }).click();
  await tick(page.getByRole('dialog').getByRole('radio', { name: '20×' }));
  await page.getByRole('dialog').getByRole('button', { name: 'Use 20×' }).click();
  await page.getByLabel(/^Amount, BTC/).fill('0.05');
  await expect(page.locator('dt', { hasText: 'Liquidation price' }).first().locator('xpath=../dd')).toHaveText(/\d{2},\d{3}\.\d{2}/);
  await page.getByRole('button', { name: 'Long 0.05 BTC at market' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'Your order is filled' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
}

/** The profit moves with the mark price, which comes once a second. */
async function watchProfit(page: Page): Promise<void> {
  const card = page.locator('section', { hasText: 'Unrealised profit' }).locator('visible=true').last();
  await expect(card.getByText('Long 20×')).toBeVisible();
  const mark = card.locator('dt', { hasText: 'Mark price' }).locator('xpath=../dd');
  const first = await mark.textContent();
  await expect.poll(() => mark.textContent()).not.toBe(first);
  await expect(card.getByText(/% on margin$/)).toBeVisible();
}

async function addMargin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Margin', exact: true }).locator('visible=true').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('Amount, USDT').fill('50');
  await expect(sheet.locator('dt', { hasText: 'Liquidation price' }).locator('xpath=../dd')).toContainText('→');
  await sheet.getByRole('button', { name: 'Add margin', exact: true }).click();
  await expectChanged(page, '50.00 USDT added to the margin', ['Margin', 'Liquidation price']);
}

/** What was changed of which position on which account, before and after. */
async function expectChanged(page: Page, title: string, labels: readonly string[]): Promise<void> {
  const result = page.getByRole('dialog', { name: title });
  await expect(result.getByText(/^Long BTC\/USDT · 0\.05\sBTC$/)).toBeVisible();
  await expect(result.getByText('Demo', { exact: true })).toBeVisible();
  for (const label of labels) {
    await expect(result.locator('dt', { hasText: new RegExp(`^${label}$`) }).locator('xpath=../dd')).toContainText('→');
  }
  await result.getByRole('button', { name: 'Done' }).click();
}

async function changeLeverage(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Leverage', exact: true }).locator('visible=true').click();
  const sheet = page.getByRole('dialog', { name: 'Leverage of the position' });
  await expect(sheet.getByRole('button', { name: 'Use 20×' })).toBeDisabled();
  await tick(sheet.getByRole('radio', { name: '10×', exact: true }));
  for (const label of ['Margin', 'Liquidation price', 'Available']) {
    await expect(sheet.locator('dt', { hasText: label }).locator('xpath=../dd')).toContainText('→');
  }
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Use 10×' }).click();
  await expectChanged(page, 'Leverage is now 10×', ['Leverage', 'Margin', 'Liquidation price']);
  await expect(page.getByText('Long 10×').locator('visible=true')).toBeVisible();
}

async function setTriggers(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'TP / SL', exact: true }).locator('visible=true').click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel(/^Take-profit at mark price/).fill('1');
  await expect(sheet.getByText('The take-profit price is on the wrong side of the mark price.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Save' })).toBeDisabled();
  const market = await readPrice(page, 'BTC-USDT');
  const [above, below] = [Math.round(market * 1.15), Math.round(market * 0.85)];
  await sheet.getByLabel(/^Take-profit at mark price/).fill(String(above));
  await sheet.getByLabel(/^Stop-loss at mark price/).fill(String(below));
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expectChanged(page, 'Take-profit and stop-loss saved', ['Take-profit', 'Stop-loss']);
  const shown = (price: number) => price.toLocaleString('en', { minimumFractionDigits: 2 });
  await expect(page.getByText(`${shown(above)} / ${shown(below)}`).locator('visible=true')).toBeVisible();
}

async function closePart(page: Page, quantity: string | null): Promise<void> {
  await page.getByRole('button', { name: 'Close', exact: true }).locator('visible=true').click();
  const sheet = page.getByRole('dialog');
  if (quantity !== null) await sheet.getByLabel(/^Amount to close/).fill(quantity);
  await sheet.getByRole('button', { name: /^Close 0\.0\d BTC at market$/ }).click();
  await expect(sheet.getByRole('heading', { name: 'Your order is filled' })).toBeVisible();
  await expect(sheet.getByText(/^Close long · BTC\/USDT · Order \d+$/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toHaveCount(0);
}

async function readRecords(page: Page): Promise<void> {
  await page.goto('/contractOrder');
  await tick(page.getByRole('radio', { name: 'Closed' }));
  await expect(page.getByText('Closed by you')).toBeVisible();
  // The address names the list, and the choice doesn't wait for it.
  const history = page.getByRole('radio', { name: 'History' });
  expect(await history.evaluate((radio: HTMLInputElement) => [radio.click(), radio.checked].at(1))).toBe(true);
  await expect(page.getByRole('link', { name: /BTC/ })).toHaveCount(3);
  await page
    .getByRole('link', { name: /^Close long BTC/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Ledger entries' })).toBeVisible();
  await expect(page.getByText('USDT, margin').first()).toBeVisible();
  await expectAccessible(page);
}
