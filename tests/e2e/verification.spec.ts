import type { Page } from '@playwright/test';
import { HEIC_HEAD, makePicture } from '../helpers/pictures';
import { walkLoan, withdrawLoan } from './support/loan-steps';
import { RawClient } from './support/raw-client';
import { expect, expectAccessible, followLink, openSheet, signInWithSandboxWallet, test } from './support/test';

const email = `ida_${Date.now().toString(36)}@candor.example`;
/** A sandbox approves after half a minute. */
const REVIEW_MS = 150_000;

// A picture that can't be read is refused with 415, which the browser notes.
test.use({
  allowedNoise: [/415|403 .*applications|Failed to load resource.*ERR_FAILED/],
  permissions: ['clipboard-read', 'clipboard-write'],
});

/** A camera that films a coloured card. */
async function giveCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const open = async () => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [640, 480];
      const draw = canvas.getContext('2d');
      const paint = () => {
        if (draw === null) return;
        draw.fillStyle = '#336699';
        draw.fillRect(0, 0, 640, 480);
        requestAnimationFrame(paint);
      };
      paint();
      return canvas.captureStream(10);
    };
    Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia: open } });
  });
}

async function chooseFile(page: Page, buffer: Buffer, name: string): Promise<void> {
  const asked = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await asked).setFiles({ name, mimeType: 'image/jpeg', buffer });
}

const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click();
const received = (page: Page) => expect(page.getByText('Picture received')).toBeVisible();

async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Document number').fill(`E${Date.now()}`);
  await next(page);
}

test('an identity is given by camera, file and another browser, outlives a reload, is verified, signs a loan with a finger, and another with the keyboard', async ({
  page,
  browser,
}) => {
  test.setTimeout(900_000);
  await giveCamera(page);
  await signInWithSandboxWallet(page);
  await openSheet(page, 'Menu');
  await followLink(page, page.getByRole('link', { name: 'Verification' }));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start verification' }).click();

  await next(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Choose a country' })).toBeVisible();
  await page.getByLabel('Country that issued the document').selectOption({ label: 'Switzerland' });
  await expectAccessible(page);
  await next(page);
  await page.getByLabel('First name').fill('Ada 🎉');
  await next(page);
  await expect(page.getByText('A name has 1 to 100 characters')).toBeVisible();
  await expectAccessible(page);
  await fillDetails(page);

  await expect(page.getByRole('heading', { name: 'Front of the document' })).toBeFocused();
  await page.getByRole('button', { name: 'Use the camera' }).click();
  await page.getByRole('button', { name: 'Take the picture' }).click();
  await received(page);
  await expectAccessible(page);

  await page.reload();
  await page.getByRole('button', { name: 'Continue' }).click();
  // Names and number are kept nowhere in the browser.
  await expect(page.getByLabel('First name')).toHaveValue('');
  await fillDetails(page);
  await received(page);
  await next(page);

  await next(page);
  await expect(page.getByText('Please give this picture first')).toBeVisible();
  await chooseFile(page, HEIC_HEAD, 'back.jpg');
  await expect(page.getByText('Pictures in the HEIC format cannot be read here')).toBeVisible();
  await chooseFile(page, await makePicture(), 'back.jpg');
  await received(page);
  await next(page);

  await page.getByRole('button', { name: 'Use another phone' }).click();
  await expect(page.getByRole('img', { name: 'Take it with another phone' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('Copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await browser.newContext();
  const phone = await other.newPage();
  await phone.goto(link);
  await expect(phone.getByText('If somebody sent you this link or code, stop')).toBeVisible();
  await expectAccessible(phone);
  await chooseFile(phone, await makePicture({ colour: '#aa3300' }), 'me.jpg');
  await expect(phone.getByText('The picture has arrived.')).toBeVisible();
  expect(await other.cookies()).not.toContainEqual(expect.objectContaining({ name: 'candor_session' }));
  await received(page);
  await phone.goto('about:blank');
  await phone.goto(link);
  await expect(phone.getByText('This link was used before or has expired')).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Choose a file' })).toHaveCount(0);
  await other.close();
  await next(page);

  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByText(`Sent to ${email}`)).toBeVisible();
  const { data } = await new RawClient().get<{ mails: { text: string }[] }>(`/api/outbox?to=${email}`);
  await page.getByLabel('Code from the e-mail').fill(/is (\d{6})\./.exec(data.mails[0]?.text ?? '')?.[1] ?? '');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send for review' }).click();
  await expect(page.getByRole('heading', { name: 'In review' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible({ timeout: REVIEW_MS });
  await expect(page.getByText('Approved by the sandbox, not by a person.')).toBeVisible();
  await expectAccessible(page);
  // Whoever is verified is credited a moment later.
  const score = page.getByRole('button', { name: 'Credit score 65' });
  await expect(async () => {
    await page.goto('/tab4');
    await expect(score).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await score.click();
  await expect(page.getByText('+5 → 65')).toBeVisible();
  await page.keyboard.press('Escape');
  await openSheet(page, 'Menu');
  await expect(page.getByRole('link', { name: 'Verification already verified' })).toBeVisible();

  await walkLoan(page);
  await withdrawLoan(page);
});
