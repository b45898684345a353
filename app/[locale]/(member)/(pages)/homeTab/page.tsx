import { HomeTabScreen } from '@/components/home/home-tab-screen';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getHome } from '@/lib/bff/account/get-home';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { balancesQuery, homeQuery, marketsQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

const page = memberPage('homeTab', {
  load: ({ client, session }) =>
    Promise.all([
      client.prefetchQuery({ ...homeQuery(), queryFn: () => getHome({ session }) }),
      client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
      client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets }),
    ]),
  screen: ({ session }) => <HomeTabScreen username={session.username} />,
});

export const { generateMetadata } = page;
export default page.show;
