import { MarketPicker } from '@/components/market/market-picker';
import { SettledList } from '@/components/options/contracts-screen';
import { OptionScreen } from '@/components/options/option-screen';
import { getBalances } from '@/lib/bff/account/get-balances';
import { listContracts } from '@/lib/bff/options/contracts';
import { getOptionTerms } from '@/lib/bff/options/get-terms';
import { getRiskLimits } from '@/lib/bff/risk-limits';
import { balancesQuery, marketsQuery, openContractsQuery, riskLimitsQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

/** The ticket for seconds contracts; `coin` is BTC or BTC-USDT, the first market without it. */
const page = memberPage('optionOrder', {
  load: async ({ client, need: { market, markets }, session }) => {
    client.setQueryData(marketsQuery().queryKey, { markets });
    const [terms] = await Promise.all([
      getOptionTerms({ symbol: market.symbol }),
      client.prefetchQuery({ ...riskLimitsQuery(), queryFn: () => getRiskLimits({ session }) }),
      client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
      client.prefetchQuery({ ...openContractsQuery(), queryFn: () => listContracts({ session }, { state: 'open' }) }),
    ]);
    return terms;
  },
  heading: ({ need: { market } }) => <MarketPicker base={market.base} path="/optionOrder" quote={market.quote} />,
  screen: ({ need: { market } }, terms) => (
    <OptionScreen key={market.symbol} market={market} results={<SettledList limit={1} />} terms={terms} />
  ),
});

export const { generateMetadata } = page;
export default page.show;
