import { AccountHubScreen } from '@/components/account/account-hub-screen';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { getFeatures } from '@/lib/bff/app/get-features';
import { ask } from '@/lib/bff/operation';
import { prefetchRead } from '@/lib/bff/prefetch';
import { accountMenuOf } from '@/lib/pages/account-menu';
import { memberPage } from '../../member-page';

const page = memberPage('tab4', {
  load: async ({ client, session }) => {
    const [{ creditScore }, { features }] = await Promise.all([
      ask(accountApi.account, {}, session),
      getFeatures(),
      prefetchRead(client, accountApi.home, {}, session),
      prefetchRead(client, accountApi.accountTerms, {}, session),
    ]);
    return { creditScore: features.includes('loans') ? creditScore : null, menu: accountMenuOf(features) };
  },
  screen: ({ query }, loaded) => <AccountHubScreen {...loaded} active={typeof query.active === 'string' ? query.active : null} />,
});

export const { generateMetadata } = page;
export default page.show;
