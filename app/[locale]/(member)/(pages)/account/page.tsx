import { AccountScreen } from '@/components/account/account-screen';
import { getAccount } from '@/lib/bff/account/get-account';
import packageJson from '@/package.json';
import { memberPage } from '../../member-page';

const page = memberPage('account', {
  load: ({ session }) => getAccount({ session }),
  screen: ({ locale }, account) => <AccountScreen account={account} locale={locale} version={packageJson.version} />,
});

export const { generateMetadata } = page;
export default page.show;
