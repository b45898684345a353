import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { CoinScreen } from '@/components/balances/coin-screen';
import { PageShell } from '@/components/layout/shell';
import { RecordList } from '@/components/records/record-list';
import { getBalances } from '@/lib/bff/account/get-balances';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { titleOf } from '@/lib/i18n/page-title';
import { balancesQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { requireSession } from '@/lib/session/session';

export const generateMetadata = titleOf('Wallet', 'title');

/** One coin that is owned or traded here; any other is "not found". */
export default async function WalletDetailsPage({ searchParams }: { searchParams: Promise<{ coin?: string | string[] }> }) {
  const session = await requireSession();
  const { coin } = await searchParams;
  const client = getQueryClient();
  const [balances, { markets }] = await Promise.all([
    client.fetchQuery({ ...balancesQuery(), queryFn: () => getBalances({ session }) }),
    getMarkets(),
  ]);
  const known = new Set([
    ...balances.balances.map((balance) => balance.asset),
    ...markets.flatMap((market) => [market.base, market.quote]),
  ]);
  if (typeof coin !== 'string' || !known.has(coin)) notFound();
  const isTraded = markets.some((market) => market.base === coin);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell backHref="/wallet" title={coin}>
        <CoinScreen asset={coin} history={<RecordList filter={{ asset: coin }} />} isTraded={isTraded} />
      </PageShell>
    </HydrationBoundary>
  );
}
