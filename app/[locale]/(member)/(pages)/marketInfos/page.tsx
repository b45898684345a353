import { MarketTable } from '@/components/market/market-table';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const page = memberPage('marketInfos', {
  load: ({ client }) => prefetchRead(client, marketApi.markets, {}, null),
  screen: () => <MarketTable />,
});

export const { generateMetadata } = page;
export default page.show;
