import { EarnScreen } from '@/components/hosting/earn-screen';
import { StakingScreen } from '@/components/staking/staking-screen';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import * as stakingApi from '@/lib/bff/staking/staking.endpoints';
import { memberPage } from '../../member-page';

/** Staking and AI hosting, under two tabs: what is there, and what is offered. */
const page = memberPage('tab2', {
  load: ({ client, session }) =>
    Promise.all([
      prefetchRead(client, stakingApi.stakingTotals, {}, session),
      prefetchRead(client, stakingApi.stakingTerms, {}, session),
      prefetchRead(client, accountApi.balances, {}, session),
    ]),
  screen: ({ need: { features, isHosting } }) => (
    <EarnScreen
      hasHosting={features.includes('hosting')}
      hasStaking={features.includes('staking')}
      staking={<StakingScreen />}
      start={isHosting ? 'hosting' : 'staking'}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
