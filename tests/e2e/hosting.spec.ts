import { closeResult, expect, expectAccessible, signInWithSandboxWallet, test, tick } from './support/test';

/** What is refused on purpose. */
test.use({ allowedNoise: [/409 .*\/api\/hosting\/positions/] });

/** A day of this plan lasts five seconds here, and the job that values its book looks every five. */
const DAY_MS = 120_000;

test('hosting: bounds are said, an amount waits for the next valuation, the open book shows its rules, and what has not begun comes back whole', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/record?active=6');
  await expect(page.getByRole('link', { name: 'See the plans' }).first()).toHaveAttribute('href', '/tab2?active=hosting');
  await page.goto('/tab2?active=hosting');
  await tick(page.getByRole('radio', { name: '30 Days' }));
  const amount = page.getByLabel('Amount in USDT');
  await amount.fill('99');
  await expect(page.getByText('Not less than 100 USDT')).toBeVisible();
  await amount.fill('1000');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Host 1,000 USDT' }).click();
  await closeResult(page, '1,000 USDT begin at the next valuation');
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
  await closeResult(page, 'Accepted');
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
});

test('hosting: terms that changed since they were shown are refused with words, the new ones are shown, and those are agreed to', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/tab2?active=hosting');
  await tick(page.getByRole('radio', { name: '30 Days' }));
  await page.getByLabel('Amount in USDT').fill('1000');
  await expect(page.getByText('30.00%')).toBeHidden();
  await page.route(
    '**/api/hosting/positions',
    (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), terms: 'yesterday' }) }),
    { times: 1 },
  );
  await page.route('**/api/hosting/plans', async (route) => {
    const response = await route.fetch();
    const { plans } = await response.json();
    await route.fulfill({ response, json: { plans: plans.map((plan: object) => ({ ...plan, feeRate: '0.3' })) } });
  });
  const button = page.getByRole('button', { name: 'Host 1,000 USDT' });
  await button.click();
  await expect(page.getByText('The terms of this plan have changed. Please look at them again; nothing was hosted.')).toBeVisible();
  await expect(page.getByText('30.00%')).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await closeResult(page, '1,000 USDT begin at the next valuation');
});

test('the open book: it follows its valuations, a day shows its parts and the entries that led to it, and every entry of the account can be read', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/hostingbook?plan=2');
  const days = page.getByRole('button', { name: /\d%$/ });
  await expect(days.first()).toBeVisible({ timeout: DAY_MS });
  // Whoever holds nothing hears of no valuation, and sees the next one all the same.
  const readLiveDays = async () => Number(/Days live\s*(\d+)/.exec((await page.getByRole('main').textContent()) ?? '')?.[1]);
  const shown = await readLiveDays();
  await expect.poll(readLiveDays, { timeout: DAY_MS }).toBeGreaterThan(shown);
  await days.first().click();
  const day = page.getByRole('dialog', { name: /^Day \d+$/ });
  await expect(day.getByRole('heading', { name: 'Entries since the day before' })).toBeVisible();
  await expect(day.getByText('Value of the book')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'All entries of its account' }).click();
  const entries = page.getByRole('dialog', { name: 'All entries of its account' });
  await expect(entries.getByText(/^Journal \d+/).first()).toBeVisible();
  await expectAccessible(page);
});
