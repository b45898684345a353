import { MarketScreen } from '@/components/market/market-screen';
import { getFeatures } from '@/lib/bff/app/get-features';
import * as favouritesApi from '@/lib/bff/favourites/favourites.endpoints';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('market', {
  load: async ({ client, session }) => {
    const { features } = await getFeatures();
    await Promise.all([
      prefetchRead(client, marketApi.markets, {}, null),
      features.includes('favourites') ? prefetchRead(client, favouritesApi.favourites, {}, session) : null,
    ]);
  },
  screen: () => <MarketScreen />,
});

export const { generateMetadata } = page;
export default page.show;
