import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { type OwnAccount, openOwnAccount, readMail, signInByPassword as signIn } from './support/own-account';
import { RawClient } from './support/raw-client';
import { readQr } from './support/read-qr';
import { expect, expectAccessible, followLink, tellWalletFound, test } from './support/test';

// An act that has to be confirmed, a wrong code, and a sign-in that asks for one are refused first.
test.use({ allowedNoise: [/Failed to load resource.*40[0-9]/] });

/** The code of a later period than those that were used. */
function laterCode(uri: string, periods: number): string {
  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });
}

/** Confirms in the sheet by the code that was just mailed; returns the mail. */
async function confirmByMail(page: Page, account: OwnAccount): Promise<string> {
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(sheet.getByText(/We sent a code to s\*\*\*@/)).toBeVisible();
  await expectAccessible(page);
  const mail = await readMail(account);
  await sheet.getByLabel('E-mail code').fill(/code is (\d{6})/.exec(mail)?.[1] ?? '');
  await page.keyboard.press('Enter');
  return mail;
}

test('an authenticator is bound by its QR picture after a mailed code, is asked for at the next sign-in; who lost it comes in by a recovery code and removes it by another', async ({
  page,
}) => {
  const account = await openOwnAccount('safe_code');
  await tellWalletFound(page);
  await signIn(page, account);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto('/account');
  await page.getByText('What has to be confirmed').click();
  await expectAccessible(page);
  await followLink(page, page.getByRole('link', { name: /^Authenticator/ }));
  await expectAccessible(page);
  await followLink(page, page.getByRole('link', { name: 'Set up the authenticator' }));
  await page.getByRole('button', { name: 'Set up the authenticator' }).click();
  expect(await confirmByMail(page, account)).toContain('Setting up an authenticator');

  const stolen = new RawClient();
  for (const { name, value } of await page.context().cookies()) stolen.cookies.set(name, value);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/account');
  const uri = await readQr(await page.getByRole('img', { name: /^QR picture/ }).screenshot());
  expect(uri).toMatch(/^otpauth:\/\/totp\/Candor:safe_/);
  await expectAccessible(page);
  await page.getByLabel('Code that the app shows').fill('1234567');
  await page.keyboard.press('Enter');
  await expect(page.getByText('An authenticator code has six digits.')).toBeVisible();
  await page.getByLabel('Code that the app shows').fill(laterCode(uri, -1));
  await page.keyboard.press('Enter');
  const recovery = page.getByRole('listitem').filter({ hasText: /^[A-Z0-9]{5}-[A-Z0-9]{5}$/ });
  await expect(recovery).toHaveCount(10);
  await expectAccessible(page);
  const codes = await recovery.allTextContents();
  // The session goes on under another token, in every tab of this browser: a copy of the cookie is worth nothing.
  await expect.poll(async () => (await stolen.get<{ signedIn: boolean }>('/api/session')).data.signedIn).toBe(false);
  await otherTab.reload();
  await expect(otherTab.getByRole('heading', { name: 'Security' })).toBeVisible();
  await otherTab.close();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await page.context().clearCookies();
  await tellWalletFound(page);
  await signIn(page, account);
  await expect(page.getByLabel(/^Authenticator code/)).toBeFocused();
  await page.getByLabel(/^Authenticator code/).fill(laterCode(uri, 0));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  // The phone is lost.
  await page.context().clearCookies();
  await tellWalletFound(page);
  await signIn(page, account);
  await page.getByLabel(/^Authenticator code/).fill(codes[0]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/authenticator');
  await expect(page.getByText('9 of 10 left')).toBeVisible();
  await page.getByLabel('Code or recovery code').fill(codes[1]?.toLowerCase() ?? '');
  await page.getByRole('button', { name: 'Remove the authenticator' }).click();
  await expect(page.getByRole('button', { name: 'Set up the authenticator' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(/^No money leaves this account before/)).toBeVisible();
  await expect.poll(() => readMail(account)).toContain('Authenticator removed');
});

test('a passkey is made after a mailed code, signs in, and confirms its own removal', async ({ page }) => {
  const account = await openOwnAccount('safe_key');
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
  } as const;
  await device.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } });
  await tellWalletFound(page);
  await signIn(page, account);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/account');
  await page.getByLabel('Name of the passkey').fill('My phone');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  expect(await confirmByMail(page, account)).toContain('New passkey');
  await expect(page.getByText('My phone')).toBeVisible();
  await expectAccessible(page);

  await page.context().clearCookies();
  await tellWalletFound(page);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('button', { name: 'Remove My phone' }).click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText('My phone')).toHaveCount(0);
});
