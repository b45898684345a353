import { MarketPicker } from '@/components/market/market-picker';
import { SpotScreen } from '@/components/spot/spot-screen';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getBook } from '@/lib/bff/market/get-book';
import { getRules } from '@/lib/bff/market/get-rules';
import { listOrders } from '@/lib/bff/spot/list-orders';
import { balancesQuery, bookQuery, marketsQuery, openOrdersQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

/** The spot ticket; `coin` is BTC or BTC-USDT, the first market without it. */
const page = memberPage('spotorder', {
  load: async ({ client, need: { market, markets }, session }) => {
    const { symbol } = market;
    client.setQueryData(marketsQuery().queryKey, { markets });
    const [rules, { features }] = await Promise.all([
      getRules({ symbol }),
      getFeatures(),
      client.prefetchQuery({ ...bookQuery(symbol), queryFn: () => getBook({ symbol, mode: session.mode }) }),
      client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
      client.prefetchQuery({ ...openOrdersQuery(symbol), queryFn: () => listOrders({ session }, { symbol, state: 'open' }) }),
    ]);
    return { rules, features };
  },
  heading: ({ need: { market } }) => <MarketPicker base={market.base} path="/spotorder" quote={market.quote} />,
  screen: ({ need: { market }, query: { side } }, { rules, features }) => (
    <SpotScreen features={features} key={market.symbol} market={market} rules={rules} startSide={side === 'sell' ? 'sell' : 'buy'} />
  ),
});

export const { generateMetadata } = page;
export default page.show;
