import type { APIRequestContext, Page } from '@playwright/test';
import { makePicture } from '../helpers/pictures';
import { agree, approve, askFor, openConsole, openOffice, openOwnCase, openRequest } from './support/console';
import { RawClient } from './support/raw-client';
import { expect, send, signInWithSandboxWallet, test, writeHeaders } from './support/test';

// A loan asks for a confirmation by a refusal.
test.use({ allowedNoise: [/403 .*applications/] });

const office = openOffice();

const newId = () => crypto.randomUUID().replaceAll('-', '');
async function userOf(request: APIRequestContext): Promise<string> {
  return (await (await request.get('/api/session')).json()).user.userId;
}
async function look(page: Page): Promise<void> {
  await page.getByLabel('Reason for the look (in the log for good)').fill('a test');
  await page.getByRole('button', { name: 'Show it' }).click();
}
async function giveIdentity(request: APIRequestContext): Promise<void> {
  const upload = async (colour: string) => {
    const file = { name: 'p.jpg', mimeType: 'image/jpeg', buffer: await makePicture({ colour }) };
    const answer = await request.post('/api/pictures', { multipart: { file }, headers: await writeHeaders(request) });
    return (await answer.json()).id as string;
  };
  const [front, hold] = [await upload('#336699'), await upload('#aa3300')];
  const email = `q_${Date.now().toString(36)}@candor.example`;
  await send(request, '/api/identity/code', { email });
  const { data } = await new RawClient().get<{ mails: { text: string }[] }>(`/api/outbox?to=${email}`);
  const code = /is (\d{6})\./.exec(data.mails[0]?.text ?? '')?.[1] ?? '';
  const person = { country: 'CH', firstName: 'Ada', lastName: 'Lovelace', document: 'passport', number: `Q${Date.now()}` };
  await send(request, '/api/identity', { ...person, front, back: null, hold, email, code });
}

test('an identity is approved by a person who saw it, and a loan above the limit is paid out by two', async ({ page }) => {
  const { desk, ada, ben } = office;
  await signInWithSandboxWallet(page);
  const user = await userOf(page.request);
  await giveIdentity(page.request);
  await openOwnCase(ada, desk, { queue: 'identity', user });
  await look(ada);
  await expect(ada.getByText(/Lovelace/)).toBeVisible();
  await askFor(ada, 'Verify this person');
  await expect(ada.getByText('Nothing is open here.')).toBeVisible();
  await page.goto('/verification');
  await expect(page.getByRole('heading', { name: 'Verified' })).toBeVisible();
  await expect(page.getByText('Approved by the sandbox, not by a person.')).toBeHidden();

  await page.goto('/loandetails?num=1600&loanid=2');
  await page.getByLabel('Address').fill('12 St James Square');
  await page.getByLabel('Mobile phone').fill('+442079460958');
  for (const tick of [/^I have seen that this loan costs/, /^I have seen that each full day/]) await page.getByLabel(tick).check();
  await page.getByRole('radio', { name: 'Type' }).check();
  await page.getByLabel('Your full name').fill('Ada Lovelace');
  await expect(page.getByText('Two people of ours decide on this loan before it is paid out, within 48 hours.')).toBeVisible();
  await page.getByRole('button', { name: 'Sign and borrow' }).click();
  await page.getByRole('button', { name: 'Sign with the wallet' }).click();
  await page.waitForURL(/setloandetails/);
  const loan = new URL(page.url()).searchParams.get('id');
  await openOwnCase(ada, desk, { queue: 'loans', user });
  await look(ada);
  await expect(ada.getByText(/1600 USDT for 7 days, product 2 at 0.15 % a day/)).toBeVisible();
  await askFor(ada, 'Ask for the payout');
  await expect(ada.getByText('Another operator with the role decides this.')).toBeVisible();
  await agree(ben, desk, `journal LOAN_PAYOUT loan:${loan}`);
  await expect(page.getByText('In progress')).toBeVisible();
});

