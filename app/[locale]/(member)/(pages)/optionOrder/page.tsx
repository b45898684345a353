import { MarketPicker } from '@/components/market/market-picker';
import { TradeKinds } from '@/components/market/trade-kinds';
import { SettledList } from '@/components/options/settled-list';
import { OptionScreen } from '@/components/options/option-screen';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import * as optionsApi from '@/lib/bff/options/options.endpoints';
import * as riskLimitsApi from '@/lib/bff/risk-limits/risk-limits.endpoints';
import { ask } from '@/lib/bff/operation';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** The ticket for seconds contracts; `coin` is BTC or BTC-USDT, the first market without it. */
const page = memberPage('optionOrder', {
  load: async ({ client, need: { market, markets }, session }) => {
    putRead(client, marketApi.markets, {}, { markets });
    const [terms] = await Promise.all([
      ask(optionsApi.optionTerms, { symbol: market.symbol }, null),
      prefetchRead(client, riskLimitsApi.riskLimits, { product: 'option' }, session),
      prefetchRead(client, marketApi.prints, { symbol: market.symbol }, null),
      prefetchRead(client, accountApi.balances, {}, session),
      prefetchRead(client, optionsApi.contracts, { state: 'open' }, session),
    ]);
    return terms;
  },
  heading: ({ need: { market } }) => <MarketPicker base={market.base} path="/optionOrder" quote={market.quote} />,
  screen: ({ need: { market } }, terms) => (
    <OptionScreen
      key={market.symbol}
      kinds={<TradeKinds base={market.base} current="seconds" on="ticket" />}
      market={market}
      results={<SettledList limit={1} />}
      terms={terms}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
