import { PageShell } from '@/components/layout/shell';
import { RecordsScreen } from '@/components/records/records-screen';
import { ExportFills } from '@/components/spot/export-fills';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { memberPage } from '../member-page';
import { requireTab } from '../require';

type Props = { params: Promise<{ locale: string }>; searchParams: Promise<{ active?: string | string[] }> };

export const generateMetadata = titleOf('Records', 'title');

/** The records hub; `active` is the number of an offered kind, anything else is "not found". */
export default memberPage({ backHref: '/wallet' }, async function RecordPage({ params, searchParams }: Props) {
  const t = await getTexts(localeOr((await params).locale), 'Records');
  const { features, tab } = await requireTab({ searchParams });
  return (
    <PageShell backHref="/wallet" title={t('title')}>
      <RecordsScreen features={features} startActive={tab.active} tradesExport={features.includes('fills') ? <ExportFills /> : null} />
    </PageShell>
  );
});
