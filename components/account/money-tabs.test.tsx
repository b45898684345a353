import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import * as depositsApi from '@/lib/api/deposits';
import * as withdrawalsApi from '@/lib/api/withdrawals';
import type { Deposit } from '@/lib/dto/deposits';
import type { Withdrawal, WithdrawalTerms } from '@/lib/dto/withdrawals';
import { pagesOptions, readOptions } from '@/lib/query/reads';
import accountHub from '@/messages/en/account-hub.json';
import common from '@/messages/en/common.json';
import deposits from '@/messages/en/deposits.json';
import errors from '@/messages/en/errors.json';
import money from '@/messages/en/money.json';
import withdrawals from '@/messages/en/withdrawals.json';
import write from '@/messages/en/write.json';
import { draw, drawText } from '../../tests/helpers/draw';
import { MemberProvider } from '../layout/member-context';
import { results } from '../layout/result';
import { AccountTabs } from './account-tabs';
import { useShowWithdrawal } from './withdrawal-result';

const TEXTS = {
  ...{ AccountHub: accountHub, Common: common, Deposits: deposits, Errors: errors, Money: money, Withdrawals: withdrawals, Write: write },
};
const AT = '2026-03-01T12:00:00.000Z';
const MEMBER = { userId: '7', username: 'ann', mode: 'real', isSandbox: true, menu: [], streamKey: 'key' } as const;
const NETWORK = { confirmations: 3, blockSeconds: 5, isOffered: true, paused: null };
const DEPOSIT: Deposit = {
  ...{ id: '1', network: 'BTC', coin: 'BTC', address: 'bc1q', amount: '1', credited: '1', state: 'credited', hash: 'ab'.repeat(32) },
  ...{
    confirmations: 3,
    confirmationsNeeded: 3,
    seenAt: AT,
    creditedAt: AT,
    replacedAt: null,
    expectedAt: null,
    explorerUrl: null,
    isByHand: false,
  },
};
const CHANNEL = { isOffered: true, decimals: 8, feeRate: '0.03', min: '1', max: '9', reviewAbove: '5', dayOutflowMax: '70', paused: null };
const TERMS: WithdrawalTerms = {
  channels: [
    { ...CHANNEL, channel: 'USDT_ERC20', coin: 'USDT', network: 'ERC20' },
    { ...CHANNEL, channel: 'BTC_BTC', coin: 'BTC', network: 'BTC' },
  ],
  ...{ limits: [], isVerified: false, firstWaitSeconds: 60, reviewSecondsMax: 60, isSuspended: false, heldUntil: null },
  ...{ isOnlyKept: false, onlyKeptEndsAt: null, openMax: 20 },
};
const WITHDRAWAL: Withdrawal = {
  ...{ id: '1', channel: 'BTC_BTC', coin: 'BTC', network: 'BTC', address: 'bc1q', amount: '6', fee: '0.18', arrives: '5.82' },
  ...{
    state: 'review',
    requestedAt: AT,
    stateAt: '2026-03-01T13:37:00.000Z',
    until: '2026-03-02T13:37:00.000Z',
    delay: null,
    reason: 'REVIEW_SUM',
  },
  ...{ txid: null, explorerUrl: null, confirmations: 0, confirmationsNeeded: 3 },
};

