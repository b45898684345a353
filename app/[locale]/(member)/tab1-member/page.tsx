import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { MemberHomeScreen } from '@/components/home/member-home-screen';
import { TabShell } from '@/components/layout/shell';
import { HomeMarkets } from '@/components/market/home-markets';
import { getHome } from '@/lib/bff/account/get-home';
import { getFeatures } from '@/lib/bff/app/get-features';
import { getAnnouncements } from '@/lib/bff/market/get-announcements';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { announcementsQuery, homeQuery, marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';

export const generateMetadata = titleOf('Home', 'title');

/** The member's version of `/tab1`. */
export default memberPage({ tab: 'home' }, async function MemberHomePage({ params }: { params: Promise<{ locale: string }> }, session) {
  const locale = localeOr((await params).locale);
  const client = getQueryClient();
  const [{ features }] = await Promise.all([
    getFeatures(),
    client.prefetchQuery({ ...homeQuery(), queryFn: () => getHome({ session }) }),
    client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets }),
    client.prefetchQuery({ ...announcementsQuery(), queryFn: () => getAnnouncements(locale) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TabShell tab="home">
        <MemberHomeScreen markets={<HomeMarkets />} withHosting={features.includes('hosting')} />
      </TabShell>
    </HydrationBoundary>
  );
});
