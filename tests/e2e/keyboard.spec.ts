import type { Locator, Page } from '@playwright/test';
import { becomeViewer } from './support/members';
import { arrowTo, pressKey, tabTo, tourFaults, typeInto } from './support/keyboard';
import { IS_LONG } from '../helpers/turns';
import { expect, test } from './support/test';

const LOOK = { theme: 'dark', locale: 'en' };

const TOUR = ['/tab1', '/market', '/marketInfo?coin=BTC-USDT', '/spotorder'];
const MORE = ['/perpetualorder?coin=BTC', '/optionOrder?coin=ETH', '/wallet', '/record', '/contractOrder', '/account', '/language'];

test('the main job with the keyboard alone', async ({ page }) => {
  await page.goto('/empty_wallet');
  await pressKey(page, button(page, 'Use the sandbox wallet'));
  await pressKey(page, button(page, 'Connect and sign'));
  await expect(navigation(page)).toBeVisible();
  await openBitcoin(page);
  await buyAtLimit(page);
  await buyAtMarket(page);
  await cancelFirst(page);
  await seeBalances(page);
  await switchAccount(page);
  await switchTheme(page);
  await switchLanguage(page);
  await signOut(page);
});

test('a sheet that is opened again before the browser has told that it was closed stays open', async ({ page }) => {
  await becomeViewer(page.context(), 'trader', LOOK);
  await page.goto('/tab1');
  await arrive(page, /\/tab1$/);
  const switcher = sheet(page, 'Switch account');
  await pressKey(page, button(page, /^Demo /));
  await expect(switcher).toBeVisible();
  // The browser tells in a task of its own: nothing here lets one in between.
  await switcher.evaluate(async (dialog) => {
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    while ((dialog as HTMLDialogElement).open) await Promise.resolve();
    document.querySelector<HTMLElement>('[data-opens="switcher"]')?.click();
    while (!(dialog as HTMLDialogElement).open) await Promise.resolve();
    await new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
  });
  await expect(button(switcher, /^Real account/)).toBeVisible();
});

test('Tab comes to every control, in the order of the eyes, and is seen on each', async ({ page }) => {
  await becomeViewer(page.context(), 'trader', LOOK);
  for (const path of IS_LONG ? [...TOUR, ...MORE] : TOUR) {
    await page.goto(path);
    await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);
    expect(await tourFaults(page), path).toEqual([]);
  }
  await page.goto('/tab1');
  await pressKey(page, button(page, 'Menu'));
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  expect(await tourFaults(page), 'menu').toEqual([]);
  await page.goto('/marketInfo?coin=BTC-USDT');
  await pressKey(page, button(page, 'Buy BTC'));
  await expect(page.getByRole('dialog').getByLabel(/^Price, USDT/)).toBeVisible();
  expect(await tourFaults(page), 'ticket').toEqual([]);
});

const button = (scope: Page | Locator, name: string | RegExp) => scope.getByRole('button', { name, exact: true });
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const sheet = (page: Page, name?: string | RegExp) => page.getByRole('dialog', { name });

async function openBitcoin(page: Page): Promise<void> {
  const tab = navigation(page).getByRole('link', { name: 'Market', exact: true });
  await pressKey(page, tab);
  await arrive(page, /\/market$/);
  await expect(tab, 'the bar stays while screens change, and the focus with it').toBeFocused();
  await expect(tab).toHaveAttribute('aria-current', 'page');
  await pressKey(page, page.getByRole('main').getByRole('link', { name: /^BTC/ }));
  await arrive(page, /\/marketInfo\?coin=BTC/);
  await expect(button(page, 'Buy BTC')).toBeVisible();
}

async function openTicket(page: Page): Promise<Locator> {
  await pressKey(page, button(page, 'Buy BTC'));
  const ticket = sheet(page, /^BTC/);
  await expect(ticket.getByLabel(/^Amount, BTC/)).toBeVisible();
  return ticket;
}

/** Five percent below the market: pointed out, and placed at the second press. */
async function buyAtLimit(page: Page): Promise<void> {
  const ticket = await openTicket(page);
  await arrowTo(page, ticket.getByRole('radiogroup', { name: 'Kind of order' }), ticket.getByRole('radio', { name: 'Limit', exact: true }));
  const price = ticket.getByLabel(/^Price, USDT/);
  await pressKey(page, button(ticket, 'Best bid'), 'Space');
  await expect(price).not.toHaveValue('');
  const best = Number((await price.inputValue()).replaceAll(',', ''));
  await typeInto(page, price, String(Math.floor(best * 0.95)));
  await typeInto(page, ticket.getByLabel(/^Amount, BTC/), '0.01');
  await pressKey(page, button(ticket, /^Buy 0\.01 BTC/));
  await pressKey(page, button(ticket, 'Place anyway'));
  await expectReceipt(page, 'Your order is in the book');
  await expectFocusInside(ticket);
  await page.keyboard.press('Escape');
  await expectClosedTo(ticket, button(page, 'Buy BTC'));
}

