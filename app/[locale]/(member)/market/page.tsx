import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { TabShell } from '@/components/layout/shell';
import { MarketScreen } from '@/components/market/market-screen';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { titleOf } from '@/lib/i18n/page-title';
import { marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';

export const generateMetadata = titleOf('Market', 'title');

export default memberPage({ tab: 'market' }, async function MarketPage() {
  const client = getQueryClient();
  await client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets });
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TabShell tab="market">
        <MarketScreen />
      </TabShell>
    </HydrationBoundary>
  );
});
