import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import * as withdrawalsApi from '@/lib/api/withdrawals';
import type { withdrawalDetailSchema } from '@/lib/dto/withdrawals';
import { readOptions } from '@/lib/query/reads';
import common from '@/messages/en/common.json';
import errors from '@/messages/en/errors.json';
import records from '@/messages/en/records.json';
import withdrawals from '@/messages/en/withdrawals.json';
import { WithdrawalFacts } from './transfer-facts';

type Detail = z.infer<typeof withdrawalDetailSchema>;
const AT = '2026-03-01T12:00:00.000Z';
const DONE: Detail = {
  ...{ id: '1', channel: 'USDT_ERC20', coin: 'USDT', network: 'ERC20', address: '0xab', amount: '150', fee: '4.5', arrives: '145.5' },
  ...{ state: 'done', requestedAt: AT, stateAt: AT, until: null, delay: null, reason: null, txid: '0xcd', explorerUrl: null },
  ...{ confirmations: 5, confirmationsNeeded: 5, steps: [] },
};

function draw(changes: Partial<Detail>): string {
  const client = new QueryClient();
  client.setQueryData(readOptions(withdrawalsApi.withdrawal, { id: '1' }).queryKey, { ...DONE, ...changes });
  const html = renderToString(
    <NextIntlClientProvider
      locale="en"
      messages={{ Common: common, Errors: errors, Records: records, Withdrawals: withdrawals }}
      timeZone="UTC"
    >
      <QueryClientProvider client={client}>
        <WithdrawalFacts id="1" />
      </QueryClientProvider>
    </NextIntlClientProvider>,
  );
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
}

it('what was sent says what arrives and what it cost', () => {
  expect(draw({})).toMatch(/Done .*150 USDT .*4\.5 USDT .*145\.5 USDT/);
});

it.each([
  ['cancelled', null, 'Cancelled, the money is back'],
  ['refused', 'ACCOUNT_FROZEN', 'Refused, the money is back'],
] as const)('of one that is %s nothing arrives and nothing was charged', (state, reason, words) => {
  const text = draw({ state, reason, txid: null, confirmations: 0 });
  expect(text).toContain(words);
  expect(text).toContain('150 USDT');
  expect(text).not.toMatch(/145\.5|4\.5 USDT/);
  expect(text.includes('Reason:')).toBe(reason !== null);
});
