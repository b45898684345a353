import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { CoinScreen } from '@/components/balances/coin-screen';
import { PageShell } from '@/components/layout/shell';
import { RecordList } from '@/components/records/record-list';
import { titleOf } from '@/lib/i18n/page-title';
import { balancesQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';
import { requireCoin } from '../require';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<{ coin?: string | string[] }> };

export const generateMetadata = titleOf('Wallet', 'title');

/** One coin that is owned or traded here; any other is "not found". */
export default memberPage({ backHref: '/wallet' }, async function WalletDetailsPage({ searchParams }: Props) {
  const { coin, balances, isTraded } = await requireCoin({ searchParams });
  const client = getQueryClient();
  client.setQueryData(balancesQuery().queryKey, balances);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell backHref="/wallet" title={coin}>
        <CoinScreen asset={coin} history={<RecordList filter={{ asset: coin }} />} isTraded={isTraded} />
      </PageShell>
    </HydrationBoundary>
  );
});
