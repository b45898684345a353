import type { Page } from '@playwright/test';
import { fillRegistration, openOwnAccount, PASSWORD, readMail, signInByPassword, WORK_TIMEOUT_MS } from './support/own-account';
import { RawClient } from './support/raw-client';
import { chooseLook, expect, expectAccessible, openSheet, tellWalletFound, test } from './support/test';
import { injectWallet } from './support/wallet';

// The old password is refused first.
test.use({ allowedNoise: [/Failed to load resource.*40[0-9]/] });

const CHOSEN = 'another horse and battery';
/** Reads a mail as a person does, in the sandbox's mail box, once it has come. */
async function openMail(page: Page, subject: string): Promise<string> {
  const link = page.getByRole('link', { name: /sandbox outbox/ });
  await expect(link).toBeVisible({ timeout: WORK_TIMEOUT_MS });
  await page.goto((await link.getAttribute('href')) ?? '');
  const mail = page.getByRole('listitem').filter({ hasText: subject }).first();
  await expect(async () => {
    await page.reload();
    await expect(mail).toBeVisible({ timeout: 10_000 });
  }).toPass({ timeout: WORK_TIMEOUT_MS });
  return (await mail.textContent()) ?? '';
}

test('who forgot the password chooses another by a mailed link: other devices are signed out, and money stays in for a day', async ({
  page,
}) => {
  const username = `lost_${Date.now().toString(36)}`;
  await fillRegistration(page, username);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible({ timeout: WORK_TIMEOUT_MS });
  const elsewhere = new RawClient();
  expect((await elsewhere.post('/api/session/password', { username, password: PASSWORD })).status).toBe(200);
  await openSheet(page, 'Menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).last().click();
  await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible();

  // Signing out loads the landing page by itself, which ends what is gone to meanwhile.
  await expect(() => page.goto('/login')).toPass();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail').fill(`${username}@candor.example`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Mail me a link' }).click();
  const mail = await openMail(page, 'A new Candor password');
  await page.goto(/https?:\S+#[\w.-]+/.exec(mail)?.[0] ?? '');
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('Password again').fill(CHOSEN);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  expect((await elsewhere.get<{ signedIn: boolean }>('/api/session')).data.signedIn).toBe(false);

  await signInByPassword(page, { username });
  await expect(page.getByText('The user name or the password is wrong.')).toBeVisible();
  await signInByPassword(page, { username }, CHOSEN);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(/^No money leaves this account before/)).toBeVisible();
  await page.goto('/tab1');
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  await page.goto('/tab4?active=2');
  await expect(page.getByText(/^The protection of your account was changed. No money leaves it before/)).toBeVisible();
});

test('a wallet that was changed is named where it has to sign, and the one that is linked is taken away by its own signature', async ({
  page,
}) => {
  const account = await openOwnAccount('wallet');
  const wallet = await injectWallet(page);
  await tellWalletFound(page);
  await signInByPassword(page, account);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/protection');
  await page.getByRole('button', { name: 'Link a wallet' }).click();
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(sheet.getByText('Linking a wallet')).toBeVisible();
  await expect(sheet.getByText(/We sent a code to w\*\*\*@/)).toBeVisible();
  await sheet.getByLabel('E-mail code').fill(/code is (\d{6})/.exec(await readMail(account))?.[1] ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The wallet was linked')).toBeVisible();

  wallet.opened = 1;
  const remove = page.getByRole('button', { name: 'Remove the wallet' });
  await remove.click();
  await expect(sheet.getByText('Removal of a wallet')).toBeVisible();
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).click();
  await expect(sheet.getByText(/^Your wallet is open with another address\. Choose 0x.* in it\.$/)).toBeVisible();
  await expectAccessible(page);
  wallet.opened = 0;
  await sheet.getByRole('button', { name: 'Sign with the wallet' }).click();
  await expect(page.getByText('The wallet was removed')).toBeVisible();
  await expect(page.getByText('No wallet linked')).toBeVisible();
});

test('a form that can’t be sent says why beside each field, in the language of the page and not of the browser', async ({ page }) => {
  await chooseLook(page, { theme: 'day', locale: 'de' });
  await tellWalletFound(page);
  await page.goto('/register');
  const send = page.getByRole('button', { name: 'Konto erstellen' });
  const email = page.getByLabel('E-Mail', { exact: true });
  await send.click();
  await expect(page.getByLabel('Nutzername')).toBeFocused();
  await expect(page.getByText('Bitte füllen Sie dieses Feld aus.')).toHaveCount(5);
  await expect(page.getByText('Bitte setzen Sie hier ein Häkchen, um fortzufahren.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Nutzername').fill('ada');
  await email.fill('ada');
  await expect(page.getByText('Bitte füllen Sie dieses Feld aus.')).toHaveCount(3);
  await page.keyboard.press('Enter');
  await expect(email).toBeFocused();
  await expect(email).toHaveAccessibleDescription('Die E-Mail-Adresse ist ungültig.');
});
