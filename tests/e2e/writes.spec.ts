import type { Page } from '@playwright/test';
import { chooseLook, expect, expectAccessible, openSheet, signInWithSandboxWallet, test, tick, writeHeaders } from './support/test';

// What a browser says of requests that were refused, cut or never answered on purpose.
// A page that the service worker has taken over sends what no route of a test sees.
test.use({ allowedNoise: [/Failed to load resource/], serviceWorkers: 'block' });

const ORDERS = '**/api/spot/orders';
const BUY = /^Buy .*ETH/;
/** What a new member has; the landing page speaks of it in a sentence. */
const BALANCE = /100,000(\.00)?$/;
type Placed = { id: string; quantity: string; status: string };

test('security: an order of a screen that shows demo is refused once another tab has switched to real, and the screen follows', async ({
  page,
  context,
}) => {
  await signInWithSandboxWallet(page);
  // A browser whose tabs don't hear of each other.
  await page.addInitScript(() => {
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined });
  });
  await openTicket(page, '0.1');
  const other = await context.newPage();
  await switchTo(other, 'Real');
  await press(page);
  const dialog = page.getByRole('alertdialog', { name: 'The account was switched' });
  await expect(dialog).toContainText('In another tab this was switched to the real account. Nothing was sent.');
  await expect(dialog.getByRole('button', { name: 'Show this account' })).toBeFocused();
  // What is read by now is of the other account.
  await expect(page.locator('main')).toBeHidden();
  await expectAccessible(page);
  expect(await listOrders(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Show this account' }).click();
  await expect(page.getByRole('banner').getByText('Real', { exact: true })).toBeVisible();
  await switchTo(other, 'Demo');
  expect(await listOrders(page)).toEqual([]);
});

test('a tab follows at once when another one switches the account or signs out, and shows nothing of the member afterwards', async ({
  page,
  context,
}) => {
  await signInWithSandboxWallet(page);
  await page.goto('/wallet');
  await expect(page.getByRole('main').getByText(BALANCE).first()).toBeVisible();
  const other = await context.newPage();
  await switchTo(other, 'Real');
  await expect(page.getByRole('main').getByText('No coins yet')).toBeVisible();
  await signOut(other);
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: /sign in/i }).first()).toBeVisible();
  await expect(page.getByText('No coins yet')).toBeHidden();
});

test('security: Back after signing out shows nothing, from the network or from the memory of the browser', async ({ page, context }) => {
  await signInWithSandboxWallet(page);
  await page.goto('/wallet');
  const balance = page.getByRole('main').getByText(BALANCE).first();
  await expect(balance).toBeVisible();
  // What a browser does with a page that it keeps in memory: it is put away, another tab signs out, and Back brings it up as it was.
  await page.addInitScript(() => Object.defineProperty(window, 'BroadcastChannel', { value: undefined }));
  await page.reload();
  await expect(balance).toBeVisible();
  await turnPage(page, 'pagehide');
  await expect(balance).toBeHidden();
  await turnPage(page, 'pageshow');
  await expect(balance).toBeVisible();
  await turnPage(page, 'pagehide');
  const leave = await page.request.post('/api/session/sign-out', { data: {}, headers: await writeHeaders(page.request) });
  expect(leave.status()).toBe(200);
  await turnPage(page, 'pageshow');
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await expect(balance).toBeHidden();

  const next = await context.newPage();
  await signInWithSandboxWallet(next);
  await next.goto('/wallet');
  await expect(next.getByRole('main').getByText(BALANCE).first()).toBeVisible();
  await signOut(next);
  await next.goBack();
  await expect(next.getByRole('link', { name: /sign in/i }).first()).toBeVisible();
  await expect(next.getByRole('main').getByText(BALANCE)).toHaveCount(0);
});

test('"Send again" sends the order of the first tap, though the market has moved: one order, the same quantity', async ({ page }) => {
  await signInWithSandboxWallet(page);
  const sent: Placed[] = [];
  await page.route('**/api/requests/outcome?*', (route) => route.abort());
  await page.route(ORDERS, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent.push(route.request().postDataJSON() as Placed);
    if (sent.length > 1) return route.continue();
    // It is placed, and its answer is lost.
    await route.fetch();
    return route.fulfill({ status: 504, json: { error: { code: 'OUTCOME_UNKNOWN', requestId: 'x' } } });
  });
  await page.goto('/spotorder?coin=ETH');
  await tick(page.getByRole('radio', { name: 'Market', exact: true }));
  await page.getByRole('button', { name: 'Enter in USDT' }).click();
  await fill(page, /^Amount, USDT/, '500');
  await press(page);
  await expect(page.getByText(/We could not see whether this was done: Buy [\d.]+\sETH at market/)).toBeVisible();
  await expect(page.getByLabel(/^Amount, USDT/)).not.toBeEditable();
  const price = page.getByRole('main').locator('[data-state="fresh"]').first();
  const before = await price.textContent();
  await expect(price).not.toHaveText(before ?? '');
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog', { name: 'Your order is filled' })).toBeVisible();
  expect(sent[1]).toEqual(sent[0]);
  expect((await listOrders(page)).map(({ quantity }) => quantity)).toEqual([sent[0]?.quantity]);
});

