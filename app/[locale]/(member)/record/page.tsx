import { notFound } from 'next/navigation';
import { PageShell } from '@/components/layout/shell';
import { findTab, offeredTabs } from '@/components/records/record-tabs';
import { RecordsScreen } from '@/components/records/records-screen';
import { ExportFills } from '@/components/spot/export-fills';
import { getFeatures } from '@/lib/bff/app/get-features';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { requireSession } from '@/lib/session/session';

export const generateMetadata = titleOf('Records', 'title');

/** The records hub; `active` is the number of an offered kind, anything else is "not found". */
export default async function RecordPage({
  params,
  searchParams,
}: {
  params: Promise<{ locale: string }>;
  searchParams: Promise<{ active?: string | string[] }>;
}) {
  await requireSession();
  const [{ active }, { features }, t] = await Promise.all([
    searchParams,
    getFeatures(),
    getTexts(localeOr((await params).locale), 'Records'),
  ]);
  const tab = Array.isArray(active) ? null : findTab(offeredTabs(features), active);
  if (tab === null) notFound();
  return (
    <PageShell backHref="/wallet" title={t('title')}>
      <RecordsScreen features={features} startActive={tab.active} tradesExport={features.includes('fills') ? <ExportFills /> : null} />
    </PageShell>
  );
}
