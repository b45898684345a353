import { AccountScreen } from '@/components/account/account-screen';
import packageJson from '@/package.json';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { ask } from '@/lib/bff/operation';
import { memberPage } from '../../member-page';

const page = memberPage('account', {
  load: ({ session }) => ask(accountApi.account, {}, session),
  screen: ({ locale }, account) => <AccountScreen account={account} locale={locale} version={packageJson.version} />,
});

export const { generateMetadata } = page;
export default page.show;
