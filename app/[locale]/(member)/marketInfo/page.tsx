import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { CandleChart } from '@/components/chart/candle-chart';
import { PageShell } from '@/components/layout/shell';
import { FavouriteStar } from '@/components/market/favourite-star';
import { MarketInfoScreen } from '@/components/market/market-info-screen';
import { MarketPicker } from '@/components/market/market-picker';
import { decimalsOf } from '@/components/money/format';
import { LazyLastTrades } from '@/components/spot/lazy-parts';
import { OrderBook } from '@/components/spot/order-book';
import { getFeatures } from '@/lib/bff/app/get-features';
import { titleOf } from '@/lib/i18n/page-title';
import { marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { getPerpetualSlots } from './perpetual-slots';
import { getSpotSlots } from './spot-slots';
import { memberPage } from '../member-page';
import { requireMarket } from '../require';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<{ coin?: string | string[]; type?: string | string[] }> };

export const generateMetadata = titleOf('Market', 'title');

/** One market; `coin` is BTC or BTC-USDT, the first market without it; `type` perpetual shows its contract, anything else spot. */
export default memberPage({ backHref: '/market', isWide: true }, async function MarketInfoPage({ searchParams }: Props, session) {
  const { type } = await searchParams;
  const [{ market, markets }, { features }] = await Promise.all([requireMarket({ searchParams }), getFeatures()]);
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
});
