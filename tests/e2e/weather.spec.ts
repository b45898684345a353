import { signalExchange } from './support/exchange-control';
import { expect, signInWithSandboxWallet, test } from './support/test';

test.use({ allowedNoise: [/Failed to load resource.*(50[0-9]|ERR_)/] });

test('a silent exchange makes prices stale and pauses orders with the reason; both come back by themselves', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/spotorder');
  const paused = page.getByText(/new orders are paused/);
  await expect(page.getByLabel(/^Amount, BTC/)).toBeVisible();
  await expect(paused).toBeHidden();
  signalExchange('SIGSTOP');
  try {
    await expect(paused.first()).toBeVisible();
  } finally {
    signalExchange('SIGCONT');
  }
  await expect(paused).toBeHidden({ timeout: 30_000 });
});

test('a killed exchange is started again, and the open screen goes on ticking', async ({ page }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/market');
  await expect(page.getByText('BTC').first()).toBeVisible();
  signalExchange('SIGKILL');
  await expect(async () => expect((await page.request.get('/api/markets')).status()).toBe(200)).toPass({ timeout: 30_000 });
  await expect(page.getByText('Live prices are interrupted')).toBeHidden({ timeout: 30_000 });
});
