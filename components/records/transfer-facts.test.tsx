import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import * as depositsApi from '@/lib/api/deposits';
import * as withdrawalsApi from '@/lib/api/withdrawals';
import type { Deposit } from '@/lib/dto/deposits';
import type { withdrawalDetailSchema } from '@/lib/dto/withdrawals';
import { readOptions } from '@/lib/query/reads';
import common from '@/messages/en/common.json';
import errors from '@/messages/en/errors.json';
import deposits from '@/messages/en/deposits.json';
import records from '@/messages/en/records.json';
import withdrawals from '@/messages/en/withdrawals.json';
import { drawText } from '../../tests/helpers/draw';
import { DepositFacts, WithdrawalFacts } from './transfer-facts';

const TEXTS = { Common: common, Deposits: deposits, Errors: errors, Records: records, Withdrawals: withdrawals };
type Detail = z.infer<typeof withdrawalDetailSchema>;
const AT = '2026-03-01T12:00:00.000Z';
const DONE: Detail = {
  ...{ id: '1', channel: 'USDT_ERC20', coin: 'USDT', network: 'ERC20', address: '0xab', amount: '150', fee: '4.5', arrives: '145.5' },
  ...{ state: 'done', requestedAt: AT, stateAt: AT, until: null, delay: null, reason: null, txid: '0xcd', explorerUrl: null },
  ...{ confirmations: 5, confirmationsNeeded: 5, steps: [] },
};

const CREDITED: Deposit = {
  ...{ id: '2', network: 'ERC20', coin: 'USDT', address: '0xab', amount: '150', credited: '150', state: 'credited', hash: '0xcd' },
  ...{
    confirmations: 7,
    confirmationsNeeded: 5,
    seenAt: AT,
    creditedAt: AT,
    replacedAt: null,
    expectedAt: null,
    explorerUrl: null,
    isByHand: false,
  },
};

function drawWithdrawal(changes: Partial<Detail>): string {
  const client = new QueryClient();
  client.setQueryData(readOptions(withdrawalsApi.withdrawal, { id: '1' }).queryKey, { ...DONE, ...changes });
  return drawText(<WithdrawalFacts id="1" />, { client, messages: TEXTS });
}

function drawDeposit(changes: Partial<Deposit>): string {
  const client = new QueryClient();
  const deposit = { ...CREDITED, ...changes };
  client.setQueryData(readOptions(depositsApi.deposits, { id: '2' }).queryKey, { deposits: [deposit], hasMore: false });
  return drawText(<DepositFacts id="2" />, { client, messages: TEXTS });
}

it('what was sent says what arrives and what it cost', () => {
  expect(drawWithdrawal({})).toMatch(/Done .*150 USDT .*4\.5 USDT .*145\.5 USDT/);
});

it.each([
  ['cancelled', null, 'Cancelled, the money is back'],
  ['refused', 'ACCOUNT_FROZEN', 'Refused, the money is back'],
] as const)('of one that is %s nothing arrives and nothing was charged', (state, reason, words) => {
  const text = drawWithdrawal({ state, reason, txid: null, confirmations: 0 });
  expect(text).toContain(words);
  expect(text).toContain('150 USDT');
  expect(text).not.toMatch(/145\.5|4\.5 USDT/);
  expect(text.includes('Reason:')).toBe(reason !== null);
});

it('a deposit counts its confirmations up to what was needed', () => {
  expect(drawDeposit({})).toContain('5 of 5');
  expect(drawDeposit({ state: 'confirming', credited: null, creditedAt: null, confirmations: 2 })).toContain('2 of 5');
});

it('a credited deposit whose block was replaced says who bears it, not that it has no confirmations', () => {
  const text = drawDeposit({ confirmations: 0, replacedAt: AT });
  expect(text).toContain('What was credited stays yours');
  expect(text).not.toContain('0 of 5');
});
