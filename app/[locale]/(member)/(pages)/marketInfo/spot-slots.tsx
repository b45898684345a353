import type { QueryClient } from '@tanstack/react-query';
import { LazySpotTicket } from '@/components/spot/lazy-parts';
import { OrdersPanel } from '@/components/spot/orders-panel';
import { getBook } from '@/lib/bff/market/get-book';
import { getRules } from '@/lib/bff/market/get-rules';
import { listOrders } from '@/lib/bff/spot/list-orders';
import type { Market } from '@/lib/dto/market';
import { bookQuery, openOrdersQuery } from '@/lib/query/queries';
import type { AppSession } from '@/lib/session/options';

type Input = { client: QueryClient; market: Market; session: AppSession; features: readonly string[] };

/** Reads what the market page shows of spot, and returns its parts. */
export async function getSpotSlots({ client, market, session, features }: Input) {
  const { symbol } = market;
  const [rules] = await Promise.all([
    getRules({ symbol }),
    client.prefetchQuery({ ...bookQuery(symbol), queryFn: () => getBook({ symbol, mode: session.mode }) }),
    client.prefetchQuery({ ...openOrdersQuery(symbol), queryFn: () => listOrders({ session }, { symbol, state: 'open' }) }),
  ]);
  const ticket = (side: 'buy' | 'sell') => (
    <LazySpotTicket hasStops={features.includes('stop-orders')} isInSheet market={market} rules={rules} startSide={side} />
  );
  return {
    rules,
    orders: <OrdersPanel hasExport={features.includes('fills')} symbol={symbol} />,
    buyTicket: ticket('buy'),
    sellTicket: ticket('sell'),
  };
}
