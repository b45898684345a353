import { expect, type Page } from '@playwright/test';
import type { Deposit, OutsideWallet } from '../../../lib/dto/deposits';
import type { Withdrawal } from '../../../lib/dto/withdrawals';
import { WITHDRAWAL_DELAYS, WITHDRAWAL_STATES } from '../../../lib/rules/withdrawals';
import { FRESHNESS_MS } from '../../../lib/query/freshness';
import { makePicture } from '../../helpers/pictures';
import { select, type Step } from './screen-steps';

const HASH = `0x${'9fae21c04b7d55'.padEnd(64, '3e8')}`;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const AMOUNT = '1234.567891';
/** However a language writes it. */
const SHOWN = /1.?234[.,]567891/;
const MINUTE_MS = 60_000;
const CONFIRMATIONS = 5;
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).locator('visible=true').first().click();
const dialog = (page: Page) => page.getByRole('dialog').or(page.getByRole('alertdialog'));

const withdrawal = (id: number, changes: Partial<Withdrawal>): Withdrawal => ({
  ...{ id: String(id), channel: 'USDT_ERC20', coin: 'USDT', network: 'ERC20', address: ADDRESS },
  ...{ amount: AMOUNT, fee: '37.037037', arrives: '1197.530854', state: 'approved', requestedAt: at(-9), stateAt: at(-3), until: at(9) },
  ...{ delay: null, reason: null, txid: null, explorerUrl: null, confirmations: 0, confirmationsNeeded: CONFIRMATIONS },
  ...changes,
});

/** What the lists of `/tab4` answer until the next document is opened; `active` names the tab that shows it. */
async function showList(page: Page, { path, json, active }: { path: string; json: object; active: string }): Promise<void> {
  const pattern = new RegExp(`/api/${path}(\\?.*)?$`);
  await page.route(pattern, (route) => route.fulfill({ json }));
  page.once('domcontentloaded', () => void page.unroute(pattern));
  // What came with the page is read again when it is no longer fresh.
  await page.waitForTimeout(FRESHNESS_MS.live + 1_000);
  await select(active)(page);
  await expect(page.getByText(SHOWN).first()).toBeVisible();
}

/**
 * States that last for seconds on a simulated network can't be waited for in each language: the list is told of all of them, and of each delay. Opened
 * from the tab of information.
 */
export const everyWithdrawal: Step = async (page) => {
  const states = WITHDRAWAL_STATES.map((state, index): Withdrawal => {
    const isOut = ['sent', 'confirming', 'done'].includes(state);
    const isOver = ['done', 'cancelled', 'refused'].includes(state);
    return withdrawal(900 + index, {
      state,
      ...(isOut && { txid: HASH, explorerUrl: `https://etherscan.io/tx/${HASH}` }),
      ...(isOver && { until: null }),
      ...(state === 'confirming' && { confirmations: 3 }),
      ...(state === 'refused' && { reason: 'ADDRESS_NOT_PAYABLE' }),
      ...(state === 'review' && { reason: 'REVIEW_FAILED' }),
    });
  });
  const late = WITHDRAWAL_DELAYS.map((delay, index) =>
    withdrawal(950 + index, { state: delay === 'review_late' ? 'review' : 'approved', delay, until: at(-1) }),
  );
  await showList(page, { path: 'withdrawals', json: { withdrawals: [...states, ...late], hasMore: false }, active: '2' });
};

const deposit = (id: number, changes: Partial<Deposit>): Deposit => ({
  ...{ id: String(id), network: 'ERC20', coin: 'USDT', address: ADDRESS, amount: AMOUNT, credited: null, state: 'confirming' },
  ...{ confirmations: 0, confirmationsNeeded: CONFIRMATIONS, hash: HASH, seenAt: at(-2), creditedAt: null, replacedAt: null },
  ...{ expectedAt: at(1), explorerUrl: null, isByHand: false },
  ...changes,
});

