import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Loan } from '@/lib/dto/loans';
import common from '@/messages/en/common.json';
import loans from '@/messages/en/loans.json';
import { LoanNext } from './loan-next';

/** 1,000 USDT for 7 days at 0.15 %: a late day costs 1.5, all together at most the interest of 9 (docs/money/loan.md). */
const RUNNING: Loan = {
  ...{ id: '7', amount: '1000', days: 7, dayMs: 86_400_000, state: 'running', ending: null, reason: null, isAuto: false },
  ...{ appliedAt: '2026-03-01T12:00:00.000Z', paidOutAt: '2026-03-01T12:00:20.000Z', dueAt: '2026-03-08T12:00:20.000Z', endedAt: null },
  ...{
    rate: '0.15',
    interest: '9',
    principal: '1000',
    closedInterest: '0',
    closedMinutes: 0,
    fee: '0',
    lateDays: 0,
    hash: null,
    entries: [],
  },
};
const APPLYING: Partial<Loan> = { state: 'applying', paidOutAt: null, dueAt: null };
const say = (change: Partial<Loan>) =>
  renderToString(
    <NextIntlClientProvider locale="en" messages={{ Common: common, Loans: loans }} timeZone="UTC">
      <LoanNext loan={{ ...RUNNING, ...change }} />
    </NextIntlClientProvider>,
  );

it.each<[string, Partial<Loan>, string]>([
  ['applying', { state: 'applying', paidOutAt: null, dueAt: null }, 'Nothing is owed until it is paid out.'],
  ['applying, with its promise', APPLYING, 'dateTime="2026-03-03T12:00:00.000Z"'],
  ['applying for longer than promised', APPLYING, 'This takes longer than we promised.'],
  [
    'rejected',
    { state: 'rejected', paidOutAt: null, dueAt: null, reason: 'No income' },
    '<p>Reason: No income</p><p>Nothing was paid out, and nothing is owed.</p>',
  ],
  ['lapsed', { state: 'rejected', paidOutAt: null, dueAt: null, reason: 'lapsed' }, 'Nobody decided within 7 days.'],
  ['running', {}, 'each full day costs 1.5\u00a0USDT, together at most 9\u00a0USDT'],
  ['running, repaid by itself', { isAuto: true }, 'it is repaid by itself'],
  ['overdue', { state: 'overdue', fee: '4.5', lateDays: 3 }, 'Each further full day costs 1.5\u00a0USDT, all together at most 9\u00a0USDT'],
  ['overdue, a part paid back', { state: 'overdue', principal: '400', fee: '0' }, 'Each further full day costs 0.6\u00a0USDT'],
  ['overdue, the last fee', { state: 'overdue', fee: '8.5' }, 'Each further full day costs 0.5\u00a0USDT'],
  ['overdue for long', { state: 'overdue', fee: '9', lateDays: 40 }, 'Its late fees have reached their most, 9\u00a0USDT'],
  ['paid back', { state: 'finished', ending: 'repaid', principal: '0' }, 'Nothing is owed any more.'],
  ['written off', { state: 'finished', ending: 'written_off', principal: '0' }, 'overdue for 90 days'],
])('a loan that is %s says what becomes of it', (_state, change, text) => {
  expect(say(change)).toContain(text);
});
