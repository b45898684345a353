import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { solveChallenge } from '../../components/auth/solve-challenge';
import type { Challenge } from '../../lib/dto/session';
import { RawClient } from './support/raw-client';
import { readQr } from './support/read-qr';
import { expect, expectAccessible, followLink, tellWalletFound, test } from './support/test';

// An act that has to be confirmed, a wrong code, and a sign-in that asks for one are refused first.
test.use({ allowedNoise: [/Failed to load resource.*40[0-9]/] });

const PASSWORD = 'correct horse battery';

type Account = { username: string; email: string };

async function readMail({ email }: Account): Promise<string> {
  const { data } = await new RawClient().get<{ mails: { text: string }[] }>(`/api/outbox?to=${email}`);
  return data.mails[0]?.text ?? '';
}

/** An account of the test's own: codes that are mailed to one address within seconds are refused. */
async function openAccount(name: string): Promise<Account> {
  const username = `safe_${name}_${Date.now().toString(36)}`;
  const account = { username, email: `${username}@candor.example` };
  const { email } = account;
  const client = new RawClient();
  const prove = async () => solveChallenge((await client.get<Challenge>('/api/register/challenge')).data);
  await client.post('/api/register/mail-code', { email, proof: await prove() });
  const code = /is (\d{6})\./.exec(await readMail(account))?.[1];
  const form = { username, email, password: PASSWORD, passwordAgain: PASSWORD, code, consent: true, proof: await prove() };
  expect((await client.post('/api/register', form)).status).toBe(200);
  return account;
}

/** The code of a later period than those that were used. */
function laterCode(uri: string, periods: number): string {
  const secret = Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '');
  return new TOTP({ secret }).generate({ timestamp: Date.now() + periods * 30_000 });
}

async function signIn(page: Page, { username }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Confirms in the sheet by the code that was just mailed; returns the mail. */
async function confirmByMail(page: Page, account: Account): Promise<string> {
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(sheet.getByText(/We sent a code to s\*\*\*@/)).toBeVisible();
  await expectAccessible(page);
  const mail = await readMail(account);
  await sheet.getByLabel('E-mail code').fill(/code is (\d{6})/.exec(mail)?.[1] ?? '');
  await page.keyboard.press('Enter');
  return mail;
}

test('an authenticator is bound by its QR picture after a mailed code, is asked for at the next sign-in, and is removed by a recovery code', async ({
  page,
}) => {
  const account = await openAccount('code');
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
  expect(await confirmByMail(page, account)).toContain('Authenticator or recovery codes');

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
  const code = (await recovery.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10 left')).toBeVisible();

  await page.context().clearCookies();
  await tellWalletFound(page);
  await signIn(page, account);
  await page.getByLabel(/^Authenticator code/).fill(laterCode(uri, 0));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/authenticator');
  await page.getByLabel('Code or recovery code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Remove the authenticator' }).click();
  await expect(page.getByRole('button', { name: 'Set up the authenticator' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByText(/^No money leaves this account before/)).toBeVisible();
  await expect.poll(() => readMail(account)).toContain('Authenticator removed');
});

test('a passkey is made after a mailed code, signs in, and confirms its own removal', async ({ page }) => {
  const account = await openAccount('key');
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
  expect(await confirmByMail(page, account)).toContain('Adding or removing a passkey');
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
