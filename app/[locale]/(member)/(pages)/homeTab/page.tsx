import { HomeTabScreen } from '@/components/home/home-tab-screen';
import { WideLeaders } from '@/components/market/wide-leaders';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('homeTab', {
  load: ({ client, session }) =>
    Promise.all([
      prefetchRead(client, accountApi.home, {}, session),
      prefetchRead(client, accountApi.balances, {}, session),
      prefetchRead(client, marketApi.markets, {}, null),
    ]),
  screen: ({ session }) => <HomeTabScreen leaders={<WideLeaders />} username={session.username} />,
});

export const { generateMetadata } = page;
export default page.show;
