import { PageShell } from '@/components/layout/shell';
import { RecordDetailsScreen } from '@/components/records/record-details-screen';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { memberPage } from '../member-page';
import { requireReference } from '../require';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<{ ref?: string | string[]; id?: string | string[] }> };

export const generateMetadata = titleOf('Records', 'detailTitle');

/** Everything booked under one reference of the signed-in user. */
export default memberPage({ backHref: '/record' }, async function RecordDetailsPage({ params, searchParams }: Props) {
  const reference = await requireReference({ searchParams });
  const t = await getTexts(localeOr((await params).locale), 'Records');
  return (
    <PageShell backHref="/record" title={t('detailTitle')}>
      <RecordDetailsScreen reference={reference} />
    </PageShell>
  );
});
