import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as api from '@/lib/api/loans';
import type { Loan } from '@/lib/dto/loans';
import { readOptions } from '@/lib/query/reads';
import loans from '@/messages/en/loans.json';
import { RepaidFacts } from './repaid-facts';

const AT = '2026-03-08T12:00:00.000Z';
const entry = (kind: string, n: number, change = {}) => ({ kind, n, at: AT, principal: '0', interest: '0', fee: '0', ...change });
const LOAN: Loan = {
  ...{ id: '7', amount: '1000', days: 7, dayMs: 86_400_000, state: 'finished', ending: 'repaid', reason: null, isAuto: false },
  ...{ appliedAt: AT, paidOutAt: AT, dueAt: AT, endedAt: AT, rate: '0.15', interest: '9', principal: '0', closedInterest: '5.4' },
  ...{ closedMinutes: 0, fee: '1.5', lateDays: 1, hash: null },
  entries: [
    entry('paid_out', 1, { principal: '1000' }),
    entry('late_day', 1, { fee: '1.5' }),
    entry('repaid_part', 1, { principal: '600' }),
  ],
};
const show = (loan: Loan, updatedAt: number) => {
  const client = new QueryClient();
  client.setQueryData(readOptions(api.loan, { id: '7' }).queryKey, loan, { updatedAt });
  return renderToString(
    <NextIntlClientProvider locale="en" messages={{ Loans: loans }} timeZone="UTC">
      <QueryClientProvider client={client}>
        <RepaidFacts id="7" />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
};

it('the receipt of a repayment says what was booked, part by part, and leads to it; until it was read after the repayment it says nothing', () => {
  const repaid = { ...LOAN, entries: [...LOAN.entries, entry('repaid', 2, { principal: '400', interest: '5.4', fee: '1.5' })] };
  const html = show(repaid, Date.now() + 60_000);
  for (const text of ['400\u00a0USDT', '5.4\u00a0USDT', '1.5\u00a0USDT', '406.9\u00a0USDT', 'ref=loan%3A7%3A2'])
    expect(html).toContain(text);
  expect(show(LOAN, Date.now() + 60_000)).toContain('ref=loan%3A7%3A1');
  expect(show(LOAN, Date.now() - 60_000)).not.toContain('USDT');
});
