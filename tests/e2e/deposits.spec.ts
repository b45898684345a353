import { chooseLook, expect, expectAccessible, openSheet, signInWithSandboxWallet, test, tick } from './support/test';

test('a newcomer sends test coins to their address, watches them being credited, and finds what went over the wrong network', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  await page.goto('/tab4?active=0');
  await expect(page.getByRole('img', { name: /QR code of your USDT address/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByText('Your outside wallet (simulated)').click();
  await page.getByRole('button', { name: 'Send USDT' }).click();
  await expect(page.getByText('Sent. It is in a block within seconds.')).toBeVisible();
  await expect(page.getByText(/^[1-4] of 5 confirmations$/)).toBeVisible();
  await expect(page.getByText('5 of 5 confirmations')).toBeVisible({ timeout: 150_000 });
  await expect(page.getByRole('link', { name: /^Notifications, \d+ unread$/ })).toBeVisible();
  await tick(page.getByRole('radiogroup', { name: 'Send over' }).getByRole('radio', { name: 'TRC20' }));
  await tick(page.getByRole('radiogroup', { name: 'To your address for' }).getByRole('radio', { name: 'ERC20' }));
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/outside-wallet/send'),
    page.getByRole('button', { name: 'Send USDT' }).click(),
  ]);
  const { hash } = (await answer.json()) as { hash: string };
  await page.getByRole('button', { name: 'Find my deposit' }).click();
  await page.getByLabel('Transaction hash').fill(hash);
  await page.getByRole('button', { name: 'Look it up' }).click();
  await expect(page.getByText(/^It went over TRC20 to your address for ERC20\./)).toBeVisible();
  // The same again is looked for anew.
  await Promise.all([page.waitForResponse(/\/api\/deposits\/find/), page.getByRole('button', { name: 'Look it up' }).click()]);
  await expectAccessible(page);
  await chooseLook(page, { theme: 'day', locale: 'de' });
  await page.goto('/tab4?active=0');
  await expect(page.getByText('5 von 5 Bestätigungen')).toBeVisible();
  await expectAccessible(page);
});
