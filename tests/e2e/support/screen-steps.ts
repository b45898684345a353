import type { Locator, Page } from '@playwright/test';
import { SESSION_LOST_EVENT } from '../../../lib/query/api-client';
import type { Say } from './texts';
import { expect, tick } from './test';

/** Brings up a sheet or a state of the screen that is shown, in whatever language it is. */
export type Step = (page: Page, say: Say) => Promise<void>;

const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).locator('visible=true').first().click();
/** A choice made before React has the page is taken back by it. */
const choose = (scope: Page | Locator, value: string) =>
  expect(() => scope.locator(`input[type=radio][value="${value}"]`).locator('visible=true').first().check({ timeout: 2_000 })).toPass();
/** Decimal fields in the order in which they stand. */
const field = (scope: Page | Locator, index: number) => scope.locator('input[inputmode=decimal]').nth(index);
export const openDetails = (page: Page) => page.locator('main details:not([open]) > summary').last().click();

/** Opens every part of a page that can be. */
export async function openAll(page: Page): Promise<void> {
  const closed = page.locator('main details:not([open]) > summary');
  await expect(closed.first()).toBeVisible();
  while ((await closed.count()) > 0) await closed.first().click();
}

export async function openMenu(page: Page, say: Say): Promise<void> {
  await expect(async () => {
    if (!(await dialog(page).isVisible())) await press(page, say('Layout.menu'));
    await expect(dialog(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
}

/** Opens what a button with `aria-haspopup` opens; `index` counts them from the top. */
export function openPopup(index = 0) {
  return async (page: Page) => {
    const button = page.locator('button[aria-haspopup=dialog]').locator('visible=true').nth(index);
    await expect(async () => {
      if (!(await dialog(page).isVisible())) await button.click();
      await expect(dialog(page)).toBeVisible({ timeout: 2_000 });
    }).toPass();
  };
}

export function openWith(key: string) {
  return async (page: Page, say: Say) => {
    await press(page, say(key));
    await expect(dialog(page)).toBeVisible();
  };
}

export function select(...values: readonly string[]) {
  return async (page: Page) => {
    for (const value of values) await choose(page, value);
  };
}

export async function passDisclosure(page: Page, say: Say): Promise<void> {
  // A newcomer reads the disclosure once: whoever comes after finds the questions.
  const accept = page.getByRole('button', { name: say('Options.accept') });
  await expect(accept.or(page.getByRole('button', { name: say('Options.testSend') }))).toBeVisible();
  if (await accept.isVisible()) await accept.click();
  await expect(page.getByRole('button', { name: say('Options.testSend') })).toBeVisible();
}

async function sendMarketOrder(page: Page, quantity: string): Promise<void> {
  await choose(page, 'market');
  await field(page, 0).fill(quantity);
}

export const spotOrder: Step = async (page) => {
  await sendMarketOrder(page, '0.001');
  await page.locator('form button[type=submit]').click();
  await expect(dialog(page)).toBeVisible();
};

export const farPrice: Step = async (page, say) => {
  await press(page, say('Spot.bestBid'));
  const best = Number((await field(page, 0).inputValue()).replace(/[^\d]/g, '')) / 100;
  await field(page, 0).click();
  await field(page, 0).fill(String(Math.floor(best * 0.95)));
  await field(page, 1).fill('0.01');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByText(say('Spot.warnAgain'))).toBeVisible();
};

export const askBreak: Step = async (page, say) => {
  await openDetails(page);
  await press(page, say('Options.breakStart'));
  await expect(dialog(page)).toBeVisible();
};

export const checkProof: Step = async (page, say) => {
  // The first contract settles 30 s after the trader was made.
  await expect(page.getByRole('button', { name: say('Options.checkIt') }).first()).toBeVisible({ timeout: 150_000 });
  await press(page, say('Options.checkIt'));
  await expect(page.getByText(say('Options.proofGood'))).toBeVisible();
};

export const runOption: Step = async (page, say) => {
  await choose(page, '300');
  await press(page, say('Options.up'));
  await expect(page.getByRole('timer').first()).toBeVisible();
};

const buyTicket = 'button[class*=bg-up-fill]';
export const openTicket: Step = async (page) => {
  await page.locator(`main ${buyTicket}`).last().click();
  await expect(dialog(page).locator('input[inputmode=decimal]').first()).toBeVisible();
};

export const perpetualOrder: Step = async (page) => {
  await sendMarketOrder(page, '0.01');
  await page.locator(`main ${buyTicket}`).last().click();
  await expect(dialog(page)).toBeVisible();
};

export const perpetualFull: Step = async (page) => {
  await tick(page.locator('main input[type=checkbox]').first());
  await choose(page, 'limit');
  await openDetails(page);
  await field(page, 1).fill('100');
};

export const loginRefused: Step = async (page) => {
  const fields = page.locator('main input');
  await fields.nth(0).fill('ada');
  await fields.nth(1).fill('correct horse battery');
  await page.locator('main button[type=submit]').click();
  await expect(page.getByRole('alert').locator('visible=true').first()).toBeVisible();
};

export const loseSession: Step = async (page) => {
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), SESSION_LOST_EVENT);
  await expect(dialog(page)).toBeVisible();
};

export const signOut: Step = async (page, say) => {
  await openMenu(page, say);
  await dialog(page)
    .getByRole('button', { name: say('Layout.signOut') })
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
};

export const margin =
  (change: 'add' | 'remove'): Step =>
  async (page, say) => {
    await openWith('Perpetual.margin')(page, say);
    await choose(dialog(page), change);
    await field(dialog(page), 0).fill('12.34');
  };

/** A quote of a conversion, as it counts down. */
export async function askQuote(page: Page, say: Say): Promise<void> {
  await field(page, 0).fill('25');
  await press(page, say('Convert.getQuote'));
  await expect(page.locator('main dl.receipt').first()).toBeVisible();
}

/** Fills the first amount of a page. */
export function fillAmount(amount: string): Step {
  return async (page) => {
    await field(page, 0).fill(amount);
  };
}

/** The receipt of an amount in the first term of USDT, and what leaving early gives back on each day. */
export const stakingReceipt: Step = async (page) => {
  await choose(page, 'USDT');
  await field(page, 0).fill('1000');
  await openDetails(page);
};

/** The newest day of an open book. */
export const openBookDay: Step = async (page) => {
  await page.locator('main ol button').first().click();
  await expect(dialog(page)).toBeVisible();
};

export const readAgreement: Step = async (page, say) => {
  await press(page, say('Loans.show'));
  await expect(page.getByRole('button', { name: say('Loans.download') })).toBeVisible();
};

export const payPart: Step = async (page) => {
  await choose(page, 'part');
  await field(page, 0).fill('100');
};

export const writePhrase: Step = async (page, say) => {
  await page.getByLabel(say('Support.write')).fill('abandon ability able about above absent absorb abstract absurd abuse access accident');
  await press(page, say('Support.send'));
  await expect(dialog(page)).toBeVisible();
};
