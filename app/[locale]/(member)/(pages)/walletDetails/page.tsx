import { CoinScreen } from '@/components/balances/coin-screen';
import { CoinRecords } from '@/components/records/activity-list';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** One coin that is owned or traded here; any other is "not found". */
const page = memberPage('walletDetails', {
  load: async ({ client, need }) => putRead(client, accountApi.balances, {}, need.balances),
  heading: ({ need }) => need.coin,
  screen: ({ need: { coin, isTraded } }) => <CoinScreen asset={coin} history={<CoinRecords asset={coin} />} isTraded={isTraded} />,
});

export const { generateMetadata } = page;
export default page.show;
