import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { NextIntlClientProvider } from 'next-intl';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MemberProvider } from '@/components/layout/member-context';
import * as perpetualApi from '@/lib/api/perpetual';
import type { Market } from '@/lib/dto/market';
import type { PerpetualMarketTerms } from '@/lib/dto/perpetual';
import { readOptions } from '@/lib/query/reads';
import errors from '@/messages/en/errors.json';
import layout from '@/messages/en/layout.json';
import perpetual from '@/messages/en/perpetual.json';
import spot from '@/messages/en/spot.json';
import wallet from '@/messages/en/wallet.json';
import write from '@/messages/en/write.json';
import { PerpetualTicket } from './ticket';

const MARKET = {
  symbol: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  price: '100',
  state: 'open',
  halt: null,
  updatedAt: '',
} as unknown as Market;
const TERMS = {
  symbol: 'BTC-USDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.0001',
  quantityMin: '0.0001',
  quantityMax: '100',
  minNotional: '5',
  makerFeeRate: '0.0002',
  takerFeeRate: '0.0005',
  priceBandRate: '0.1',
  takerFeeRateMax: '0.0005',
  tiers: [{ notionalMax: '50000', leverageMax: 100, initialRate: '0.01', maintenanceRate: '0.004', maintenanceAmount: '0' }],
  makerFeeRateMax: '0.0002',
  liquidationFeeRate: '0.005',
} as unknown as PerpetualMarketTerms;
const MEMBER = { userId: '1', username: 'one', mode: 'demo', isSandbox: true, features: [], menu: [], streamKey: 'one' } as const;

function createTicket() {
  const client = new QueryClient();
  const setTerms = (terms: Partial<PerpetualMarketTerms>) =>
    client.setQueryData(readOptions(perpetualApi.perpetualTerms, { symbol: 'BTC-USDT' }).queryKey, { ...TERMS, ...terms });
  const draw = () =>
    renderToString(
      <NextIntlClientProvider
        locale="en"
        messages={{ Perpetual: perpetual, Spot: spot, Wallet: wallet, Write: write, Errors: errors, Layout: layout }}
        timeZone="UTC"
      >
        <QueryClientProvider client={client}>
          <MemberProvider member={MEMBER}>
            <PerpetualTicket market={MARKET} terms={TERMS} />
          </MemberProvider>
        </QueryClientProvider>
      </NextIntlClientProvider>,
    );
  return { draw, setTerms };
}

it('a ticket says the fees that were read last, not those that its page was drawn with', () => {
  const { draw, setTerms } = createTicket();
  expect(draw()).toContain('0.05%');
  setTerms({ takerFeeRate: '0.0004' });
  expect(draw()).toContain('0.04%');
});

it('a ticket offers no more leverage than there is, whatever was chosen before', () => {
  const { draw, setTerms } = createTicket();
  expect(draw()).toContain('10×');
  setTerms({ tiers: [{ notionalMax: '50000', leverageMax: 5, initialRate: '0.2', maintenanceRate: '0.1', maintenanceAmount: '0' }] });
  const drawn = draw();
  expect([drawn.includes('10×'), drawn.includes('5×')]).toEqual([false, true]);
});
