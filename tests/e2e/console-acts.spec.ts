import type { Page } from '@playwright/test';
import { agree, askFor, type Console, openConsole, pressToRow, openOffice } from './support/console';
import { expect, readBarriers, send, signInWithSandboxWallet, test } from './support/test';
import { injectWallet } from './support/wallet';

const DAY_MS = 86_400_000;
const office = openOffice();

const formOf = (page: Page, button: string) =>
  page.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });
/** A page of the member shows it, a moment after it happened. */
async function seeOn(page: Page, path: string, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
}

async function showAccount(page: Page): Promise<void> {
  await page.getByLabel('Reason for the look (in the log for good)').fill('a warning');
  await page.getByRole('button', { name: 'Show the account' }).click();
  await expect(page.getByRole('heading', { name: 'Sessions that stand' })).toBeVisible();
}
/** Searches for a user, and shows their account. */
async function findUser(page: Page, desk: Console, user: string): Promise<void> {
  await openConsole(page, desk, '/users');
  await page.getByLabel('Number, name, e-mail address or wallet').fill(user);
  await page.getByLabel('Reason for the look (in the log for good)').fill('a warning');
  await page.getByRole('button', { name: 'Find' }).click();
  await page.waitForURL(/\/users\/[0-9]+$/);
  await showAccount(page);
}

test('fees are changed by two a day ahead, every member is told, and the entry and the announcement say who did it', async ({ page }) => {
  const { desk, ada, ben } = office;
  await signInWithSandboxWallet(page);
  const at = new Date(Date.now() + 2 * DAY_MS).toISOString();
  await openConsole(ada, desk, '/products');
  await ada.getByRole('link', { name: 'Fees of spot' }).click();
  const form = formOf(ada, 'Ask for other fees');
  // A second try asks for something else: what is in force already can't be asked for.
  const maker = `0.000${7 - test.info().retry}`;
  await form.getByLabel('Maker').fill(maker);
  await form.getByLabel('Taker').fill('0.0009');
  await form.getByLabel('In force from (UTC)').fill(at.slice(0, 16));
  await form.getByLabel('Public note').fill('Cheaper for makers.');
  await askFor(ada, 'Ask for other fees');
  // In the notice, and in the request once that is listed.
  await expect(ada.getByText(`spot costs makers ${maker} and takers 0.0009`).first()).toBeVisible();
  await agree(ben, desk, `spot costs makers ${maker} and takers 0.0009`);
  await seeOn(page, '/notifiCations', at.slice(0, 10));
  await openConsole(ada, desk, '/objects/entry/product%20spot');
  await expect(ada.getByText('Cheaper for makers.').first()).toBeVisible();
  await expect(ada.getByText(/approved change fee spot/)).toBeVisible();
  await openConsole(ada, desk, '/lists/announcements?state=shown');
  await pressToRow(ada, 1);
  await ada.keyboard.press('Enter');
  await expect(ada.getByRole('heading', { name: /^Announcement: / })).toBeVisible();
  await expect(ada.getByText(/approved change fee/)).toBeVisible();
});

test('a text of the help centre is changed by two in one language, everybody reads it, and it is taken back as it ships', async ({
  page,
}) => {
  const { desk, ada, ben } = office;
  const question = 'What is the price of an account?';
  await openConsole(ada, desk, '/lists/help?topic=start');
  await ada.getByRole('link', { name: 'cost', exact: true }).click();
  const form = formOf(ada, 'Ask for the change');
  await form.getByLabel('Question (en)').fill(question);
  await form.getByLabel('What changed, for other operators').fill('a plainer question');
  await askFor(ada, 'Ask for the change');
  await agree(ben, desk, `en: ${question}`);
  await seeOn(page, '/en/faq', question);
  await openConsole(ada, desk, '/objects/help/cost');
  await expect(ada.getByText('en, changed')).toBeVisible();
  expect(await readBarriers(ada)).toEqual([]);
  const back = formOf(ada, 'Ask to take every change back');
  await back.getByLabel('What changed, for other operators').fill('as before');
  await askFor(ada, 'Ask to take every change back');
  await agree(ben, desk, 'What does the account cost?');
  await seeOn(page, '/en/faq', 'What does the account cost?');
});

