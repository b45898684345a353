import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { PageShell } from '@/components/layout/shell';
import { PerpetualDetailsScreen } from '@/components/perpetual/order-details-screen';
import { OrderEntries } from '@/components/records/order-entries';
import { OrderDetailsScreen } from '@/components/spot/order-details-screen';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { perpetualOrderQuery } from '@/lib/query/perpetual-queries';
import { orderQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { memberPage } from '../member-page';
import { requireOrder } from '../require';

type Props = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ id?: string | string[]; type?: string | string[] }>;
};

export const generateMetadata = titleOf('Spot', 'orderTitle');

/** One order of spot, or with `type` perpetual of a contract, of the signed-in user in the mode in use; any other id is "not found". */
export default memberPage({ backHref: '/record?active=4' }, async function OrderDetailsPage({ params, searchParams }: Props) {
  const t = await getTexts(localeOr((await params).locale), 'Spot');
  const { id, isPerpetual, order } = await requireOrder({ searchParams });
  const client = getQueryClient();
  if (isPerpetual) client.setQueryData(perpetualOrderQuery(id).queryKey, order);
  else client.setQueryData(orderQuery(id).queryKey, order);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell backHref={isPerpetual ? '/contractOrder' : '/record?active=4'} title={t('orderTitle')}>
        {isPerpetual ? (
          <PerpetualDetailsScreen entries={<OrderEntries id={id} kind="perpetual" />} id={id} />
        ) : (
          <OrderDetailsScreen entries={<OrderEntries id={id} />} id={id} />
        )}
      </PageShell>
    </HydrationBoundary>
  );
});
