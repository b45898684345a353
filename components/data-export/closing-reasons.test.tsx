import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import * as perpetualApi from '@/lib/api/perpetual';
import * as spotApi from '@/lib/api/spot';
import { readOptions } from '@/lib/query/reads';
import { CLOSING_REASONS } from '@/lib/rules/closing';
import data from '@/messages/en/data.json';
import { draw } from '../../tests/helpers/draw';
import { MemberProvider } from '../layout/member-context';
import { ClosingReasons } from './closing-reasons';

const MEMBER = {
  userId: '7',
  username: 'ann',
  mode: 'real',
  isSandbox: false,
  menu: [],
  streamKey: 'key',
  features: ['perpetual'],
} as const;

/** Where the member is led, with the words that lead there; `spot` and `perpetual` are markets of open orders, as they were read. */
function readLinks(spot: readonly string[], perpetual: readonly string[]): string[] {
  const client = new QueryClient();
  const ordersOf = (symbols: readonly string[]) => ({ orders: symbols.map((symbol) => ({ symbol })), hasMore: false }) as never;
  client.setQueryData(readOptions(spotApi.orders, { state: 'open' }).queryKey, ordersOf(spot));
  client.setQueryData(readOptions(perpetualApi.perpetualOrders, { state: 'open' }).queryKey, ordersOf(perpetual));
  const part = (
    <MemberProvider member={{ ...MEMBER, features: [...MEMBER.features] }}>
      <ClosingReasons reasons={CLOSING_REASONS.map((what) => ({ what, count: 2 }))} />
    </MemberProvider>
  );
  const html = draw(part, { client, messages: { Data: data } });
  return [...html.matchAll(/href="([^"]+)"[^>]*><span>([^<]+)</g)].map(([, href, text]) => `${text} ${href}`);
}

it('leads from open orders to the market of each, and to those of perpetual ones', () => {
  const links = readLinks(['ETH-USDT', 'BTC-USDT', 'ETH-USDT'], ['BTC-USDT']);
  expect(links.filter((link) => /^(Spot|Perpetual) orders/.test(link))).toEqual([
    'Spot orders in ETH/USDT: 2 /spotorder?coin=ETH-USDT',
    'Spot orders in BTC/USDT: 1 /spotorder?coin=BTC-USDT',
    'Perpetual orders: 1 /contractOrder?list=open',
  ]);
});

it('leads to the wallet where coins are locked and no order is known, and names every reason', () => {
  const links = readLinks([], []);
  expect(links).toHaveLength(CLOSING_REASONS.length);
  expect(links).toContain('Coins locked in orders: 2 /wallet');
});
