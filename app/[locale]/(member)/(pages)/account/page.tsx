import { AccountScreen } from '@/components/account/account-screen';
import { VipCard } from '@/components/vip/vip-card';
import { SecurityPart } from '@/components/security/security-part';
import packageJson from '@/package.json';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { getFeatures } from '@/lib/bff/app/get-features';
import { ask } from '@/lib/bff/operation';
import { prefetchRead } from '@/lib/bff/prefetch';
import { security } from '@/lib/bff/security/security.endpoints';
import { vip } from '@/lib/bff/vip/vip.endpoints';
import { memberPage } from '../../member-page';

const page = memberPage('account', {
  load: async ({ client, session }) => {
    const [account, { features }] = await Promise.all([ask(accountApi.account, {}, session), getFeatures()]);
    const hasSecurity = features.includes('two-factor');
    const hasVip = features.includes('vip');
    if (hasSecurity) await prefetchRead(client, security, {}, session);
    if (hasVip) await prefetchRead(client, vip, {}, session);
    return { account, hasSecurity, hasVip, hasSessions: features.includes('sessions') };
  },
  screen: ({ locale }, { hasSecurity, hasVip, ...loaded }) => (
    <AccountScreen
      {...loaded}
      locale={locale}
      security={hasSecurity ? <SecurityPart /> : null}
      version={packageJson.version}
      vip={hasVip ? <VipCard /> : null}
    />
  ),
});

export const { generateMetadata } = page;
export default page.show;
