import { CandleChart } from '@/components/chart/candle-chart';
import { AlertBell } from '@/components/market/alert-bell';
import { CoinInfoScreen } from '@/components/market/coin-info-screen';
import { CoinTitle } from '@/components/market/coin-title';
import { FavouriteStar } from '@/components/market/favourite-star';
import { decimalsOf } from '@/components/money/format';
import { getFeatures } from '@/lib/bff/app/get-features';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as holdingsApi from '@/lib/bff/holdings/holdings.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { ask } from '@/lib/bff/operation';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** What a coin is, its price, its markets, and what one holds of it; `coin` is BTC or BTC-USDT. */
const page = memberPage('coin', {
  load: async ({ client, need: { market, markets }, session }) => {
    putRead(client, marketApi.markets, {}, { markets });
    const [{ features }, rules] = await Promise.all([
      getFeatures(),
      ask(marketApi.rules, { symbol: market.symbol }, null),
      prefetchRead(client, accountApi.balances, {}, session),
    ]);
    if (features.includes('holdings')) await prefetchRead(client, holdingsApi.holdings, {}, session);
    return { features, rules };
  },
  heading: ({ need: { market } }) => <CoinTitle coin={market.base} />,
  action: ({ need: { market } }, { features }) => (
    <>
      {features.includes('alerts') ? <AlertBell symbol={market.symbol} /> : null}
      <FavouriteStar symbol={market.symbol} />
    </>
  ),
  screen: ({ need: { market } }, { features, rules }) => (
    <CoinInfoScreen
      chart={<CandleChart decimals={decimalsOf(rules.tickSize)} symbol={market.symbol} />}
      decimals={decimalsOf(rules.tickSize)}
      features={features}
      key={market.symbol}
      market={market}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
