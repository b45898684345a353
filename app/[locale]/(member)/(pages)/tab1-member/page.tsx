import { cookies } from 'next/headers';
import { HIDDEN_AMOUNTS_COOKIE } from '@/components/money/hidden-amounts';
import { MemberHomeScreen } from '@/components/home/member-home-screen';
import { HomeMarkets } from '@/components/market/home-markets';
import { QuickBuyButton, QuickBuySheet, QuickBuyStep } from '@/components/spot/quick-buy';
import { getFeatures } from '@/lib/bff/app/get-features';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import * as favouritesApi from '@/lib/bff/favourites/favourites.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** The member's version of `/tab1`. */
const page = memberPage('tab1-member', {
  load: async ({ client, locale, session }) => {
    const [{ features }, store] = await Promise.all([
      getFeatures(),
      cookies(),
      prefetchRead(client, accountApi.home, {}, session),
      prefetchRead(client, marketApi.markets, {}, null),
      prefetchRead(client, marketApi.announcements, { locale }, null),
    ]);
    await Promise.all([
      features.includes('balance-history') ? prefetchRead(client, accountApi.balanceHistory, { range: '1d' }, session) : null,
      features.includes('first-steps') ? prefetchRead(client, favouritesApi.firstSteps, {}, session) : null,
    ]);
    return { features, isHidden: store.get(HIDDEN_AMOUNTS_COOKIE)?.value === 'hidden' };
  },
  screen: (_asked, { features, isHidden }) => (
    <QuickBuySheet>
      <MemberHomeScreen
        buy={<QuickBuyButton />}
        features={features}
        firstBuy={<QuickBuyStep />}
        isHidden={isHidden}
        markets={<HomeMarkets />}
      />
    </QuickBuySheet>
  ),
});

export const { generateMetadata } = page;
export default page.show;
