import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { WalletScreen } from '@/components/balances/wallet-screen';
import { TabShell } from '@/components/layout/shell';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getFeatures } from '@/lib/bff/app/get-features';
import { titleOf } from '@/lib/i18n/page-title';
import { balancesQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';

export const generateMetadata = titleOf('Wallet', 'title');

export default memberPage({ tab: 'wallet' }, async function WalletPage(_props: object, session) {
  const client = getQueryClient();
  const [{ features, isSandbox }] = await Promise.all([
    getFeatures(),
    client.prefetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
  ]);
  const hasFaucet = session.mode === 'real' && isSandbox && features.includes('faucet');
  const hasTopUp = session.mode === 'demo' && features.includes('demo-top-up');
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TabShell tab="wallet">
        <WalletScreen credits={hasFaucet ? 'faucet' : hasTopUp ? 'top-up' : null} mode={session.mode} />
      </TabShell>
    </HydrationBoundary>
  );
});