/** The account's tabs as a page draws them first, with one page of each list and more behind it. */
function drawTabs(tab: { active: '0' | '2'; coin: string | null }, deposit: Deposit = DEPOSIT): string {
  const client = new QueryClient();
  const put = ({ queryKey }: { queryKey: readonly unknown[] }, data: unknown) => client.setQueryData(queryKey, data);
  put(readOptions(depositsApi.depositOptions, {}), {
    options: ['USDT', 'BTC'].map((coin, id) => ({
      id: String(id),
      coin,
      network: coin === 'BTC' ? 'BTC' : 'ERC20',
      address: `to-${coin}`,
    })),
    networks: [
      { ...NETWORK, network: 'ERC20', name: 'Ethereum' },
      { ...NETWORK, network: 'BTC', name: 'Bitcoin' },
    ],
  });
  put(readOptions(withdrawalsApi.withdrawalTerms, {}), TERMS);
  put(readOptions(withdrawalsApi.addressBook, {}), { addresses: [] });
  put(pagesOptions(depositsApi.deposits, {}), { pages: [{ deposits: [deposit], hasMore: true }], pageParams: [1] });
  put(pagesOptions(withdrawalsApi.withdrawals, {}), { pages: [{ withdrawals: [WITHDRAWAL], hasMore: true }], pageParams: [1] });
  const part = (
    <MemberProvider member={{ ...MEMBER, features: ['deposits', 'deposit-proofs', 'withdrawals'] }}>
      <AccountTabs {...tab} qrCodes={{}} />
    </MemberProvider>
  );
  return draw(part, { client, messages: TEXTS });
}

it('money in and out begin with the coin that led there', () => {
  expect(drawTabs({ active: '0', coin: 'BTC' })).toContain('Your BTC address on Bitcoin');
  expect(drawTabs({ active: '0', coin: 'SOL' })).toContain('Your USDT address on Ethereum');
  expect(drawTabs({ active: '2', coin: 'BTC' })).toContain('Address on BTC');
  expect(drawTabs({ active: '2', coin: null })).toContain('Address on ERC20');
});

it('the proof of a deposit begins with the coin and network whose address is shown', () => {
  expect(drawTabs({ active: '0', coin: 'BTC' })).toContain('href="/uploadProof?currneyName=BTC_BTC"');
  expect(drawTabs({ active: '0', coin: null })).toContain('href="/uploadProof?currneyName=USDT_ERC20"');
});

it('deposits and withdrawals beyond the newest page can be reached', () => {
  for (const active of ['0', '2'] as const) expect(drawTabs({ active, coin: null }), active).toContain(`>${common.more}<`);
});

it('a credit whose block was replaced says that it stays', () => {
  const words = 'What was credited stays yours';
  expect(drawTabs({ active: '0', coin: null })).not.toContain(words);
  expect(drawTabs({ active: '0', coin: null }, { ...DEPOSIT, confirmations: 0, replacedAt: AT })).toContain(words);
});

it('a withdrawal says since when it is in its state, by when the next one comes, and why people look at it', () => {
  const html = drawTabs({ active: '2', coin: null });
  expect(html).toContain('In review: two people look at it');
  expect(html).toContain('dateTime="2026-03-01T13:37:00.000Z"');
  expect(html).toMatch(/by Mar\s2,\s2026,\s1:37\sPM at the latest/);
  expect(html).toContain('Reason: With the last 24 hours it is above the published sum.');
});

/** A form whose withdrawal was accepted. */
function Asked() {
  useShowWithdrawal()(WITHDRAWAL);
  return null;
}

it('a withdrawal that was asked for is answered by what arrives where, why it waits, and until when', () => {
  const of = { client: new QueryClient(), messages: TEXTS };
  drawText(<Asked />, of);
  const { title, lead, facts, href } = results.read() ?? {};
  results.close();
  expect([title, href]).toEqual(['Withdrawal of 6\u00a0BTC requested', '/record?active=2']);
  expect(lead).toMatch(/^In review: two people look at it · by Mar 2, 2026, .* at the latest$/);
  expect(drawText(facts, of)).toMatch(/Reason: .*published sum.* Amount 6 BTC Arrives 5.82 BTC Address on BTC/);
});

it('all that may refuse or delay a withdrawal is published beside its form', () => {
  const html = drawTabs({ active: '2', coin: null });
  expect(html).toContain('At most 20 withdrawals can be under way at once.');
  expect(html).toContain('At most 70 USDT leave over ERC20 within 24 hours, of all members together.');
});

it('an empty address book says how an address comes into it', () => {
  expect(drawTabs({ active: '2', coin: null })).toContain('Type one above to keep it by a name.');
});
