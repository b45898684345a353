import { PageShell } from '@/components/layout/shell';
import { ContractsScreen } from '@/components/options/contracts-screen';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { memberPage } from '../member-page';
import { requireFeature } from '../require';

export const generateMetadata = titleOf('Options', 'listTitle');

/** Running and settled seconds contracts of the signed-in user in the mode in use. */
export default memberPage(
  { backHref: '/optionOrder' },
  async function SecondOrderPage({ params }: { params: Promise<{ locale: string }> }) {
    await requireFeature('option');
    const t = await getTexts(localeOr((await params).locale), 'Options');
    return (
      <PageShell backHref="/optionOrder" title={t('listTitle')}>
        <ContractsScreen />
      </PageShell>
    );
  },
);
