import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { CandleChart } from '@/components/chart/candle-chart';
import { PageShell } from '@/components/layout/shell';
import { FavouriteStar } from '@/components/market/favourite-star';
import { MarketInfoScreen } from '@/components/market/market-info-screen';
import { MarketPicker } from '@/components/market/market-picker';
import { findSymbol } from '@/components/market/market-sort';
import { decimalsOf } from '@/components/money/format';
import { LazyLastTrades } from '@/components/spot/lazy-parts';
import { OrderBook } from '@/components/spot/order-book';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { titleOf } from '@/lib/i18n/page-title';
import { marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { requireSession } from '@/lib/session/session';
import { getPerpetualSlots } from './perpetual-slots';
import { getSpotSlots } from './spot-slots';

type Props = { searchParams: Promise<{ coin?: string | string[]; type?: string | string[] }> };

export const generateMetadata = titleOf('Market', 'title');

/** One market; `coin` is BTC or BTC-USDT, the first market without it; `type` perpetual shows its contract, anything else spot. */
export default async function MarketInfoPage({ searchParams }: Props) {
  const session = await requireSession();
  const [{ coin, type }, { markets }, { features }] = await Promise.all([searchParams, getMarkets(), getFeatures()]);
  const symbols = markets.map((one) => one.symbol);
  const symbol = coin === undefined ? symbols[0] : findSymbol(String(coin), symbols);
  const market = markets.find((one) => one.symbol === symbol);
  if (market === undefined) notFound();
  const kind = type === 'perpetual' && features.includes('perpetual') ? 'perpetual' : 'spot';
  const client = getQueryClient();
  client.setQueryData(marketsQuery().queryKey, { markets });
  const { rules, ...slots } = await (kind === 'spot' ? getSpotSlots : getPerpetualSlots)({ client, market, session, features });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell
        action={<FavouriteStar symbol={market.symbol} />}
        backHref="/market"
        isWide
        title={<MarketPicker base={market.base} kind={kind} path="/marketInfo" quote={market.quote} />}
      >
        <MarketInfoScreen
          {...slots}
          book={<OrderBook kind={kind} rules={rules} />}
          chart={<CandleChart decimals={decimalsOf(rules.tickSize)} kind={kind} symbol={market.symbol} />}
          key={`${market.symbol} ${kind}`}
          kind={kind}
          market={market}
          rules={rules}
          trades={<LazyLastTrades kind={kind} rules={rules} />}
        />
      </PageShell>
    </HydrationBoundary>
  );
}
