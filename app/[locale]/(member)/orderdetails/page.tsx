import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { PageShell } from '@/components/layout/shell';
import { PerpetualDetailsScreen } from '@/components/perpetual/order-details-screen';
import { OrderEntries } from '@/components/records/order-entries';
import { OrderDetailsScreen } from '@/components/spot/order-details-screen';
import { getPerpetualOrder } from '@/lib/bff/perpetual/orders';
import { getOrderDetail } from '@/lib/bff/spot/get-order-detail';
import { AppError } from '@/lib/errors/app-error';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { perpetualOrderQuery } from '@/lib/query/perpetual-queries';
import { orderQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { requireSession } from '@/lib/session/session';

const ORDER_ID = /^[1-9][0-9]{0,17}$/;

export const generateMetadata = titleOf('Spot', 'orderTitle');

/** One order of spot, or with `type` perpetual of a contract, of the signed-in user in the mode in use; any other id is "not found". */
export default async function OrderDetailsPage({
  params,
  searchParams,
}: {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ id?: string | string[]; type?: string | string[] }>;
}) {
  const session = await requireSession();
  const { id, type } = await searchParams;
  const isPerpetual = type === 'perpetual';
  if (typeof id !== 'string' || !ORDER_ID.test(id)) notFound();
  const client = getQueryClient();
  const t = await getTexts(localeOr((await params).locale), 'Spot');
  try {
    if (isPerpetual) await client.fetchQuery({ ...perpetualOrderQuery(id), queryFn: () => getPerpetualOrder({ session }, { id }) });
    else await client.fetchQuery({ ...orderQuery(id), queryFn: () => getOrderDetail({ session }, { id }) });
  } catch (error) {
    if (error instanceof AppError && (error.code === 'ORDER_NOT_FOUND' || error.code === 'FEATURE_NOT_OFFERED')) notFound();
    // Anything else is the browser's to try again: the screen shows what is wrong.
    if (!(error instanceof AppError)) throw error;
  }
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
}
