import { AccountScreen } from '@/components/account/account-screen';
import packageJson from '@/package.json';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { getFeatures } from '@/lib/bff/app/get-features';
import { ask } from '@/lib/bff/operation';
import { memberPage } from '../../member-page';

const page = memberPage('account', {
  load: async ({ session }) => {
    const [account, { features }] = await Promise.all([ask(accountApi.account, {}, session), getFeatures()]);
    return { account, hasSessions: features.includes('sessions') };
  },
  screen: ({ locale }, loaded) => <AccountScreen {...loaded} locale={locale} version={packageJson.version} />,
});

export const { generateMetadata } = page;
export default page.show;
