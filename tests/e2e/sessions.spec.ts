import { solveChallenge } from '../../components/auth/solve-challenge';
import type { Challenge } from '../../lib/dto/session';
import { RawClient } from './support/raw-client';
import { expect, expectAccessible, tellWalletFound, test } from './support/test';

const PASSWORD = 'correct horse battery';
const CHOSEN = 'another horse and battery';
const username = `ada_${Date.now().toString(36)}`;
const email = `${username}@candor.example`;

async function readMail(): Promise<string> {
  const { data } = await new RawClient().get<{ mails: { text: string }[] }>(`/api/outbox?to=${email}`);
  return data.mails[0]?.text ?? '';
}
const linkIn = (text: string) => /https?:\S+#\S+/.exec(text)?.[0] ?? '';

/** Opens an account, and signs in for the first time on another device. */
async function openAccount(): Promise<RawClient> {
  const client = new RawClient();
  const prove = async () => solveChallenge((await client.get<Challenge>('/api/register/challenge')).data);
  await client.post('/api/register/mail-code', { email, proof: await prove() });
  const code = /is (\d{6})\./.exec(await readMail())?.[1];
  const form = { username, email, password: PASSWORD, passwordAgain: PASSWORD, code, consent: true, proof: await prove() };
  expect((await client.post('/api/register', form)).status).toBe(200);
  expect((await client.post('/api/session/password', { username, password: PASSWORD })).status).toBe(200);
  return client;
}

test('a sign-in on a new device stands in the list, is ended there, and its mail freezes the account until a new password', async ({
  page,
}) => {
  const other = await openAccount();
  const isIn = async () => (await other.get<{ signedIn: boolean }>('/api/session')).data.signedIn;
  const signIn = async (password: string) => {
    await page.goto('/login');
    await page.getByLabel('User name or e-mail').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await tellWalletFound(page);
  await signIn(PASSWORD);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sessions, password, freezing' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Sign out Unknown device/ }).click();
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();
  await expect.poll(isIn).toBe(false);

  await expect.poll(readMail).toContain('If that wasn');
  await page.goto(linkIn(await readMail()));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Freeze the account' }).click();
  await expect(page.getByText('The account is frozen')).toBeVisible();

  await expect.poll(readMail).toContain('is frozen since');
  await page.goto(linkIn(await readMail()));
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('Password again').fill(CHOSEN);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await signIn(CHOSEN);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
