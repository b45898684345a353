import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime';
import type { ContextType } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import * as api from '@/lib/api/loans';
import type { LoanStanding } from '@/lib/dto/loans';
import { readOptions } from '@/lib/query/reads';
import agreement from '@/messages/en/agreement.json';
import loans from '@/messages/en/loans.json';
import write from '@/messages/en/write.json';
import { MemberProvider } from '../layout/member-context';
import { ApplyScreen } from './apply-screen';

const PRODUCT = { id: '2', days: 7, min: '1000', max: '1000000', rate: '0.15', dayMs: 86_400_000 };
const STANDING: LoanStanding = {
  ...{ isVerified: true, firstName: 'Ada', lastName: 'Lovelace', score: 65, limit: '2000', owed: '0', pool: '100000' },
  ...{ operatorsAbove: '10000', isTest: null },
};
const noRouter = {} as NonNullable<ContextType<typeof AppRouterContext>>;
const show = (isTest: boolean | null, isSandbox: boolean, mode: 'real' | 'demo') => {
  const client = new QueryClient();
  client.setQueryData(readOptions(api.loanStanding, {}).queryKey, { ...STANDING, isTest });
  const member = { userId: '7', username: 'ann', mode, isSandbox, menu: [], streamKey: 'key', features: ['loans'] };
  return renderToString(
    <AppRouterContext.Provider value={noRouter}>
      <NextIntlClientProvider locale="en" messages={{ Agreement: agreement, Loans: loans, Write: write }} timeZone="UTC">
        <QueryClientProvider client={client}>
          <MemberProvider member={member}>
            <ApplyScreen amount="1000" product={PRODUCT} />
          </MemberProvider>
        </QueryClientProvider>
      </NextIntlClientProvider>
    </AppRouterContext.Provider>,
  );
};

it.each([
  [true, false, 'real', true],
  [false, true, 'demo', false],
  [null, true, 'real', true],
  [null, false, 'demo', true],
  [null, false, 'real', false],
] as const)(
  'the agreement to be signed says that it is about test money as the exchange will print it (%s, sandbox %s, %s): %s',
  (isTest, isSandbox, mode, isSaid) => {
    expect(show(isTest, isSandbox, mode).includes(agreement.testNote)).toBe(isSaid);
  },
);
