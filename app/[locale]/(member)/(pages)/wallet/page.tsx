import { WalletScreen } from '@/components/balances/wallet-screen';
import { getFeatures } from '@/lib/bff/app/get-features';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import * as marketApi from '@/lib/bff/market/market.endpoints';
import { memberPage } from '../../member-page';

const page = memberPage('wallet', {
  load: async ({ client, session }) => {
    const [{ features, isSandbox }] = await Promise.all([
      getFeatures(),
      prefetchRead(client, accountApi.balances, {}, session),
      prefetchRead(client, marketApi.markets, {}, null),
    ]);
    if (session.mode === 'real' && isSandbox && features.includes('faucet')) return 'faucet';
    return session.mode === 'demo' && features.includes('demo-top-up') ? 'top-up' : null;
  },
  screen: ({ session }, credits) => <WalletScreen credits={credits} mode={session.mode} />,
});

export const { generateMetadata } = page;
export default page.show;
