import { EventEmitter, once } from 'node:events';
import { signalExchange } from './support/exchange-control';
import { expect, settle, signInWithSandboxWallet, test, tick } from './support/test';

test.use({ allowedNoise: [/Failed to load resource.*(50[0-9]|ERR_)/] });

/** Starting the exchange again takes a few seconds, and more after several deaths in a row. */
const RECOVERY_MS = 120_000;
/** After so long nothing is asked for by itself any more. */
const SILENCE_MS = 3_000;

test('a silent exchange makes prices stale and pauses orders with the reason; both come back by themselves', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/spotorder');
  const paused = page.getByText(/new orders are paused/);
  await tick(page.getByRole('radio', { name: 'Market', exact: true }));
  await page.getByLabel(/^Amount, BTC/).fill('0.01');
  const buy = page.getByRole('button', { name: /^Buy .*BTC/ }).last();
  await expect(buy).toBeEnabled();
  await expect(paused).toBeHidden();
  signalExchange('SIGSTOP');
  try {
    await expect(paused.first()).toBeVisible();
    await expect(buy).toBeDisabled();
  } finally {
    signalExchange('SIGCONT');
  }
  await expect(paused).toBeHidden({ timeout: RECOVERY_MS });
  await expect(buy).toBeEnabled();
});

test('a killed exchange is started again, and the open screen goes on ticking', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/spotorder');
  const price = page.getByRole('main').locator('[data-state="fresh"]').first();
  await expect(price).toBeVisible();
  signalExchange('SIGKILL');
  await expect(page.getByText(/new orders are paused|Live prices are interrupted/).first()).toBeVisible();
  await expect(price).toBeVisible({ timeout: RECOVERY_MS });
  await expect(page.getByText('Live prices are interrupted')).toBeHidden({ timeout: RECOVERY_MS });
});

test.describe('a screen opened while the exchange is down', () => {
  // React notes in the console that the server could not render the page.
  test.use({ allowedNoise: [/Failed to load resource.*(50[0-9]|ERR_)|Minified React error #441/] });

  test('says so, and comes back by itself', async ({ page }) => {
    await signInWithSandboxWallet(page);
    signalExchange('SIGKILL');
    await page.goto('/wallet');
    await expect(
      page
        .getByRole('heading', { name: /could not be (shown|loaded)/ })
        .or(page.getByText('This could not be loaded'))
        .first(),
    ).toBeVisible();
    await expect(page.getByRole('main').getByText('100,000').first()).toBeVisible({ timeout: RECOVERY_MS });
    await expect(page.getByText(/could not be (shown|loaded)/)).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test.describe('a part of a page that is loaded when it is asked for', () => {
  // What the service worker keeps no route of a test sees.
  test.use({ serviceWorkers: 'block' });

  test('says in its place that it could not be loaded, and comes at the next try', async ({ page }) => {
    await signInWithSandboxWallet(page);
    await page.goto('/tab1');
    const buy = page.getByRole('button', { name: 'Buy', exact: true });
    await expect(buy).toBeEnabled();
    await page.waitForLoadState('networkidle');
    let refusedAt = Number.POSITIVE_INFINITY;
    await page.route('**/_next/static/chunks/**', async (route) => {
      await route.abort();
      refusedAt = Date.now();
    });
    await buy.click();
    const sheet = page.getByRole('dialog', { name: 'Buy a coin' });
    await expect(sheet.getByText('This could not be loaded')).toBeVisible();
    // Asked for at the tap, a second later, and when its place was drawn: what comes after a silence is the button's.
    await expect.poll(() => Date.now() - refusedAt).toBeGreaterThan(SILENCE_MS);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeAttached();
    await page.unroute('**/_next/static/chunks/**');
    await sheet.getByRole('button', { name: 'Try again' }).click();
    await expect(sheet.getByText('You get')).toBeVisible();
  });
});

test.describe('a link whose screen is long in coming', () => {
  // A page that the service worker has taken over sends what no route of a test sees.
  test.use({ serviceWorkers: 'block' });

  test('shows at the top that it was tapped, until its screen is there', async ({ page }) => {
    await signInWithSandboxWallet(page);
    await settle(page);
    const gate = new EventEmitter();
    let isHeld = true;
    await page.route(/[?&]_rsc=/, async (route) => {
      if (isHeld) await once(gate, 'open');
      await route.continue();
    });
    await page.getByRole('main').getByRole('link', { name: 'Wallet', exact: true }).tap();
    const bar = page.locator('.navigation-bar');
    await expect(bar).toHaveCSS('position', 'fixed');
    await expect.poll(async () => (await bar.boundingBox())?.width ?? 0).toBeGreaterThan(200);
    isHeld = false;
    gate.emit('open');
    await expect(page).toHaveURL(/\/wallet$/);
    await settle(page);
    await expect(bar).toHaveCount(0);
  });
});
