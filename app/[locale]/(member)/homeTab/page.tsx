import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { HomeTabScreen } from '@/components/home/home-tab-screen';
import { TabShell } from '@/components/layout/shell';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getHome } from '@/lib/bff/account/get-home';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { titleOf } from '@/lib/i18n/page-title';
import { balancesQuery, homeQuery, marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';

export const generateMetadata = titleOf('Home', 'homeTabTitle');

export default memberPage({ tab: 'home' }, async function HomeTabPage(_props: object, session) {
  const client = getQueryClient();
  await Promise.all([
    client.prefetchQuery({ ...homeQuery(), queryFn: () => getHome({ session }) }),
    client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
    client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TabShell tab="home">
        <HomeTabScreen username={session.username} />
      </TabShell>
    </HydrationBoundary>
  );
});
