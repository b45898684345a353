import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOperatorCommand } from './support/operator-command';
import { RawClient } from './support/raw-client';
import {
  expect,
  expectAccessible,
  openSheet,
  send,
  settle,
  signInWithSandboxWallet,
  tellWalletFound,
  test,
  tick,
  writeHeaders,
} from './support/test';

/** Proving work, on a machine that also runs the server. */
const REGISTER_MS = 180_000;
/** Sales are looked at every five seconds. */
const SETTLED_MS = 120_000;
/** Longer than the hour that a sale lasts at least. */
const SALE_MS = 7_200_000;

test('whoever signs up by an invitation link stands in the list of who sent it', async ({ page, browser }) => {
  test.setTimeout(600_000);
  await signInWithSandboxWallet(page);
  await page.goto('/invite');
  await settle(page);
  await expectAccessible(page);
  const link = (await page.getByText(/^https?:\S+invit=\w+$/).textContent()) ?? '';
  await expect(page.getByText('Nobody yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Your link' })).toHaveAttribute('href', '#own-link');
  await page.goto('about:blank');

  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(navigator, 'webdriver', { get: () => false }));
  const guest = await context.newPage();
  await guest.goto('/tab1');
  await tellWalletFound(guest);
  await guest.goto(link);
  const name = `eve_${Date.now().toString(36)}`;
  const email = `${name}@mail.example`;
  await guest.getByLabel('User name').fill(name);
  await guest.getByLabel('E-mail', { exact: true }).fill(email);
  await guest.getByRole('button', { name: 'Send code' }).click();
  await expect(guest.getByRole('link', { name: /sandbox outbox/ })).toBeVisible({ timeout: REGISTER_MS });
  const { data } = await new RawClient().get<{ mails: { subject: string }[] }>(`/api/outbox?to=${email}`);
  await guest.getByLabel('Code from the e-mail').fill(data.mails[0]?.subject.slice(0, 6) ?? '');
  await guest.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await guest.getByLabel('Password again').fill('correct horse battery');
  await tick(guest.getByRole('checkbox'));
  await guest.getByRole('button', { name: 'Create account' }).click();
  await expect(guest.getByRole('navigation', { name: 'Main' })).toBeVisible({ timeout: REGISTER_MS });
  await context.close();

  await page.goto('/invite');
  await expect(page.getByRole('listitem').filter({ has: page.getByText('Signed up', { exact: true }) })).toHaveCount(1);
  await expect(page.getByText('Nobody yet')).toBeHidden();
});

test.describe('an invitation that nobody made', () => {
  test.use({ allowedNoise: [/400/] });

  test('keeps no wallet out: the next try goes without it', async ({ page }) => {
    await page.goto(`/empty_wallet?next=${encodeURIComponent('/empty_wallet_login?invit=NOBODYXX')}`);
    await page.getByRole('button', { name: 'Use the sandbox wallet' }).click();
    const signIn = page.getByRole('button', { name: 'Connect and sign' });
    await signIn.click();
    await expect(page.getByRole('alert').filter({ hasText: 'This referral code does not exist.' })).toContainText('sign in without a code');
    await expectAccessible(page);
    await signIn.click();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  });
});

test('a payment in a pre-sale is held until the end, and comes back when two operators call it off', async ({ page }) => {
  test.setTimeout(600_000);
  await signInWithSandboxWallet(page);
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: /^Real account/ }).click();
  await expect(page.getByRole('button', { name: /^Real (?!account)/ })).toBeVisible();
  const data = { asset: 'USDT', requestId: crypto.randomUUID().replaceAll('-', '') };
  expect((await page.request.post('/api/faucet', { data, headers: await writeHeaders(page.request) })).status()).toBe(200);
  await page.goto('/saleCoin');
  await expect(page.getByText('All tokens at the end').first()).toBeVisible();
  // Each sale, and what one has asked for, which is nothing yet.
  await expect(page.getByRole('link', { name: 'Take part' }).last()).toHaveAttribute('href', '/buyStep');
  await page.getByRole('link', { name: 'Take part' }).first().click();
  await page.getByLabel('Tokens').fill('40');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Confirm and pay' }).click();
  await expect(page.getByRole('heading', { name: 'Receipt' })).toBeVisible();
  await page.getByRole('link', { name: 'All pre-sales' }).click();
  await expect(page.getByText('Payment held')).toBeVisible();
  await expectAccessible(page);

  const presale = /^(\d+) {2}sandbox-2 /m.exec(await runOperatorCommand('ada', 'presale'))?.[1] ?? '';
  const request = /request (\d+)/.exec(await runOperatorCommand('ada', 'presale', 'cancel', presale))?.[1] ?? '';
  expect(await runOperatorCommand('ben', 'approve', request)).toContain(`pre-sale ${presale} was called off`);
  await expect(page.getByText('0 SBX, 10 USDT back')).toBeVisible({ timeout: SETTLED_MS });
  await expect(page.getByText('Called off, refunded')).toBeVisible({ timeout: SETTLED_MS });
});

test.describe('a sale that is over', () => {
  // A refused purchase, which the browser tells too.
  test.use({ allowedNoise: [/400 \(Bad Request\)/] });

  test('a sale whose last token was bought refuses in words, is called sold out and offers no purchase', async ({ page }) => {
    await signInWithSandboxWallet(page);
    // The open page is of the other account: its stream would be refused.
    await page.goto('about:blank');
    await send(page.request, '/api/session/mode', { mode: 'real' });
    const newId = () => crypto.randomUUID().replaceAll('-', '');
    await send(page.request, '/api/faucet', { asset: 'USDT', requestId: newId() });
    const folder = mkdtempSync(join(tmpdir(), 'candor-sale-'));
    const terms = { code: `e2e-${newId().slice(0, 8)}`, asset: 'SBX', supply: 137, price: '0.25', mode: 'first-come', min: 10, max: 137 };
    writeFileSync(join(folder, 'sale.json'), JSON.stringify({ ...terms, ends: new Date(Date.now() + SALE_MS).toISOString() }));
    const asked = await runOperatorCommand('ada', 'presale', 'open', join(folder, 'sale.json'));
    await runOperatorCommand('ben', 'approve', /request (\d+)/.exec(asked)?.[1] ?? '');
    rmSync(folder, { recursive: true });
    const { presales } = (await (await page.request.get('/api/presales')).json()) as { presales: { id: string; supply: number }[] };
    const id = presales.find(({ supply }) => supply === terms.supply)?.id ?? '';
    await page.goto('/saleCoin');
    const card = page.locator('section').filter({ hasText: '137 SBX' });
    await expect(card.getByRole('link', { name: 'Take part' })).toBeVisible();
    await page.goto(`/buyStep?id=${id}`);
    await page.getByLabel('Tokens').fill('137');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm' })).toBeFocused();
    await send(page.request, '/api/presales/purchases', { presale: id, tokens: '137', requestId: newId() });
    // What became of the purchase stays on the screen, though nothing of the sale is left.
    await page.getByRole('button', { name: 'Confirm and pay' }).click();
    await expect(page.getByText('You have bought as much in this sale as one person can. Nothing was bought.')).toBeVisible();
    await expectAccessible(page);
    await page.goto('/saleCoin');
    await expect(card.getByText('Sold out')).toBeVisible();
    await expect(card.getByRole('link')).toHaveCount(0);
    await expectAccessible(page);
  });
});
