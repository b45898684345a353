import { EventEmitter, once } from 'node:events';
import type { Page, Route } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { makePicture } from '../helpers/pictures';
import { pressKey, tabTo, tourFaults, typeInto } from './support/keyboard';
import { becomeViewer } from './support/members';
import { openOwnAccount, PASSWORD, readMail } from './support/own-account';
import { BY_MAIL } from './support/screens';
import { expect, expectAccessible, openSheet, send, settle, signInWithSandboxWallet, tellWalletFound, test } from './support/test';

// An act that has to be confirmed, and a sign-in that asks for a code, are refused first.
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
const codeIn = (mail: string) => /code is (\d{6})/.exec(mail)?.[1] ?? '';

test('Tab comes to every control of the screens of money and identity, in the order of the eyes, and is seen on each', async ({ page }) => {
  test.setTimeout(600_000);
  await becomeViewer(page.context(), 'real', { theme: 'dark', locale: 'en' });
  for (const path of [...MONEY, ...IDENTITY]) {
    await page.goto(path);
    await settle(page);
    expect(await tourFaults(page), path).toEqual([]);
  }
});

test('Tab comes to every control of an account that all there is protects, and of the pages that a mail leads to', async ({ page }) => {
  test.setTimeout(600_000);
  for (const [viewer, paths] of [
    ['guarded', ['/account', '/authenticator', '/sessions', '/protection']],
    ['visitor', ['/login', '/register', ...BY_MAIL]],
  ] as const) {
    await becomeViewer(page.context(), viewer, { theme: 'day', locale: 'en' });
    for (const path of paths) {
      // In one tab another hash alone loads no page.
      await page.goto('about:blank');
      await page.goto(path);
      await settle(page);
      expect(await tourFaults(page), path).toEqual([]);
    }
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

test('an account is protected, signed in to, and rid of its authenticator with the keyboard alone', async ({ page }) => {
  const account = await openOwnAccount('keys');
  await tellWalletFound(page);
  await page.goto('/login');
  await typeInto(page, page.getByLabel('User name or e-mail'), account.username);
  await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

  await page.goto('/google');
  await pressKey(page, page.getByRole('link', { name: 'Set up the authenticator' }));
  await pressKey(page, button(page, 'Set up the authenticator'));
  const sheet = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(sheet.getByText(/We sent a code to k\*\*\*@/)).toBeVisible();
  await expect(sheet.getByLabel('E-mail code')).toBeFocused();
  await page.keyboard.type(codeIn(await readMail(account)));
  await page.keyboard.press('Enter');

  await expect(page.getByRole('heading', { name: 'Scan this with your authenticator app' })).toBeFocused();
  const secret = await page.getByRole('link', { name: 'Open it in an app on this phone' }).getAttribute('href');
  const totp = new TOTP({ secret: Secret.fromBase32(new URL(secret ?? '').searchParams.get('secret') ?? '') });
  await typeInto(page, page.getByLabel('Code that the app shows'), totp.generate());
  await pressKey(page, button(page, 'Bind the authenticator'));
  const recovery = page.getByRole('listitem').filter({ hasText: /^[A-Z0-9]{5}-[A-Z0-9]{5}$/ });
  await expect(recovery).toHaveCount(10);
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const [first = ''] = await recovery.allTextContents();
  await pressKey(page, button(page, 'I have kept them'));
  await expect(page.getByRole('heading', { name: 'Recovery codes', exact: true })).toBeFocused();
  await expect(page.getByText('10 of 10 left')).toBeVisible();
  await typeInto(page, page.getByLabel('Code or recovery code'), first);
  await pressKey(page, button(page, 'Remove the authenticator'));
  await expect(button(page, 'Set up the authenticator')).toBeVisible();
});

test('a withdrawal is asked for, confirmed and cancelled with the keyboard alone', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  await send(page.request, '/api/faucet', { asset: 'USDT', requestId: crypto.randomUUID().replaceAll('-', '') });
  await page.goto('/tab4?active=2');
  await typeInto(page, page.getByLabel('Amount (USDT)'), '100');
  await typeInto(page, page.getByLabel('Address on ERC20'), privateKeyToAddress(generatePrivateKey()));
  await page.keyboard.press('Enter');
  await pressKey(page, button(page, 'Withdraw 100 USDT'));
  await pressKey(page, button(page, 'Sign with the wallet'));
  const asked = page.getByRole('dialog', { name: 'Withdrawal of 100 USDT requested' });
  await expect(asked).toContainText(/Waiting: first payment to this address · goes on at .*Arrives\s*97/);
  await expectAccessible(page);
  await pressKey(page, asked.getByRole('button', { name: 'Done' }));
  await expect(asked).toBeHidden();
  await expect(page.getByLabel('Amount (USDT)')).toHaveValue('');
  await pressKey(page, button(page, 'Cancel the withdrawal'));
  await expect(page.getByText('Cancelled, the money is back').first()).toBeVisible();
});

test('Return in the amount of a conversion asks for a quote and takes none; one press of the button that takes it does', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  await send(page.request, '/api/faucet', { asset: 'USDT', requestId: crypto.randomUUID().replaceAll('-', '') });
  const taken: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/convert/conversions')) taken.push(request.url());
  });
  const quoted = () => page.waitForResponse('**/api/convert/quotes');
  const take = button(page, 'Convert 100 USDT');

  await page.goto('/convert?from=USDT&to=ETH');
  await expect(page.getByText(/USDT available$/)).toBeVisible();
  // An answer to an amount that was changed meanwhile is not shown, and the button asks anew.
  const released = new EventEmitter();
  const held = once(released, 'now');
  const hold = async (route: Route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  };
  await page.route('**/api/convert/quotes', hold, { times: 1 });
  await typeInto(page, page.getByLabel('You give', { exact: true }), '50');
  const late = quoted();
  await page.keyboard.press('Enter');
  await typeInto(page, page.getByLabel('You give', { exact: true }), '100');
  released.emit('now');
  await late;
  await expect(button(page, 'Get a quote')).not.toHaveAttribute('aria-busy');
  await expect(button(page, /^Convert /)).toBeHidden();
  await Promise.all([quoted(), page.keyboard.press('Enter')]);
  await expect(take).toBeVisible();
  // The quote stands: the same key in the same place does nothing more.
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Converted' })).toBeHidden();

  // A double click, and a key that is held, press the button that asks, and not what stands in its place a moment later.
  await typeInto(page, page.getByLabel('You give', { exact: true }), '100');
  await typeInto(page, page.getByLabel('You give', { exact: true }), '101');
  await typeInto(page, page.getByLabel('You give', { exact: true }), '100');
  await Promise.all([quoted(), button(page, 'Get a quote').dblclick()]);
  await expect(take).toBeVisible();
  await typeInto(page, page.getByLabel('You give', { exact: true }), '10');
  await typeInto(page, page.getByLabel('You give', { exact: true }), '100');
  await tabTo(page, button(page, 'Get a quote'));
  const asked = quoted();
  await page.keyboard.down('Enter');
  await asked;
  await expect(take).toBeVisible();
  await page.keyboard.down('Enter');
  await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  expect(taken).toEqual([]);

  await pressKey(page, take);
  await expect(page.getByRole('heading', { name: 'Converted' })).toBeVisible();
  expect(taken).toHaveLength(1);
});
