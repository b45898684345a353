import { CoinScreen } from '@/components/balances/coin-screen';
import { RecordList } from '@/components/records/record-list';
import { balancesQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

/** One coin that is owned or traded here; any other is "not found". */
const page = memberPage('walletDetails', {
  load: async ({ client, need }) => client.setQueryData(balancesQuery().queryKey, need.balances),
  heading: ({ need }) => need.coin,
  screen: ({ need: { coin, isTraded } }) => (
    <CoinScreen asset={coin} history={<RecordList filter={{ asset: coin }} />} isTraded={isTraded} />
  ),
});

export const { generateMetadata } = page;
export default page.show;
