import { notFound } from 'next/navigation';
import { PageShell } from '@/components/layout/shell';
import { RecordDetailsScreen } from '@/components/records/record-details-screen';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { requireSession } from '@/lib/session/session';

const REFERENCE_LENGTH_MAX = 80;

export const generateMetadata = titleOf('Records', 'detailTitle');

/** Everything booked under one reference of the signed-in user. */
export default async function RecordDetailsPage({
  params,
  searchParams,
}: {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ ref?: string | string[]; id?: string | string[] }>;
}) {
  await requireSession();
  const { ref, id } = await searchParams;
  const reference = ref ?? id;
  if (typeof reference !== 'string' || reference === '' || reference.length > REFERENCE_LENGTH_MAX) notFound();
  const t = await getTexts(localeOr((await params).locale), 'Records');
  return (
    <PageShell backHref="/record" title={t('detailTitle')}>
      <RecordDetailsScreen reference={reference} />
    </PageShell>
  );
}