test('an announcement is written in two languages, agreed on, read by a member, ended by one, and its page says all of it', async ({
  page,
}) => {
  const { desk, ada, ben } = office;
  await signInWithSandboxWallet(page);
  const title = `Maintenance ${Date.now()}`;
  await openConsole(ada, desk, '/products');
  const form = formOf(ada, 'Ask to publish');
  await form.getByLabel('Title (en)').fill(title);
  await form.getByLabel('Text (en)').fill('On Sunday, for an hour.');
  await form.getByText('Further languages').click();
  await form.getByLabel('Title (de)').fill('Wartung');
  await form.getByLabel('Text (de)').fill('Am Sonntag, eine Stunde lang.');
  await askFor(ada, 'Ask to publish');
  await agree(ben, desk, `en: ${title}`);
  await seeOn(page, '/notifiCations', title);
  await openConsole(ada, desk, '/lists/announcements');
  const row = ada.locator('tr', { hasText: title });
  await expect(row).toContainText('de,en');
  await row.getByRole('link').click();
  await askFor(ada, 'End the announcement');
  // What is over can't be ended again.
  await expect(ada.getByRole('button', { name: 'End the announcement' })).toBeHidden();
  await expect(ada.getByText(/approved publish announcement/)).toBeVisible();
  await expect(ada.getByText(/done end announcement/)).toBeVisible();
});

test('withdrawals of an account are suspended by one, its member reads so, and two let them go again', async ({ page }) => {
  const { desk, ada, ben } = office;
  await signInWithSandboxWallet(page);
  // The open page is of the other account: its stream would be refused.
  await page.goto('about:blank');
  await send(page.request, '/api/session/mode', { mode: 'real' });
  const { user } = await (await page.request.get('/api/session')).json();
  await findUser(ada, desk, user.userId);
  expect(await readBarriers(ada)).toEqual([]);
  await askFor(ada, 'Suspend them');
  await seeOn(page, '/tab4?active=2', 'We have suspended withdrawals of your account');
  await openConsole(ada, desk, '/users?state=withdrawals+suspended');
  await expect(ada.locator('tr', { hasText: 'withdrawals suspended' }).first()).toBeVisible();
  await openConsole(ada, desk, `/users/${user.userId}`);
  await showAccount(ada);
  await askFor(ada, 'Ask to resume them');
  await agree(ben, desk, `user ${user.userId} may withdraw again`);
  await page.goto('/tab4?active=2');
  await expect(page.getByLabel('Amount (USDT)')).toBeVisible();
  await expect(page.getByText('We have suspended withdrawals of your account')).toBeHidden();
});

test.describe('a frozen account', () => {
  // The sign-in is refused.
  test.use({ allowedNoise: [/Failed to load resource.*40[13]/] });

  test('is frozen by one: its member is out and reads why; two lift the freeze, and the wallet signs in again', async ({ page }) => {
    const { desk, ada, ben } = office;
    await injectWallet(page);
    const connect = async () => {
      await page.goto('/empty_wallet');
      await page.getByRole('button', { name: 'Connect and sign' }).click();
    };
    await connect();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    const { user } = await (await page.request.get('/api/session')).json();
    await page.goto('about:blank');
    await findUser(ada, desk, user.userId);
    await askFor(ada, 'Freeze it');
    await expect(ada.getByText(`the account of user ${user.userId} was frozen`).first()).toBeVisible();
    expect(await (await page.request.get('/api/session')).json()).toMatchObject({ signedIn: false });
    await connect();
    await expect(page.getByText('We have frozen this account. Write to support to find out why.')).toBeVisible();

    await openConsole(ada, desk, '/users?state=frozen+by+the+house');
    await expect(ada.locator('tr', { hasText: 'frozen by the house' }).first()).toBeVisible();
    await openConsole(ada, desk, `/users/${user.userId}`);
    await showAccount(ada);
    await askFor(ada, 'Ask to unfreeze it');
    await agree(ben, desk, `the house's freeze of user ${user.userId} is lifted`);
    await connect();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await openConsole(ada, desk, `/users/${user.userId}`);
    await showAccount(ada);
    await expect(ada.getByRole('button', { name: 'Freeze it' })).toBeVisible();
    await expect(ada.getByText(/approved unfreeze account/).first()).toBeVisible();
  });
});