async function buyAtMarket(page: Page): Promise<void> {
  const ticket = await openTicket(page);
  await arrowTo(
    page,
    ticket.getByRole('radiogroup', { name: 'Kind of order' }),
    ticket.getByRole('radio', { name: 'Market', exact: true }),
  );
  await typeInto(page, ticket.getByLabel(/^Amount, BTC/), '0.02');
  // Return in the field sends the ticket, as in every form.
  await page.keyboard.press('Enter');
  await expectReceipt(page, 'Your order is filled');
  await pressKey(page, button(ticket, 'Close'));
  await expectClosedTo(ticket, button(page, 'Buy BTC'));
}

async function expectReceipt(page: Page, name: string): Promise<void> {
  const receipt = sheet(page, name);
  await expect(receipt).toBeVisible();
  await pressKey(page, button(receipt, 'Done'));
  await expect(receipt).toBeHidden();
}

async function expectFocusInside(scope: Locator): Promise<void> {
  await expect(scope.locator(':focus'), 'the focus comes back into the sheet').toHaveCount(1);
}

async function expectClosedTo(closed: Locator, opener: Locator): Promise<void> {
  await expect(closed).toBeHidden();
  await expect(opener, 'the focus comes back to what opened the sheet').toBeFocused();
}

async function cancelFirst(page: Page): Promise<void> {
  await pressKey(page, button(page, 'Cancel'));
  await expectReceipt(page, 'Order cancelled');
  await expect(button(page, 'Cancel')).toHaveCount(0);
}

/** What has the focus in a screen's own header while the screen is loading is gone with its skeleton. */
async function arrive(page: Page, at: RegExp): Promise<void> {
  await expect(page).toHaveURL(at);
  await expect(page.locator('.skeleton, [aria-busy="true"]')).toHaveCount(0);
}

async function goBack(page: Page): Promise<void> {
  await tabTo(page, page.getByRole('link', { name: 'Back' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
}

async function seeBalances(page: Page): Promise<void> {
  await goBack(page);
  await arrive(page, /\/market$/);
  await pressKey(page, navigation(page).getByRole('link', { name: 'Account' }));
  await arrive(page, /\/tab4$/);
  await pressKey(page, page.getByRole('main').getByRole('link', { name: /^Total balance/ }));
  await arrive(page, /\/wallet$/);
  await pressKey(page, page.getByRole('main').getByRole('link', { name: /^BTC/ }));
  await arrive(page, /\/walletDetails\?coin=BTC/);
  await expect(page.getByText(/0\.01998/).first()).toBeVisible();
  await goBack(page);
  await arrive(page, /\/wallet$/);
}

async function switchAccount(page: Page): Promise<void> {
  await pressKey(page, navigation(page).getByRole('link', { name: 'Home' }));
  await arrive(page, /\/tab1$/);
  const opener = button(page, /^Demo /);
  const switcher = sheet(page, 'Switch account');
  await pressKey(page, opener);
  await expect(switcher).toBeVisible();
  await page.keyboard.press('Escape');
  await expectClosedTo(switcher, opener);
  await page.keyboard.press('Space');
  await expect(switcher).toBeVisible();
  await pressKey(page, button(switcher, /^Real account/));
  await expect(button(page, /^Real (?!account)/)).toBeVisible();
}

async function openMenu(page: Page): Promise<Locator> {
  await pressKey(page, button(page, 'Menu'));
  const menu = sheet(page, 'Menu');
  await expect(menu).toBeVisible();
  return menu;
}

async function switchTheme(page: Page): Promise<void> {
  const menu = await openMenu(page);
  await pressKey(page, button(menu, 'Use the day theme'), 'Space');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'day');
  await expect(button(menu, 'Use the dark theme'), 'the focus stays').toBeFocused();
  await pressKey(page, button(menu, 'Close'));
  await expectClosedTo(menu, button(page, 'Menu'));
}

/** To German and back, so that the last step can be read here. */
async function switchLanguage(page: Page): Promise<void> {
  const menu = await openMenu(page);
  await pressKey(page, menu.getByRole('link', { name: 'Language' }));
  for (const [name, lang] of [
    ['Deutsch', 'de'],
    ['English', 'en'],
  ] as const) {
    await pressKey(page, button(page, name), 'Space');
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
  }
  await pressKey(page, page.getByRole('link', { name: 'Back' }));
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/tab1');
  await arrive(page, /\/tab1$/);
  const menu = await openMenu(page);
  await pressKey(page, button(menu, 'Sign out'));
  await pressKey(page, button(page.getByRole('alertdialog'), 'Sign out'));
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  expect(await (await page.request.get('/api/session')).json()).toMatchObject({ signedIn: false });
}
