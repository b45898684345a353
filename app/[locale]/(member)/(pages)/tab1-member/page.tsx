import { MemberHomeScreen } from '@/components/home/member-home-screen';
import { HomeMarkets } from '@/components/market/home-markets';
import { getFeatures } from '@/lib/bff/app/get-features';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** The member's version of `/tab1`. */
const page = memberPage('tab1-member', {
  load: async ({ client, locale, session }) => {
    const [{ features }] = await Promise.all([
      getFeatures(),
      prefetchRead(client, accountApi.home, {}, session),
      prefetchRead(client, marketApi.markets, {}, null),
      prefetchRead(client, marketApi.announcements, { locale }, null),
    ]);
    return features;
  },
  screen: (_asked, features) => <MemberHomeScreen markets={<HomeMarkets />} features={features} />,
});

export const { generateMetadata } = page;
export default page.show;
