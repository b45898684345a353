import { ContractsScreen } from '@/components/options/contracts-screen';
import { ContractOrders } from '@/components/perpetual/contract-orders';
import { getFeatures } from '@/lib/bff/app/get-features';
import { memberPage } from '../../member-page';

/** Contract orders of all kinds of the signed-in user in the mode in use. */
const page = memberPage('contractOrder', {
  load: getFeatures,
  screen: (_asked, { features }) => <ContractOrders seconds={features.includes('option') ? <ContractsScreen /> : null} />,
});

export const { generateMetadata } = page;
export default page.show;
