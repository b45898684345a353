import { AccountScreen } from '@/components/account/account-screen';
import { TabShell } from '@/components/layout/shell';
import { getAccount } from '@/lib/bff/account/get-account';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import packageJson from '@/package.json';
import { memberPage } from '../member-page';

type Props = { params: Promise<{ locale: string }> };

export const generateMetadata = titleOf('Account', 'title');

export default memberPage({ tab: 'account' }, async function AccountPage({ params }: Props, session) {
  const locale = localeOr((await params).locale);
  const account = await getAccount({ session });
  return (
    <TabShell tab="account">
      <AccountScreen account={account} locale={locale} version={packageJson.version} />
    </TabShell>
  );
});
