import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import { notFound } from 'next/navigation';
import { PageShell } from '@/components/layout/shell';
import { OrderEntries } from '@/components/records/order-entries';
import { OrderDetailsScreen } from '@/components/spot/order-details-screen';
import { getOrderDetail } from '@/lib/bff/spot/get-order-detail';
import { AppError } from '@/lib/errors/app-error';
import { localeOr } from '@/lib/i18n/locales';
import { getTexts } from '@/lib/i18n/texts';
import { orderQuery } from '@/lib/query/queries';
import { getQueryClient } from '@/lib/query/query-client';
import { requireSession } from '@/lib/session/session';

const ORDER_ID = /^[1-9][0-9]{0,17}$/;

/** One order of the signed-in user in the mode in use; any other id is "not found". */
export default async function OrderDetailsPage({
  params,
  searchParams,
}: {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ id?: string | string[] }>;
}) {
  const session = await requireSession();
  const { id } = await searchParams;
  if (typeof id !== 'string' || !ORDER_ID.test(id)) notFound();
  const client = getQueryClient();
  const t = await getTexts(localeOr((await params).locale), 'Spot');
  try {
    await client.fetchQuery({ ...orderQuery(id), queryFn: () => getOrderDetail({ session }, { id }) });
  } catch (error) {
    if (error instanceof AppError && error.code === 'ORDER_NOT_FOUND') notFound();
    // Anything else is the browser's to try again: the screen shows what is wrong.
    if (!(error instanceof AppError)) throw error;
  }
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PageShell backHref="/record?active=4" title={t('orderTitle')}>
        <OrderDetailsScreen entries={<OrderEntries id={id} />} id={id} />
      </PageShell>
    </HydrationBoundary>
  );
}
