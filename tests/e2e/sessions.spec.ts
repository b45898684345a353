import { openOwnAccount, PASSWORD, readMail, signInByPassword } from './support/own-account';
import { RawClient } from './support/raw-client';
import { expect, expectAccessible, tellWalletFound, test } from './support/test';

const CHOSEN = 'another horse and battery';
const linkIn = (text: string) => /https?:\S+#\S+/.exec(text)?.[0] ?? '';

test('a sign-in on a new device stands in the list, is ended there, and its mail freezes the account until a new password', async ({
  page,
}) => {
  const other = new RawClient();
  const account = await openOwnAccount('ada', other);
  expect((await other.post('/api/session/password', { username: account.username, password: PASSWORD })).status).toBe(200);
  const isIn = async () => (await other.get<{ signedIn: boolean }>('/api/session')).data.signedIn;
  await tellWalletFound(page);
  await signInByPassword(page, account);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.goto('/account');
  await page.getByRole('link', { name: 'Sessions, password, freezing' }).click();
  await expect(page.getByText('This device')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Sign out Unknown device/ }).click();
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible();
  await expect.poll(isIn).toBe(false);

  await expect.poll(() => readMail(account)).toContain('If that wasn');
  const link = linkIn(await readMail(account));
  const freeze = page.getByRole('button', { name: 'Freeze the account' });
  await page.goto(link.replace(/#.*/, ''));
  await expect(page.getByRole('heading', { name: 'This link is no longer good' })).toBeVisible();
  await expect(freeze).toHaveCount(0);
  // In the same tab the hash alone changes.
  await page.goto(link);
  await expect(freeze).toBeEnabled();
  await expectAccessible(page);
  await freeze.click();
  await expect(page.getByText('The account is frozen')).toBeVisible();
  // The same link again offers nothing that it no longer does, and leads on.
  await page.goto('/login');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link was used' })).toBeVisible();
  await expect(freeze).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'To the sign-in' }).click();
  await expect(page).toHaveURL(/\/login/);

  await expect.poll(() => readMail(account)).toContain('has been frozen since');
  await page.goto(linkIn(await readMail(account)));
  await page.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await page.getByLabel('Password again').fill(CHOSEN);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await signInByPassword(page, account, CHOSEN);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
});
