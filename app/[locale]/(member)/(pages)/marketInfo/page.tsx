import { CandleChart } from '@/components/chart/candle-chart';
import { readMoment } from '@/components/chart/chart-moment';
import { AlertBell } from '@/components/market/alert-bell';
import { FavouriteStar } from '@/components/market/favourite-star';
import { MarketInfoScreen } from '@/components/market/market-info-screen';
import { MarketPicker } from '@/components/market/market-picker';
import { decimalsOf } from '@/components/money/format';
import { LazyLastTrades } from '@/components/spot/lazy-parts';
import { OrderBook } from '@/components/spot/order-book';
import { getFeatures } from '@/lib/bff/app/get-features';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';
import { getPerpetualSlots } from './perpetual-slots';
import { getSpotSlots } from './spot-slots';

/** One market; `coin` is BTC or BTC-USDT, the first market without it; `type` perpetual shows its contract, option leads to the ticket of seconds contracts, anything else shows spot; `at` (ms) is the moment that its chart begins with. */
const page = memberPage('marketInfo', {
  load: async ({ client, need: { market, markets }, query, session }) => {
    putRead(client, marketApi.markets, {}, { markets });
    const { features } = await getFeatures();
    const kind = query.type === 'perpetual' && features.includes('perpetual') ? 'perpetual' : 'spot';
    return {
      kind,
      at: readMoment(query.at, Date.now()),
      hasAlerts: features.includes('alerts'),
      ...(await (kind === 'spot' ? getSpotSlots : getPerpetualSlots)({ client, market, session, features })),
    } as const;
  },
  heading: ({ need: { market } }, { kind }) => <MarketPicker base={market.base} kind={kind} path="/marketInfo" quote={market.quote} />,
  action: ({ need: { market } }, { hasAlerts }) => (
    <>
      {hasAlerts ? <AlertBell symbol={market.symbol} /> : null}
      <FavouriteStar symbol={market.symbol} />
    </>
  ),
  screen: ({ need: { market } }, { kind, rules, at, hasAlerts: _hasAlerts, ...slots }) => (
    <MarketInfoScreen
      {...slots}
      book={<OrderBook kind={kind} rules={rules} />}
      chart={<CandleChart at={at} decimals={decimalsOf(rules.tickSize)} kind={kind} symbol={market.symbol} />}
      key={`${market.symbol} ${kind} ${at}`}
      kind={kind}
      market={market}
      rules={rules}
      trades={<LazyLastTrades kind={kind} rules={rules} />}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
