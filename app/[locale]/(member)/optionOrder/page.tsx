import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { PageShell } from '@/components/layout/shell';
import { MarketPicker } from '@/components/market/market-picker';
import { SettledList } from '@/components/options/contracts-screen';
import { OptionScreen } from '@/components/options/option-screen';
import { getBalances } from '@/lib/bff/account/get-balances';
import { listContracts } from '@/lib/bff/options/contracts';
import { getOptionTerms } from '@/lib/bff/options/get-terms';
import { getRiskLimits } from '@/lib/bff/risk-limits';
import { titleOf } from '@/lib/i18n/page-title';
import { balancesQuery, marketsQuery, openContractsQuery, riskLimitsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';
import { requireProductMarket } from '../require';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<{ coin?: string | string[] }> };

export const generateMetadata = titleOf('Options', 'listTitle');

/** The ticket for seconds contracts; `coin` is BTC or BTC-USDT, the first market without it. */
export default memberPage({ backHref: '/market', isWide: true }, async function OptionOrderPage({ searchParams }: Props, session) {
  const { market, markets } = await requireProductMarket('option', { searchParams });
  const client = getQueryClient();
  client.setQueryData(marketsQuery().queryKey, { markets });
  const [terms] = await Promise.all([
    getOptionTerms({ symbol: market.symbol }),
    client.prefetchQuery({ ...riskLimitsQuery(), queryFn: () => getRiskLimits({ session }) }),
    client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
    client.prefetchQuery({ ...openContractsQuery(), queryFn: () => listContracts({ session }, { state: 'open' }) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell backHref="/market" isWide title={<MarketPicker base={market.base} path="/optionOrder" quote={market.quote} />}>
        <OptionScreen key={market.symbol} market={market} results={<SettledList limit={1} />} terms={terms} />
      </PageShell>
    </HydrationBoundary>
  );
});