/** The same of deposits. */
export const everyDeposit: Step = async (page) => {
  const deposits = [
    deposit(900, {}),
    deposit(901, { confirmations: 3 }),
    deposit(902, { state: 'orphaned', replacedAt: at(-1), expectedAt: null, coin: 'BTC', network: 'BTC', amount: '0.01234567' }),
    deposit(903, { state: 'credited', confirmations: CONFIRMATIONS, credited: AMOUNT, creditedAt: at(-1), expectedAt: null }),
    deposit(904, { state: 'credited', credited: AMOUNT, creditedAt: at(-30), replacedAt: at(-4), expectedAt: null }),
  ];
  await showList(page, { path: 'deposits', json: { deposits, hasMore: false }, active: '0' });
};

/** Opens what stands under a heading that opens. */
export function unfold(key: string): Step {
  return (page, say) =>
    page
      .locator('summary')
      .filter({ hasText: say(key) })
      .click();
}

const fill = (page: Page, index: number, text: string) => page.locator('main form input').nth(index).fill(text);

/** A withdrawal as it is checked once more before it is sent. */
export const checkWithdrawal: Step = async (page, say) => {
  await fill(page, 0, '120.5');
  await fill(page, 1, ADDRESS);
  await press(page, say('Withdrawals.check'));
  await expect(dialog(page)).toBeVisible();
};

/** An amount and an address that can't be. */
export const wrongWithdrawal: Step = async (page) => {
  await fill(page, 0, '0.5');
  await fill(page, 1, `${ADDRESS.slice(0, -1)}O`);
  await page.locator('main form input').nth(1).blur();
  await expect(page.locator('main form [aria-invalid=true]')).toHaveCount(2);
};

export const openTimeline: Step = async (page, say) => {
  await page
    .getByRole('button', { name: say('Withdrawals.more') })
    .last()
    .click();
  await expect(page.locator('main ol').last()).toBeVisible();
};

/** What was sent over another network, looked up. */
export const findAstray: Step = async (page, say) => {
  const { transfers } = (await (await page.request.get('/api/outside-wallet')).json()) as OutsideWallet;
  await press(page, say('Deposits.find'));
  await dialog(page)
    .getByRole('textbox')
    .fill(transfers.find(({ network }) => network === 'TRC20')?.hash ?? '');
  await press(page, say('Deposits.findAction'));
  await expect(dialog(page).getByRole('alert')).toBeVisible();
};

export const pictureGiven: Step = async (page, say) => {
  const buffer = await makePicture();
  await page.locator('main input[type=file]').first().setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer });
  await expect(page.getByText(say('Pictures.given'))).toBeVisible();
};

export const noPicture: Step = async (page) => {
  await page
    .locator('main input[type=file]')
    .first()
    .setInputFiles({ name: 'proof.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture at all') });
  await expect(page.getByRole('alert').locator('visible=true').first()).toBeVisible();
};

export const emptyProof: Step = async (page, say) => {
  await page.locator('main input[name=amount]').fill('12.5');
  await press(page, say('Proofs.send'));
  await expect(page.getByText(say('Proofs.empty'))).toBeVisible();
};

export const wireAmount: Step = async (page, say) => {
  await page.locator('main input[name=amount]').fill('1250.5');
  await expect(page.getByText(say('Wires.sends'))).toBeVisible();
};

/** A conversion, taken. */
export const converted: Step = async (page, say) => {
  await page.locator('main input[inputmode=decimal]').first().fill('25');
  const take = page.getByRole('button', { name: say('Convert.convert') });
  await expect(async () => {
    if (!(await take.isVisible())) {
      const ask = page
        .getByRole('button', { name: say('Convert.getQuote') })
        .or(page.getByRole('button', { name: say('Convert.newQuote') }));
      await ask.click({ timeout: 2_000 });
    }
    await take.click({ timeout: 5_000 });
    await expect(page.getByRole('heading', { name: say('Convert.done') })).toBeVisible();
  }).toPass();
};
