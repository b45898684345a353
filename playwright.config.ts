import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import { takeServerOfWorker } from './tests/e2e/support/start-servers';

takeServerOfWorker();
const { executablePath, args, env } = await findBrowser();

/** One phone, and one worker unless `--workers` says more: each has a server of its own, and a busy machine must not decide a test. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/support/start-servers.ts',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Bounds on what hangs, for a machine that is several times slower than this one; a test states one of its own only where it needs more.
  timeout: 300_000,
  expect: { timeout: 45_000, toPass: { timeout: 120_000 } },
  reporter: 'list',
  use: {
    baseURL: process.env.E2E_ORIGIN,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    // Without them a lost key or address waits for the whole time of its test.
    actionTimeout: 180_000,
    navigationTimeout: 180_000,
    screenshot: 'only-on-failure',
    // Traces cost a fifth of the processor time (71 s and 56 s for three specs): a failed test's second try has one, `--trace on` the first.
    trace: 'on-first-retry',
    launchOptions: { executablePath, args, env: { ...(process.env as Record<string, string>), ...env } },
  },
});
