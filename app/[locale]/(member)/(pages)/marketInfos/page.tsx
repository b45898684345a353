import { MarketTable } from '@/components/market/market-table';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { marketsQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

const page = memberPage('marketInfos', {
  load: ({ client }) => client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets }),
  screen: () => <MarketTable />,
});

export const { generateMetadata } = page;
export default page.show;
