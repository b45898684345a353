import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MemberProvider } from '@/components/layout/member-context';
import * as marketApi from '@/lib/api/market';
import type { Market, MarketRules } from '@/lib/dto/market';
import { readOptions } from '@/lib/query/reads';
import errors from '@/messages/en/errors.json';
import layout from '@/messages/en/layout.json';
import spot from '@/messages/en/spot.json';
import write from '@/messages/en/write.json';
import { SpotTicket } from './ticket';

const MARKET = {
  symbol: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  price: '100',
  state: 'open',
  halt: null,
  updatedAt: '',
} as unknown as Market;
const RULES: MarketRules = {
  symbol: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.0001',
  quantityMin: '0.0001',
  quantityMax: '100',
  minNotional: '5',
  makerFeeRate: '0.0008',
  takerFeeRate: '0.001',
  priceBandRate: '0.1',
};
const MEMBER = { userId: '1', username: 'one', mode: 'demo', isSandbox: true, features: [], menu: [], streamKey: 'one' } as const;

it('a ticket says the fees that were read last, not those that its page was drawn with', () => {
  const client = new QueryClient();
  const draw = () =>
    renderToString(
      <NextIntlClientProvider locale="en" messages={{ Spot: spot, Write: write, Errors: errors, Layout: layout }} timeZone="UTC">
        <QueryClientProvider client={client}>
          <MemberProvider member={MEMBER}>
            <SpotTicket hasStops={false} market={MARKET} rules={RULES} />
          </MemberProvider>
        </QueryClientProvider>
      </NextIntlClientProvider>,
    );
  expect(draw()).toContain('0.08%');
  client.setQueryData(readOptions(marketApi.rules, { symbol: 'BTC-USDT' }).queryKey, { ...RULES, makerFeeRate: '0.0075' });
  expect(draw()).toContain('0.75%');
});