test('a network is stopped by one, everybody reads so, and two let it go on; a pool is funded by two; their pages say who did it', async ({
  page,
}) => {
  const { desk, ada, ben } = office;
  await openConsole(ada, desk, '/treasury');
  await ada.locator('summary', { hasText: 'BTC' }).filter({ hasText: 'not stopped by operators' }).click();
  await askFor(ada, 'Stop BTC');
  await expect(ada.getByText(/payments stopped \(maintenance\)/)).toBeVisible();
  await seeOn(page, '/status', /BTC/);
  await askFor(ada, 'Ask to let BTC go on');
  await agree(ben, desk, /BTC/);
  const form = formOf(ada, 'Ask to fund');
  await form.getByLabel('Pool').selectOption('reward-pool');
  await form.getByLabel('Amount').fill('25');
  await form.getByLabel('Number of the transfer').fill(`e2e-${Date.now()}`);
  await askFor(ada, 'Ask to fund');
  await agree(ben, desk, 'HOUSE_FUNDING');
  await openConsole(ada, desk, '/objects/network/BTC');
  await expect(ada.getByText(/done pause network BTC/).first()).toBeVisible();
  await expect(ada.getByText(/approved resume network BTC/).first()).toBeVisible();
  await openConsole(ada, desk, '/lists/pools?pool=reward-pool&accounts=real');
  await ada.getByRole('link', { name: 'reward-pool' }).first().click();
  await expect(ada.getByText(/approved fund pool reward-pool/).first()).toBeVisible();
});

test('a halted market is an incident that two put into words for everybody', async ({ page }) => {
  const { desk, ada, ben } = office;
  await openConsole(ada, desk, '/markets');
  const halt = formOf(ada, 'Halt it');
  const market = (await halt.getByLabel('Market').locator('option').last().textContent()) ?? '';
  await halt.getByLabel('Market').selectOption(market);
  await askFor(ada, 'Halt it');
  await expect(ada.locator('tr', { hasText: market }).first()).toContainText('halted (maintenance)');
  // What isn't well stands first.
  await expect(ada.locator('tbody tr').first()).toContainText(market);
  let number = '';
  await expect(async () => {
    await openConsole(ada, desk, '/lists/incidents?area=trading&state=open');
    number = (await ada.locator('tr', { hasText: market }).getByRole('link').first().textContent({ timeout: 2_000 })) ?? '';
  }).toPass({ timeout: 120_000 });
  await openConsole(ada, desk, `/objects/incident/${number}`);
  const note = formOf(ada, 'Ask to publish');
  await note.getByLabel('Text (en)').fill('We look after this market for an hour.');
  await askFor(ada, 'Ask to publish');
  await agree(ben, desk, 'We look after this market for an hour.');
  await seeOn(page, '/status', 'We look after this market for an hour.');
  await openConsole(ada, desk, `/objects/incident/${number}`);
  await expect(ada.getByText(/approved note incident/)).toBeVisible();
  await openConsole(ada, desk, `/objects/market/${market}`);
  await askFor(ada, 'Ask to resume the market');
  await agree(ben, desk, market);
});

test('any list is narrowed, walked by keys, kept as a view and taken away as a file', async () => {
  const { desk, ada } = office;
  await openConsole(ada, desk, '/lists/jobs');
  await ada.getByLabel('State').selectOption('waiting');
  await ada.getByRole('button', { name: 'Narrow' }).click();
  await ada.waitForURL(/state=waiting/);
  await ada.getByText('Saved views').click();
  await ada.getByLabel('Name for what is shown').fill('what waits');
  await ada.getByRole('button', { name: 'Save' }).click();
  await expect(ada.getByRole('link', { name: 'what waits' })).toBeVisible();
  await ada.getByText('This list as CSV').click();
  await ada.locator('form[action="/api/operator/csv"]').getByLabel('Reason (in the log for good)').fill('month end');
  const [file] = await Promise.all([ada.waitForEvent('download'), ada.getByRole('button', { name: 'Download' }).click()]);
  expect(file.suggestedFilename()).toMatch(/^jobs-.*\.csv$/);
  await openConsole(ada, desk, '/lists/jobs');
  await ada.getByRole('link', { name: 'what waits' }).click();
  await ada.waitForURL(/state=waiting/);
  await ada.getByRole('button', { name: 'Remove the view what waits' }).click();
  await expect(ada.getByRole('link', { name: 'what waits' })).toBeHidden();
  await ada.locator('body').click({ position: { x: 5, y: 5 } });
  await pressToRow(ada, 2);
  await pressToRow(ada, 1);
  const first = await ada.locator('tbody a[data-row]').first().textContent();
  await expect(ada.locator(':focus')).toHaveText(first ?? '');
  await ada.keyboard.press('Enter');
  await expect(ada.getByRole('heading', { name: `Job: ${first}` })).toBeVisible();
});
