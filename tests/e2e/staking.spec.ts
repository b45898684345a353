import { closeResult, expect, expectAccessible, signInWithSandboxWallet, test, tick } from './support/test';

/** What is refused on purpose. */
test.use({ allowedNoise: [/409 .*\/api\/staking\/positions/] });

test('staking: terms that changed since they were shown are refused with words, the new ones are shown, and those are agreed to', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/tab2');
  await tick(page.getByRole('radio', { name: '7 Days' }));
  await page.getByLabel('Amount in USDT').fill('100');
  await page.route(
    '**/api/staking/positions',
    (route) => route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), terms: 'yesterday' }) }),
    { times: 1 },
  );
  await page.route('**/api/staking/terms', async (route) => {
    const response = await route.fetch();
    const { terms } = await response.json();
    await route.fulfill({ response, json: { terms: terms.map((term: object) => ({ ...term, amountMax: '12345' })) } });
  });
  const button = page.getByRole('button', { name: 'Stake 100 USDT' });
  await button.click();
  await expect(page.getByText('The conditions of this term have changed. Please look at them again; nothing was staked.')).toBeVisible();
  await expect(page.getByText('12,345')).toBeVisible();
  await expectAccessible(page);
  await button.click();
  await closeResult(page, '100 USDT staked');
});

test('staking: bounds are said, what it earns is shown before, a position begins, and leaving it early gives back what was put in', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'AI quant' }).click();
  await expect(page).toHaveURL(/\/tab2$/);
  await tick(page.getByRole('radio', { name: '7 Days' }));
  const amount = page.getByLabel('Amount in USDT');
  await amount.fill('99');
  await expect(page.getByText('Not less than 100 USDT')).toBeVisible();
  await page.getByRole('button', { name: 'Fill in the most that is possible' }).click();
  await expect(amount).toHaveValue('10,000');
  await amount.fill('1000');
  await expect(page.getByText('1.52727272 USDT')).toBeVisible();
  await page.getByText('If you leave early').click();
  await expect(page.getByRole('row', { name: '3 0.65454543 999.34545457' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stake 1,000 USDT' }).click();
  await closeResult(page, '1,000 USDT staked');
  await page.getByRole('link', { name: 'Your positions' }).click();
  await expect(page).toHaveURL(/\/pledgehistory$/);
  await expect(page.getByText('Credited, 0 of 7 days')).toBeVisible();
  const renews = page.getByRole('checkbox', { name: /^Renew when it ends/ });
  await expect(renews).not.toBeChecked();
  await tick(renews);
  await expect(page.getByText('Will be renewed')).toBeVisible();
  await page.reload();
  await expect(renews).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Leave early' }).click();
  const sheet = page.getByRole('dialog', { name: 'Leave early' });
  await expect(sheet.getByText('99,000')).toBeVisible();
  await expectAccessible(page);
  // The account's news take the card away before the answer is there.
  await page.route('**/api/staking/redemptions', async (route) => {
    const response = await route.fetch();
    await expect(page.getByText('Nothing is staked')).toBeVisible();
    await expect(sheet).toBeHidden();
    await route.fulfill({ response });
  });
  await sheet.getByRole('button', { name: 'Leave now' }).click();
  await closeResult(page, 'You have left this position');
  await tick(page.getByRole('radio', { name: 'Over' }));
  await expect(page.getByText('Left early')).toBeVisible();
});
