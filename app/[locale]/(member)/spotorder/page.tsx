import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { PageShell } from '@/components/layout/shell';
import { MarketPicker } from '@/components/market/market-picker';
import { SpotScreen } from '@/components/spot/spot-screen';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getBook } from '@/lib/bff/market/get-book';
import { getRules } from '@/lib/bff/market/get-rules';
import { listOrders } from '@/lib/bff/spot/list-orders';
import { titleOf } from '@/lib/i18n/page-title';
import { balancesQuery, bookQuery, marketsQuery, openOrdersQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';
import { requireMarket } from '../require';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<{ coin?: string | string[]; side?: string | string[] }> };

export const generateMetadata = titleOf('Spot', 'title');

/** The spot ticket; `coin` is BTC or BTC-USDT, the first market without it. */
export default memberPage({ backHref: '/market', isWide: true }, async function SpotOrderPage({ searchParams }: Props, session) {
  const { side } = await searchParams;
  const { market, markets } = await requireMarket({ searchParams });
  const client = getQueryClient();
  client.setQueryData(marketsQuery().queryKey, { markets });
  const [rules, { features }] = await Promise.all([
    getRules({ symbol: market.symbol }),
    getFeatures(),
    client.prefetchQuery({ ...bookQuery(market.symbol), queryFn: () => getBook({ symbol: market.symbol, mode: session.mode }) }),
    client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
    client.prefetchQuery({
      ...openOrdersQuery(market.symbol),
      queryFn: () => listOrders({ session }, { symbol: market.symbol, state: 'open' }),
    }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell backHref="/market" isWide hasTabBar title={<MarketPicker base={market.base} path="/spotorder" quote={market.quote} />}>
        <SpotScreen features={features} key={market.symbol} market={market} rules={rules} startSide={side === 'sell' ? 'sell' : 'buy'} />
      </PageShell>
    </HydrationBoundary>
  );
});
