import type { Page } from '@playwright/test';
import { makePicture } from '../helpers/pictures';
import { pressKey, tabTo, tourFaults, typeInto } from './support/keyboard';
import { becomeViewer } from './support/members';
import { expect, expectAccessible, settle, signInWithSandboxWallet, test } from './support/test';

// What has to be confirmed is refused first.
test.use({ allowedNoise: [/Failed to load resource.*40[0-9]/] });

const MONEY = [
  '/tab4?active=0',
  '/tab4?active=1',
  '/tab4?active=2',
  '/wallet',
  '/convert?from=USDT&to=ETH',
  '/uploadProof',
  '/uploadProof?currneyName=USD_WIRE',
];
const IDENTITY = ['/account', '/verification', '/google', '/authenticator', '/sessions', '/protection', '/data'];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('Tab comes to every control of the screens of money and identity, in the order of the eyes, and is seen on each', async ({ page }) => {
  test.setTimeout(600_000);
  await becomeViewer(page.context(), 'real', { theme: 'dark', locale: 'en' });
  for (const path of [...MONEY, ...IDENTITY]) {
    await page.goto(path);
    await settle(page);
    expect(await tourFaults(page), path).toEqual([]);
  }
});

test('who somebody is, is given with the keyboard alone up to the second picture', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/verification');
  await pressKey(page, button(page, 'Start verification'));
  await pressKey(page, button(page, 'Next'));
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a country' })).toBeVisible();
  await tabTo(page, page.getByLabel('Country that issued the document'), 'Shift+Tab');
  await page.keyboard.type('Switz');
  await expect(page.getByLabel('Country that issued the document')).toHaveValue('CH');
  await pressKey(page, button(page, 'Next'));
  await expect(page.getByRole('heading', { name: 'Your details' })).toBeFocused();
  await typeInto(page, page.getByLabel('First name'), 'Ada');
  await typeInto(page, page.getByLabel('Last name'), 'Lovelace');
  await typeInto(page, page.getByLabel('Document number'), `K${Date.now()}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Front of the document' })).toBeFocused();
  const asked = page.waitForEvent('filechooser');
  await pressKey(page, button(page, 'Choose a file'));
  await (await asked).setFiles({ name: 'front.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  await expect(page.getByText('Picture received')).toBeVisible();
  await pressKey(page, button(page, 'Next'));
  await expect(page.getByRole('heading', { name: 'Back of the document' })).toBeFocused();
  await expectAccessible(page);
});