test('a bank transfer is credited by two, a proof is answered by two, and the claim that the money brought is fulfilled by two', async ({
  page,
}) => {
  const { desk, ada, ben } = office;
  await signInWithSandboxWallet(page);
  // The open page is of the other account: its stream would be refused.
  await page.goto('about:blank');
  await send(page.request, '/api/session/mode', { mode: 'real' });
  const user = await userOf(page.request);
  await send(page.request, '/api/deposits/wires', { amount: '50000', requestId: newId() });
  await openOwnCase(ada, desk, { queue: 'wires', user });
  await ada.getByLabel("The bank's number of the line").fill(`line ${newId()}`);
  await ada.getByLabel('What arrived').fill('3,100,000.00');
  await ada.getByLabel('Who sent it, as the bank says').fill('Ada Lovelace');
  await ada.getByLabel('What the account receives, fee taken off').fill('3084500');
  await askFor(ada, 'Ask for the credit');
  await agree(ben, desk, `user:${user}:real:USDT:available +3084500`);
  await page.goto('/uploadProof?currneyName=USD_WIRE');
  await expect(page.getByRole('heading', { name: 'Deposit by bank', level: 1 })).toBeVisible();
  await expect(page.getByText('Credited', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'See the record' }).click();
  await expect(page).toHaveURL(/\/recorddetails\?ref=wire%3A/);
  await expect(page.getByText('Deposit by bank').first()).toBeVisible();

  const { options } = await (await page.request.get('/api/deposits/options')).json();
  await send(page.request, '/api/deposits/proofs', {
    ...{ option: options[0].id, amount: '10', hashEnd: '0a1b2c', picture: null },
    requestId: newId(),
  });
  await openOwnCase(ada, desk, { queue: 'proofs', user });
  await ada.getByLabel('Answer; none moves money').selectOption('other-network');
  await askFor(ada, 'Ask for the answer');
  await agree(ben, desk, 'answered: other-network; no money moves');
  await page.goto('/uploadProof');
  await expect(page.getByText('It was sent on another network')).toBeVisible();

  await openOwnCase(ada, desk, { queue: 'claims', user });
  await ada.getByLabel('What was handed over, or agreed in writing').fill('tickets handed over');
  await askFor(ada, 'Ask to fulfil it');
  await agree(ben, desk, `the claim of user ${user} for VIP level 7 is fulfilled: tickets handed over`);
  await page.goto('/account');
  await expect(page.getByText('Claim of level 7')).toBeVisible();
  await expect(page.getByText('Fulfilled', { exact: true })).toBeVisible();
});

test('what arrived and nobody was credited: over a chain to no other address than its own, at the bank by two, and its member sees it', async ({
  page,
}) => {
  const { desk, ada, ben } = office;
  await signInWithSandboxWallet(page);
  // The open page is of the other account: its stream would be refused.
  await page.goto('about:blank');
  await send(page.request, '/api/session/mode', { mode: 'real' });
  const user = await userOf(page.request);
  await send(page.request, '/api/support', { text: 'I sent it without a reference.', requestId: newId() });
  const hash = newId().repeat(2);
  await openOwnCase(ada, desk, { queue: 'support', user });
  await ada.getByLabel('Network that it arrived over').selectOption('ERC20');
  await ada.getByLabel('Coin').fill('USDT');
  await ada.getByLabel('What arrived, as the chain shows it').fill('5');
  await ada.getByLabel('Hash of the transaction').fill(hash);
  await ada.getByLabel('The address').fill(`0x${newId()}00000000`);
  await askFor(ada, 'Ask for the credit by hand');
  const request = await openRequest(ben, desk, hash);
  await expect(request).toContainText('journal DEPOSIT_BY_HAND');
  await approve(request);
  await expect(request.getByText(`is no deposit address of user ${user}: nothing changed.`)).toBeVisible();
  await request.getByLabel('Your reason (in the log for good)').fill('another address');
  await request.getByRole('button', { name: 'Refuse', exact: true }).click();
  await expect(request).toBeHidden();

  await openOwnCase(ada, desk, { queue: 'support', user });
  const line = `line ${newId()}`;
  await ada.getByLabel("The bank's number of the line").fill(line);
  await ada.getByLabel('What arrived', { exact: true }).fill('1,000.00');
  await ada.getByLabel('Who sent it, as the bank says').fill('Ada Lovelace');
  await ada.getByLabel('What the account receives, fee taken off').fill('995');
  await askFor(ada, 'Ask to credit the transfer');
  await agree(ben, desk, line);
  await page.goto('/uploadProof?currneyName=USD_WIRE');
  await expect(page.getByText('Credited', { exact: true }).first()).toBeVisible();
  await page.getByRole('link', { name: 'See the record' }).click();
  await expect(page).toHaveURL(/\/recorddetails\?ref=wire%3A/);
  await openConsole(ada, desk, '/lists/by-hand');
  await expect(ada.locator('tr', { hasText: line })).toContainText(`support ${user}`);
});

test('what a member writes to support is read with a reason and answered, and the open page shows it', async ({ page }) => {
  const { desk, ada } = office;
  await signInWithSandboxWallet(page);
  const user = await userOf(page.request);
  await page.goto('/support');
  await send(page.request, '/api/support', { text: 'Where is my transfer?', requestId: newId() });
  await openOwnCase(ada, desk, { queue: 'support', user });
  await expect(ada.getByText('Where is my transfer?')).toBeHidden();
  await ada.getByLabel('Reason', { exact: true }).fill('a question');
  await ada.getByRole('button', { name: 'Open the thread' }).click();
  const thread = ada.getByRole('log', { name: 'Thread' });
  await expect(thread.getByText('Where is my transfer?')).toBeVisible();
  await send(page.request, '/api/support', { text: 'It left my bank on Monday.', requestId: newId() });
  await expect(thread.getByText('It left my bank on Monday.')).toBeVisible();
  await ada.getByRole('button', { name: 'Take it' }).click();
  await expect(ada.getByText('You do.')).toBeVisible();
  await ada.getByLabel('Answer', { exact: true }).fill('It has arrived today.');
  await ada.getByRole('button', { name: 'Send the answer' }).click();
  await expect(thread.getByText('It has arrived today.')).toBeVisible();
  await expect(page.getByRole('log').getByText('It has arrived today.')).toBeVisible();
});
