import { MarketScreen } from '@/components/market/market-screen';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { marketsQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

const page = memberPage('market', {
  load: ({ client }) => client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets }),
  screen: () => <MarketScreen />,
});

export const { generateMetadata } = page;
export default page.show;
