import { PageShell } from '@/components/layout/shell';
import { ContractsScreen } from '@/components/options/contracts-screen';
import { ContractOrders } from '@/components/perpetual/contract-orders';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { memberPage } from '../member-page';
import { requireFeature } from '../require';

export const generateMetadata = titleOf('Perpetual', 'contractsTitle');

/** Contract orders of all kinds of the signed-in user in the mode in use. */
export default memberPage(
  { backHref: '/perpetualorder' },
  async function ContractOrderPage({ params }: { params: Promise<{ locale: string }> }) {
    const features = await requireFeature('perpetual');
    const t = await getTexts(localeOr((await params).locale), 'Perpetual');
    return (
      <PageShell backHref="/perpetualorder" title={t('contractsTitle')}>
        <ContractOrders seconds={features.includes('option') ? <ContractsScreen /> : null} />
      </PageShell>
    );
  },
);
