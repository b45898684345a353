import type { QueryClient } from '@tanstack/react-query';
import { LazySpotTicket } from '@/components/spot/lazy-parts';
import { OrdersPanel } from '@/components/spot/orders-panel';
import type { Market } from '@/lib/dto/market';
import type { AppSession } from '@/lib/session/options';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import * as spotApi from '@/lib/bff/spot/spot.endpoints';
import { ask } from '@/lib/bff/operation';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import { getWideSlots } from './wide-slots';

type Input = { client: QueryClient; market: Market; session: AppSession; features: readonly string[] };

/** Reads what the market page shows of spot, and returns its parts. */
export async function getSpotSlots({ client, market, session, features }: Input) {
  const { symbol } = market;
  const [rules] = await Promise.all([
    ask(marketApi.rules, { symbol }, null),
    prefetchRead(client, marketApi.book, { symbol, kind: 'spot' }, session),
    prefetchRead(client, spotApi.orders, { symbol, state: 'open' }, session),
  ]);
  putRead(client, marketApi.rules, { symbol }, rules);
  const ticket = (side: 'buy' | 'sell') => (
    <LazySpotTicket hasStops={features.includes('stop-orders')} isInSheet market={market} rules={rules} startSide={side} />
  );
  return {
    rules,
    orders: <OrdersPanel symbol={symbol} />,
    buyTicket: ticket('buy'),
    sellTicket: ticket('sell'),
    wide: { ...getWideSlots({ market, path: '/marketInfo', kind: 'spot', rules }), ticket: ticket('buy') },
  };
}
