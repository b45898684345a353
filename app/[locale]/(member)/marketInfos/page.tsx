import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { PageShell } from '@/components/layout/shell';
import { MarketTable } from '@/components/market/market-table';
import { getMarkets } from '@/lib/bff/market/get-markets';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { marketsQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';

export const generateMetadata = titleOf('Market', 'tableTitle');

export default memberPage(
  { backHref: '/market', isWide: true },
  async function MarketInfosPage({ params }: { params: Promise<{ locale: string }> }) {
    const client = getQueryClient();
    const [t] = await Promise.all([
      getTexts(localeOr((await params).locale), 'Market'),
      client.prefetchQuery({ ...marketsQuery(), queryFn: getMarkets }),
    ]);
    return (
      <HydrationBoundary state={dehydrate(client)}>
        <PageShell backHref="/market" isWide title={t('tableTitle')}>
          <MarketTable />
        </PageShell>
      </HydrationBoundary>
    );
  },
);
