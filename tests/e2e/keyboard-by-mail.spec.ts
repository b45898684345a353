import type { Page } from '@playwright/test';
import { makePicture } from '../helpers/pictures';
import { pressKey, tabTo, tourFaults, typeInto } from './support/keyboard';
import { openOwnAccount, PASSWORD, readMail, type OwnAccount } from './support/own-account';
import { RawClient } from './support/raw-client';
import { expect, expectAccessible, settle, tellWalletFound, test } from './support/test';

// A link that was used, a password that is too weak, and an act that has to be confirmed are refused first.
test.use({ allowedNoise: [/Failed to load resource.*4[0-9]{2}/] });

const CHOSEN = 'another horse and battery';
const USED = 'This link was used before or has expired';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const codeIn = (mail: string) => /code is (\d{6})/.exec(mail)?.[1] ?? '';
const refusal = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

/** Tab comes to all of it, in the order of the eyes, and nothing of it keeps people out. */
async function expectGood(page: Page, what: string): Promise<void> {
  await settle(page);
  await expectAccessible(page, what);
  expect(await tourFaults(page), what).toEqual([]);
}

/** Opens the link of a mail once that has come. In one tab another hash alone loads no page. */
async function openLink(page: Page, account: OwnAccount, mark: string): Promise<string> {
  await expect.poll(() => readMail(account)).toContain(mark);
  const link = /https?:\S+#\S+/.exec(await readMail(account))?.[0] ?? '';
  await page.goto('about:blank');
  await page.goto(link);
  await settle(page);
  return link;
}

async function choosePassword(page: Page, password: string): Promise<void> {
  await typeInto(page, page.getByLabel('Password', { exact: true }), password);
  await typeInto(page, page.getByLabel('Password again'), password);
  await page.keyboard.press('Enter');
}

test('"that wasn\'t me", a new password and another address are done with the keyboard alone, and so is what follows each', async ({
  page,
}) => {
  test.setTimeout(600_000);
  const account = await openOwnAccount('bymail');
  // The first device is no news, the second one is mailed.
  for (let device = 0; device < 2; device += 1)
    await new RawClient().must('/api/session/password', { username: account.username, password: PASSWORD });
  await tellWalletFound(page);

  const freezing = await openLink(page, account, 'If that wasn');
  await pressKey(page, button(page, 'Freeze the account'));
  await expect(page.getByRole('heading', { name: 'Your account is frozen' })).toBeFocused();
  await tabTo(page, page.getByRole('link', { name: 'Have a new link mailed' }));
  await expectGood(page, 'frozen');

  await page.goto('about:blank');
  await page.goto(freezing);
  await expect(page.getByRole('heading', { name: 'This link was used' })).toBeFocused();
  await expect(button(page, 'Freeze the account')).toHaveCount(0);
  await tabTo(page, page.getByRole('link', { name: 'To the sign-in' }));
  await expectGood(page, 'a link that was used');

  const choosing = await openLink(page, account, 'has been frozen since');
  await choosePassword(page, 'password123');
  await expect(refusal(page, /password/i).first()).toBeVisible();
  await expectGood(page, 'a weak password');
  await choosePassword(page, CHOSEN);
  await expect(page.getByText('Your password was changed. Sign in with it.')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('Your password was changed');
  await expectGood(page, 'a changed password');

  await page.goto('about:blank');
  await page.goto(choosing);
  await choosePassword(page, CHOSEN);
  await expect(refusal(page, USED)).toBeVisible();
  await expectGood(page, 'a link for a password that was used');

  await pressKey(page, page.getByRole('link', { name: 'Have a new link mailed' }));
  await typeInto(page, page.getByLabel('E-mail'), account.email);
  await page.keyboard.press('Enter');
  const asked = 'If this address has an account with a password, a link is on its way.';
  await expect(page.getByText(asked)).toBeVisible({ timeout: 120_000 });
  await expect(page.locator(':focus')).toContainText(asked);
  await expectGood(page, 'a link that was asked for');

  await page.goto('/login');
  await typeInto(page, page.getByLabel('User name or e-mail'), account.username);
  await typeInto(page, page.getByLabel('Password', { exact: true }), CHOSEN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await changeAddress(page, account);
});

/** Changes the address by the code that the new one gets, and confirms it by the code that the old one gets. */
async function changeAddress(page: Page, account: OwnAccount): Promise<void> {
  const other = { email: account.email.replace('@', '.new@') };
  await page.goto('/protection');
  await settle(page);
  await typeInto(page, page.getByLabel('New e-mail address'), other.email);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code from the e-mail')).toBeFocused();
  await expect.poll(async () => codeIn(await readMail(other))).not.toBe('');
  await expectGood(page, 'the code of another address');
  await typeInto(page, page.getByLabel('Code from the e-mail'), codeIn(await readMail(other)));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(sheet.getByLabel('E-mail code')).toBeFocused();
  // The button below the sheet is busy until it is confirmed.
  await expectAccessible(page, 'the confirmation of another address');
  expect(await tourFaults(page), 'the confirmation of another address').toEqual([]);
  await expect.poll(async () => codeIn(await readMail(account))).not.toBe('');
  await typeInto(page, sheet.getByLabel('E-mail code'), codeIn(await readMail(account)));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your e-mail address was changed')).toBeVisible();
  await expect(page.getByText(other.email)).toBeVisible();
}

test('a picture is given on another device with the keyboard alone, once', async ({ page }) => {
  const member = new RawClient();
  await member.signIn();
  const { token } = await member.must<{ token: string }>('/api/handoff', {});
  await page.goto(`/picture#${token}`);
  await expect(button(page, 'Choose a file')).toBeVisible();
  await expectGood(page, 'a picture that is asked for');
  const chooser = page.waitForEvent('filechooser');
  await pressKey(page, button(page, 'Choose a file'));
  await (await chooser).setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  await expect(page.getByText('The picture has arrived.')).toBeVisible();
  await expect(page.locator(':focus')).toContainText('The picture has arrived.');
  await expectGood(page, 'a picture that arrived');
  await page.goto('about:blank');
  await page.goto(`/picture#${token}`);
  await expect(page.getByText(USED)).toBeVisible();
  await expectGood(page, 'a picture that was given');
});
