import { MarketPicker } from '@/components/market/market-picker';
import { TradeKinds } from '@/components/market/trade-kinds';
import { SpotScreen } from '@/components/spot/spot-screen';
import { getFeatures } from '@/lib/bff/app/get-features';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import * as spotApi from '@/lib/bff/spot/spot.endpoints';
import { ask } from '@/lib/bff/operation';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';
import { getWideSlots } from '../marketInfo/wide-slots';

/** The spot ticket; `coin` is BTC or BTC-USDT, the first market without it. */
const page = memberPage('spotorder', {
  load: async ({ client, need: { market, markets }, session }) => {
    const { symbol } = market;
    putRead(client, marketApi.markets, {}, { markets });
    const [rules, { features }] = await Promise.all([
      ask(marketApi.rules, { symbol }, null),
      getFeatures(),
      prefetchRead(client, marketApi.book, { symbol, kind: 'spot' }, session),
      prefetchRead(client, accountApi.balances, {}, session),
      prefetchRead(client, spotApi.orders, { symbol, state: 'open' }, session),
    ]);
    putRead(client, marketApi.rules, { symbol }, rules);
    return { rules, features };
  },
  heading: ({ need: { market } }) => <MarketPicker base={market.base} path="/spotorder" quote={market.quote} />,
  screen: ({ need: { market }, query: { side } }, { rules, features }) => (
    <SpotScreen
      features={features}
      key={market.symbol}
      kinds={<TradeKinds base={market.base} current="spot" on="ticket" />}
      market={market}
      rules={rules}
      startSide={side === 'sell' ? 'sell' : 'buy'}
      wide={getWideSlots({ market, path: '/spotorder', kind: 'spot', rules })}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
