import { notFound } from 'next/navigation';
import { PageShell } from '@/components/layout/shell';
import { ContractsScreen } from '@/components/options/contracts-screen';
import { ContractOrders } from '@/components/perpetual/contract-orders';
import { getFeatures } from '@/lib/bff/app/get-features';
import { localeOr } from '@/lib/i18n/locales';
import { titleOf } from '@/lib/i18n/page-title';
import { getTexts } from '@/lib/i18n/texts';
import { requireSession } from '@/lib/session/session';

export const generateMetadata = titleOf('Perpetual', 'contractsTitle');

/** Contract orders of all kinds of the signed-in user in the mode in use. */
export default async function ContractOrderPage({ params }: { params: Promise<{ locale: string }> }) {
  await requireSession();
  const { features } = await getFeatures();
  if (!features.includes('perpetual')) notFound();
  const t = await getTexts(localeOr((await params).locale), 'Perpetual');
  return (
    <PageShell backHref="/perpetualorder" title={t('contractsTitle')}>
      <ContractOrders seconds={features.includes('option') ? <ContractsScreen /> : null} />
    </PageShell>
  );
}
