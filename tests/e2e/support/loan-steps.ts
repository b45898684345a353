import type { Locator, Page } from '@playwright/test';
import { getDocumentProxy, extractText } from 'unpdf';
import { expect, expectAccessible, tick } from './test';

type Point = { x: number; y: number };
/** A sandbox pays out after 20 s. */
const PAYOUT_MS = 150_000;

/** Draws one stroke with a finger. */
async function drawStroke(page: Page, points: readonly Point[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [first = { x: 0, y: 0 }, ...rest] = points;
  await send('touchStart', [first]);
  for (const point of rest) await send('touchMove', [point]);
  await send('touchEnd', []);
  await session.detach();
}

/** Signs a loan of 1,000 USDT with a finger, reads the drawing out of its agreement, and pays it back: its whole way, for who is verified. */
export async function walkLoan(page: Page): Promise<void> {
  await page.goto('/loandetails?num=1000&loanid=2');
  await page.getByLabel('Address').fill('12 St James Square');
  await page.getByLabel('Mobile phone').fill('+442079460958');
  for (const text of [/^I have seen that this loan costs/, /^I have seen that each full day/]) await tick(page.getByLabel(text));
  const sign = page.getByRole('button', { name: 'Sign and borrow' });
  await sign.click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please sign in the field' })).toBeVisible();

  const field = page.getByRole('img', { name: 'Signature' });
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  if (box === null) throw new Error('there is no field to sign in');
  const wave = (top: number) => Array.from({ length: 12 }, (_, step) => ({ x: box.x + 40 + step * 20, y: box.y + top + (step % 2) * 50 }));
  const [undo, clear] = [page.getByRole('button', { name: 'Undo' }), page.getByRole('button', { name: 'Clear' })];
  await drawStroke(page, wave(20));
  await drawStroke(page, wave(60));
  await undo.click();
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(undo).toBeDisabled();
  await drawStroke(page, wave(20));
  await clear.click();
  await expect(clear).toBeDisabled();
  await drawStroke(page, wave(40));
  await expectAccessible(page);
  await tick(page.getByRole('radio', { name: 'Type' }));
  await expect(page.getByLabel('Your full name')).toBeVisible();
  await tick(page.getByRole('radio', { name: 'Draw' }));
  await sign.click();
  await page.getByRole('button', { name: 'Sign with the wallet' }).click();

  await page.waitForURL(/setloandetails/);
  const id = new URL(page.url()).searchParams.get('id');
  const answer = await page.request.get(`/api/loans/${id}/agreement`);
  const { file } = (await answer.json()) as { file: string };
  const bytes = Buffer.from(file, 'base64');
  expect(bytes.toString('latin1').match(/\/Subtype \/Image/gu)).toHaveLength(1);
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true });
  expect(text).toContain('Ada Lovelace');
  expect(text.replaceAll(/\s+/gu, ' ')).toContain("The drawing below is the borrower's signature.");

  await expect(page.getByText('In progress')).toBeVisible({ timeout: PAYOUT_MS });
  await expect(page.getByText('59.5%')).toBeVisible();
  // While nobody knows what became of a repayment, it stands as it was sent.
  await page.route('**/api/loans/repayments', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Pay back', exact: true }).click();
  const again = page.getByRole('button', { name: 'Send again' });
  await expect(again).toBeVisible();
  await expect(page.getByRole('radio', { name: 'A part' })).toBeDisabled();
  await again.click();
  const receipt = page.getByRole('dialog', { name: 'Paid back' });
  await expect(receipt.getByText('1,000 USDT').first()).toBeVisible();
  await expect(receipt.getByRole('link', { name: 'See the record' })).toHaveAttribute('href', /ref=loan%3A\d+%3A1$/);
  await expectAccessible(page);
  await receipt.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Finished')).toBeVisible();
  await expectAccessible(page);
}

/** Signs a loan with the keyboard alone, its name typed, and gets out of it by the right to withdraw: the amount alone, no interest. */
export async function withdrawLoan(page: Page): Promise<void> {
  const press = async (target: Locator, key: string) => {
    // What is disabled takes no focus, and the key would go to whatever has it.
    await expect(target).toBeEnabled();
    await target.focus();
    await expect(target).toBeFocused();
    await page.keyboard.press(key);
  };
  const type = async (target: Locator, text: string) => {
    await target.focus();
    await page.keyboard.type(text);
  };
  await page.goto('/loandetails?num=1000&loanid=2');
  // Until then the browser would send the form by itself.
  await expect(page.getByRole('img', { name: 'Signature' })).toBeVisible();
  await type(page.getByLabel('Address'), '12 St James Square');
  await type(page.getByLabel('Mobile phone'), '+442079460958');
  for (const text of [/^I have seen that this loan costs/, /^I have seen that each full day/]) {
    await press(page.getByLabel(text), 'Space');
    await expect(page.getByLabel(text)).toBeChecked();
  }
  await press(page.getByRole('radio', { name: 'Draw' }), 'ArrowRight');
  await expect(page.getByRole('radio', { name: 'Type' })).toBeChecked();
  await type(page.getByLabel('Your full name'), 'Ada Lovelace');
  await page.keyboard.press('Enter');
  await press(page.getByRole('button', { name: 'Sign with the wallet' }), 'Enter');
  await page.waitForURL(/setloandetails/);
  await expect(page.getByText('In progress')).toBeVisible({ timeout: PAYOUT_MS });
  await tick(page.getByRole('radio', { name: 'Withdraw' }));
  await expect(page.getByText('the amount alone, without interest')).toBeVisible();
  await page.getByRole('button', { name: 'Pay back', exact: true }).click();
  await expect(page.getByText('Withdrawn').first()).toBeVisible();
}