test('offline an order says so at once, and nothing leaves by itself when the line is back', async ({ page, context }) => {
  await signInWithSandboxWallet(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/spot/orders')) sent += 1;
  });
  await openTicket(page, '0.1');
  await context.setOffline(true);
  await press(page);
  await expect(page.getByText('You are offline, so this was not sent.')).toBeVisible();
  await expect(page.getByLabel(/^Amount, ETH/)).toHaveValue('0.1');
  await context.setOffline(false);
  await expect(page.getByRole('main').locator('[data-state="fresh"]').first()).toBeVisible();
  await page.waitForTimeout(3_000);
  expect([sent, await listOrders(page)]).toEqual([0, []]);
  await press(page);
  await expect(page.getByRole('dialog', { name: 'Your order is filled' })).toBeVisible();
  expect(sent).toBe(1);
});

test('an order without an answer says so, and its outcome is found by its number', async ({ page }) => {
  await signInWithSandboxWallet(page);
  let sent = 0;
  await page.route(ORDERS, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    // The first one is placed, and its answer never comes.
    if (sent > 1) return route.continue();
    await route.fetch();
  });
  await openTicket(page, '0.1');
  await press(page);
  await expect(page.getByRole('dialog', { name: 'Your order is filled' })).toBeVisible();
  expect((await listOrders(page)).length).toBe(1);
});

test('an order that never got through can be stopped: then it is certain that nothing was done, also when it arrives late', async ({
  page,
}) => {
  await signInWithSandboxWallet(page);
  let late: unknown = null;
  await page.route(ORDERS, (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    late = route.request().postDataJSON();
  });
  await chooseLook(page, { theme: 'day', locale: 'en' });
  await openTicket(page, '0.1');
  await press(page);
  await expect(page.getByText(/^No answer yet: Buy 0\.1\sETH at market, asked at /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop it' }).click();
  await expect(page.getByText('It was stopped: nothing was done, and nothing will be.')).toBeVisible();
  await expect(page.getByLabel(/^Amount, ETH/)).toBeEditable();
  const answer = await page.request.post('/api/spot/orders', { data: late, headers: await writeHeaders(page.request) });
  expect([answer.status(), await answer.json()]).toMatchObject([409, { error: { code: 'DUPLICATE_REQUEST' } }]);
  expect(await listOrders(page)).toEqual([]);
});

test('a refusal that comes after its sheet was closed is said on one of its own', async ({ page }) => {
  await signInWithSandboxWallet(page);
  let refuse: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await page.route(ORDERS, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await closed;
    return route.fulfill({ status: 409, json: { error: { code: 'INSUFFICIENT_BALANCE', requestId: 'x' } } });
  });
  await page.goto('/marketInfo?coin=ETH-USDT');
  await page.getByRole('button', { name: 'Buy ETH', exact: true }).click();
  const ticket = page.getByRole('dialog', { name: /^ETH/ });
  await tick(ticket.getByRole('radio', { name: 'Market', exact: true }));
  await ticket.getByLabel(/^Amount, ETH/).fill('0.1');
  await ticket.getByRole('button', { name: BUY }).click();
  await expect(ticket.getByRole('button', { name: 'Sending' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ticket).toBeHidden();
  refuse();
  const said = page.getByRole('dialog', { name: 'Not done' });
  await expect(said).toContainText(/^Not done.*Buy 0\.1\sETH.*balance/is);
  await expectAccessible(page);
});

test('an order whose outcome is unknown outlives a reload: it is looked up, and nothing new can be sent before', async ({ page }) => {
  await signInWithSandboxWallet(page);
  let isCut = true;
  const cut = (url: string) =>
    page.route(url, (route) => (isCut && route.request().url().includes('/requests/') ? route.abort() : route.fallback()));
  await cut('**/api/requests/outcome?*');
  await page.route(ORDERS, async (route) => {
    if (route.request().method() !== 'POST' || !isCut) return route.continue();
    await route.fetch();
    return route.abort();
  });
  await openTicket(page, '0.1');
  await press(page);
  await expect(page.getByText(/We could not see whether this was done/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/We could not see whether this was done: Buy 0\.1\sETH at market/)).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Sell', exact: true })).toBeDisabled();
  isCut = false;
  await expect(page.getByRole('dialog', { name: 'Your order is filled' })).toBeVisible();
  expect((await listOrders(page)).length).toBe(1);
});

async function openTicket(page: Page, amount: string): Promise<void> {
  await page.goto('/spotorder?coin=ETH');
  await tick(page.getByRole('radio', { name: 'Market', exact: true }));
  await fill(page, /^Amount, ETH/, amount);
}

async function fill(page: Page, label: RegExp, text: string): Promise<void> {
  const field = page.getByLabel(label);
  await field.click();
  await field.fill(text);
  await expect(field).toHaveValue(text);
}

async function press(page: Page): Promise<void> {
  await page.getByRole('button', { name: BUY }).last().click();
}

async function listOrders(page: Page): Promise<Placed[]> {
  const answer = await page.request.get('/api/spot/orders?symbol=ETH-USDT&state=all');
  return ((await answer.json()) as { orders: Placed[] }).orders;
}

async function switchTo(page: Page, mode: 'Real' | 'Demo'): Promise<void> {
  await page.goto('/tab1');
  await openSheet(page, 'Switch account');
  await page.getByRole('button', { name: new RegExp(`^${mode} account`) }).click();
  await expect(page.getByRole('button', { name: new RegExp(`^${mode} (?!account)`) })).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/tab1');
  await openSheet(page, 'Menu');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).last().click();
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
}

/** Puts the page into the browser's memory, or takes it out again. */
function turnPage(page: Page, event: 'pagehide' | 'pageshow'): Promise<unknown> {
  return page.evaluate((name) => window.dispatchEvent(new PageTransitionEvent(name, { persisted: true })), event);
}
