import { notFound } from 'next/navigation';
import { PageShell } from '@/components/layout/shell';
import { ContractsScreen } from '@/components/options/contracts-screen';
import { getFeatures } from '@/lib/bff/app/get-features';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { requireSession } from '@/lib/session/session';

export const generateMetadata = titleOf('Options', 'listTitle');

/** Running and settled seconds contracts of the signed-in user in the mode in use. */
export default async function SecondOrderPage({ params }: { params: Promise<{ locale: string }> }) {
  await requireSession();
  const { features } = await getFeatures();
  if (!features.includes('option')) notFound();
  const t = await getTexts(localeOr((await params).locale), 'Options');
  return (
    <PageShell backHref="/optionOrder" title={t('listTitle')}>
      <ContractsScreen />
    </PageShell>
  );
}
