import { ContractsScreen } from '@/components/options/contracts-screen';
import { memberPage } from '../../member-page';

/** Running and settled seconds contracts of the signed-in user in the mode in use. */
const page = memberPage('secondorder', { screen: () => <ContractsScreen /> });

export const { generateMetadata } = page;
export default page.show;
