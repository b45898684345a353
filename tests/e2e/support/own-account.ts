import type { Page } from '@playwright/test';
import { solveChallenge } from '../../../components/auth/solve-challenge';
import type { Challenge } from '../../../lib/dto/session';
import { RawClient } from './raw-client';
import { expect, tellWalletFound, tick } from './test';

export const PASSWORD = 'correct horse battery';
/** Opening an account and asking for a link cost the browser some work, which a slow machine takes long for. */
export const WORK_TIMEOUT_MS = 120_000;
export type OwnAccount = { username: string; email: string };

/** Returns the text of the newest mail to an account's address. */
export async function readMail({ email }: Pick<OwnAccount, 'email'>): Promise<string> {
  const { data } = await new RawClient().get<{ mails: { text: string }[] }>(`/api/outbox?to=${email}`);
  return data.mails[0]?.text ?? '';
}

/** Opens an account of the test's own, for codes that are mailed to one address within seconds are refused. */
export async function openOwnAccount(name: string, client = new RawClient()): Promise<OwnAccount> {
  const username = `${name}_${Date.now().toString(36)}`;
  const account = { username, email: `${username}@candor.example` };
  const { email } = account;
  const prove = async () => solveChallenge((await client.get<Challenge>('/api/register/challenge')).data);
  await client.post('/api/register/mail-code', { email, proof: await prove() });
  const code = /is (\d{6})\./.exec(await readMail(account))?.[1];
  const form = { username, email, password: PASSWORD, passwordAgain: PASSWORD, code, consent: true, proof: await prove() };
  expect((await client.post('/api/register', form)).status).toBe(200);
  return account;
}

/** Fills the sign-in page and sends it; what comes then is the test's to see. */
export async function signInByPassword(page: Page, { username }: Pick<OwnAccount, 'username'>, password = PASSWORD): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('User name or e-mail').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/** Fills the registration form and has the code read in another tab, as its link opens one. */
export async function fillRegistration(page: Page, username: string): Promise<void> {
  await tellWalletFound(page);
  await page.goto('/register');
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('E-mail', { exact: true }).fill(`${username}@candor.example`);
  await page.getByRole('button', { name: 'Send code' }).click();
  const link = page.getByRole('link', { name: /sandbox outbox/ });
  await expect(link).toBeVisible({ timeout: WORK_TIMEOUT_MS });
  const [outbox] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
  const mail = await outbox.getByRole('listitem').first().textContent();
  await outbox.close();
  await page.getByLabel('Code from the e-mail').fill(/code is (\d{6})/.exec(mail ?? '')?.[1] ?? '');
  for (const name of ['Password', 'Password again']) await page.getByLabel(name, { exact: true }).fill(PASSWORD);
  await tick(page.getByRole('checkbox'));
}
