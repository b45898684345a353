import { type BrowserContext, chromium, type CDPSession, type Page } from '@playwright/test';
import { findInstalledBrowser } from '../../scripts/browser.mjs';
import type { Member } from './member';

export type Visit = { page: Page; context: BrowserContext; cdp: CDPSession };
export type Phone = { version: string; visit(origin: string, member?: Member): Promise<Visit>; close(): Promise<void> };

/** Opens a real browser with a phone's window. Each visit has storage and cache of its own, signed in where there is a member. */
export async function openPhone(): Promise<Phone> {
  const { executablePath, args, env } = await findInstalledBrowser();
  const browser = await chromium.launch({ executablePath, args, env: { ...(process.env as Record<string, string>), ...env } });
  return {
    version: browser.version(),
    async visit(origin, member) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'en-US' });
      const cookies = Object.entries(member?.cookies ?? {}).map(([name, value]) => ({ name, value, url: origin }));
      await context.addCookies(cookies);
      const page = await context.newPage();
      return { page, context, cdp: await context.newCDPSession(page) };
    },
    close: () => browser.close(),
  };
}
