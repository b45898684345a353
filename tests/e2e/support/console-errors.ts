import type { Page } from '@playwright/test';

/** Written by Playwright itself where a test keeps the service worker out, so that its routes see every request. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright';

/** Collects the errors and warnings that a page writes to its console, and what it throws. */
export function collectConsoleErrors(page: Page, noise: string[]): void {
  page.on('console', (message) => {
    if (message.text() === WORKER_BLOCKED) return;
    if (message.type() === 'error' || message.type() === 'warning')
      noise.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => noise.push(`thrown: ${error.message}`));
}
