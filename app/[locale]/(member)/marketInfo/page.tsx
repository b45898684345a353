import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { CandleChart } from '@/components/chart/candle-chart';
import { PageShell } from '@/components/layout/shell';
import { FavouriteStar } from '@/components/market/favourite-star';
import { MarketInfoScreen } from '@/components/market/market-info-screen';
import { MarketPicker } from '@/components/market/market-picker';
import { findSymbol } from '@/components/market/market-sort';
import { decimalsOf } from '@/components/money/format';
import { LastTrades } from '@/components/spot/last-trades';
import { OrderBook } from '@/components/spot/order-book';
import { OrdersPanel } from '@/components/spot/orders-panel';
import { LazySpotTicket } from '@/components/spot/lazy-ticket';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getBook } from '@/lib/bff/market/get-book';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { getRules } from '@/lib/bff/market/get-rules';
import { listOrders } from '@/lib/bff/spot/list-orders';
import { bookQuery, marketsQuery, openOrdersQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { requireSession } from '@/lib/session/session';

type Props = { searchParams: Promise<{ coin?: string | string[] }> };

/** One market; `coin` is BTC or BTC-USDT, the first market without it. */
export default async function MarketInfoPage({ searchParams }: Props) {
  const session = await requireSession();
  const { coin } = await searchParams;
  const { markets } = await getMarkets();
  const symbol =
    coin === undefined
      ? markets[0]?.symbol
      : findSymbol(
          String(coin),
          markets.map((one) => one.symbol),
        );
  const market = markets.find((one) => one.symbol === symbol);
  if (market === undefined) notFound();
  const client = getQueryClient();
  client.setQueryData(marketsQuery().queryKey, { markets });
  const [rules, { features }] = await Promise.all([
    getRules({ symbol: market.symbol }),
    getFeatures(),
    client.prefetchQuery({ ...bookQuery(market.symbol), queryFn: () => getBook({ symbol: market.symbol, mode: session.mode }) }),
    client.prefetchQuery({
      ...openOrdersQuery(market.symbol),
      queryFn: () => listOrders({ session }, { symbol: market.symbol, state: 'open' }),
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell
        action={<FavouriteStar symbol={market.symbol} />}
        backHref="/market"
        isWide
        title={<MarketPicker base={market.base} path="/marketInfo" quote={market.quote} />}
      >
        <MarketInfoScreen
          book={<OrderBook rules={rules} />}
          buyTicket={<LazySpotTicket hasStops={features.includes('stop-orders')} isInSheet market={market} rules={rules} startSide="buy" />}
          chart={<CandleChart decimals={decimalsOf(rules.tickSize)} symbol={market.symbol} />}
          key={market.symbol}
          market={market}
          orders={<OrdersPanel hasExport={features.includes('fills')} symbol={market.symbol} />}
          rules={rules}
          sellTicket={
            <LazySpotTicket hasStops={features.includes('stop-orders')} isInSheet market={market} rules={rules} startSide="sell" />
          }
          trades={<LastTrades rules={rules} />}
        />
      </PageShell>
    </HydrationBoundary>
  );
}
