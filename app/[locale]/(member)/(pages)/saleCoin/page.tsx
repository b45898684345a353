import { SaleScreen } from '@/components/presale/sale-screen';
import * as api from '@/lib/bff/presale/presale.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** Pre-sales: those that run, and those that are over. */
const page = memberPage('saleCoin', {
  load: async ({ client, session }) => {
    await prefetchRead(client, api.presales, {}, session);
  },
  screen: () => <SaleScreen />,
});

export const { generateMetadata } = page;
export default page.show;
