import { StakingScreen } from '@/components/staking/staking-screen';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import * as stakingApi from '@/lib/bff/staking/staking.endpoints';
import { memberPage } from '../../member-page';

/** Staking: what is staked, and the terms. */
const page = memberPage('tab2', {
  load: ({ client, session }) =>
    Promise.all([
      prefetchRead(client, stakingApi.stakingTotals, {}, session),
      prefetchRead(client, stakingApi.stakingTerms, {}, session),
      prefetchRead(client, accountApi.balances, {}, session),
    ]),
  screen: () => <StakingScreen />,
});

export const { generateMetadata } = page;
export default page.show;
