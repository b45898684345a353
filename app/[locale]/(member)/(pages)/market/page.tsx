import { MarketScreen } from '@/components/market/market-screen';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('market', {
  load: ({ client }) => prefetchRead(client, marketApi.markets, {}, null),
  screen: () => <MarketScreen />,
});

export const { generateMetadata } = page;
export default page.show;
