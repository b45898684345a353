import { EventEmitter, once } from 'node:events';
import type { Page } from '@playwright/test';
import { expect, signInWithSandboxWallet, tellWalletFound, test } from './support/test';

/** Opens a page whose scripts don't come before the returned function is called, as on a slow line. */
async function openWithoutScripts(page: Page, path: string): Promise<() => boolean> {
  const gate = new EventEmitter();
  const released = once(gate, 'open');
  await page.route('**/_next/static/**/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return () => gate.emit('open');
}

test.describe('before hydration', () => {
  // The browser notes a script that was preloaded and waits, and the refusal of the wrong password.
  test.use({
    allowedNoise: [/was preloaded using link preload but not used|401 .*api\/session\/password/],
    // A page that the service worker has taken over sends what no route of a test sees.
    serviceWorkers: 'block',
  });

  test('a tap on the menu opens it as soon as it can', async ({ page }) => {
    await signInWithSandboxWallet(page);
    const release = await openWithoutScripts(page, '/tab1');
    await page.getByRole('button', { name: 'Menu' }).click();
    release();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test('a tap on a button that its screen replaces under the finger counts', async ({ page }) => {
    await signInWithSandboxWallet(page);
    const release = await openWithoutScripts(page, '/tab1');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.hover();
    // What streams in replaces the frame of the skeleton with an equal one.
    await expect(page.getByRole('link', { name: /^Total balance/ })).toBeVisible();
    await page.mouse.down();
    await menu.evaluate((button) => button.replaceWith(button.cloneNode(true)));
    await page.mouse.up();
    release();
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  });

  test('what was typed is what the app holds, and a form is not sent by the browser', async ({ page }) => {
    await tellWalletFound(page);
    const release = await openWithoutScripts(page, '/login');
    await page.getByLabel('User name').fill('early-bird@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not-the-password-1');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    const sent = page.waitForRequest('**/api/session/password');
    release();
    expect((await sent).postDataJSON()).toMatchObject({ username: 'early-bird@example.com', password: 'not-the-password-1' });
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('alert').first()).toBeVisible();
  });

  test('a typed price stays the price of the ticket', async ({ page }) => {
    await signInWithSandboxWallet(page);
    const release = await openWithoutScripts(page, '/spotorder');
    const price = page.getByLabel(/^Price, USDT/);
    const typed = Math.floor(Number((await price.inputValue()).replaceAll(',', '')) * 0.95);
    await price.fill(String(typed));
    release();
    await page.getByLabel(/^Amount, BTC/).fill('1');
    await expect(page.getByText(`${typed.toLocaleString('en')}.00 USDT`).first()).toBeVisible();
    await expect(price).toHaveValue(`${typed.toLocaleString('en')}.00`);
  });
});
