import { PledgeHistoryScreen } from '@/components/staking/pledge-history-screen';
import { memberPage } from '../../member-page';

/** Positions in staking of the signed-in user in the mode in use. */
const page = memberPage('pledgehistory', { screen: () => <PledgeHistoryScreen /> });

export const { generateMetadata } = page;
export default page.show;
