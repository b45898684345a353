import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

type Fixtures = {
  /** Texts of console messages that a test provokes on purpose, such as a request to a server that was killed. */
  allowedNoise: RegExp[];
};

/** `test` fails when a page writes an error or a warning to the console, or throws. */
export const test = base.extend<Fixtures>({
  allowedNoise: [[], { option: true }],
  page: async ({ page, allowedNoise }, use) => {
    const noise: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        noise.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => noise.push(`thrown: ${error.message}`));
    await use(page);
    expect(
      noise.filter((text) => !allowedNoise.some((pattern) => pattern.test(text))),
      'the console stays clean',
    ).toEqual([]);
  },
});
export { expect };

/** Signs in with a new sandbox wallet: a member on the demo account. */
export async function signInWithSandboxWallet(page: Page): Promise<void> {
  await page.goto('/empty_wallet');
  await page.getByRole('button', { name: 'Use the sandbox wallet' }).click();
  await page.getByRole('button', { name: 'Connect and sign' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
}

/** Finds nothing that keeps people out: WCAG 2.2 AA and best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([]);
}

/** Dark or day, for every page that follows. */
export async function chooseTheme(page: Page, theme: 'dark' | 'day'): Promise<void> {
  await page.context().addCookies([{ name: 'candor_theme', value: theme, url: process.env.E2E_ORIGIN ?? '' }]);
}
