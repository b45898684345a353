import { MemberHomeScreen } from '@/components/home/member-home-screen';
import { HomeMarkets } from '@/components/market/home-markets';
import { getHome } from '@/lib/bff/account/get-home';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getAnnouncements } from '@/lib/bff/market/get-announcements';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { announcementsQuery, homeQuery, marketsQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

/** The member's version of `/tab1`. */
const page = memberPage('tab1-member', {
  load: async ({ client, locale, session }) => {
    const [{ features }] = await Promise.all([
      getFeatures(),
      client.prefetchQuery({ ...homeQuery(), queryFn: () => getHome({ session }) }),
      client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets }),
      client.prefetchQuery({ ...announcementsQuery(), queryFn: () => getAnnouncements(locale) }),
    ]);
    return features;
  },
  screen: (_asked, features) => <MemberHomeScreen markets={<HomeMarkets />} withHosting={features.includes('hosting')} />,
});

export const { generateMetadata } = page;
export default page.show;
