import { WalletScreen } from '@/components/balances/wallet-screen';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getFeatures } from '@/lib/bff/app/get-features';
import { balancesQuery } from '@/lib/query/queries';
import { memberPage } from '../../member-page';

const page = memberPage('wallet', {
  load: async ({ client, session }) => {
    const [{ features, isSandbox }] = await Promise.all([
      getFeatures(),
      client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
    ]);
    if (session.mode === 'real' && isSandbox && features.includes('faucet')) return 'faucet';
    return session.mode === 'demo' && features.includes('demo-top-up') ? 'top-up' : null;
  },
  screen: ({ session }, credits) => <WalletScreen credits={credits} mode={session.mode} />,
});

export const { generateMetadata } = page;
export default page.show;
