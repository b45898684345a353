import { BuyScreen } from '@/components/presale/buy-screen';
import * as api from '@/lib/bff/presale/presale.endpoints';
import { prefetchRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

const ROW_ID = /^[1-9][0-9]{0,17}$/;

/** The steps of a purchase: choose, amount, confirm, receipt. */
const page = memberPage('buyStep', {
  load: async ({ client, session, query }) => {
    await Promise.all([prefetchRead(client, api.presales, {}, session), prefetchRead(client, api.presalePurchases, {}, session)]);
    return { first: typeof query.id === 'string' && ROW_ID.test(query.id) ? query.id : null };
  },
  screen: (_asked, loaded) => <BuyScreen {...loaded} />,
});

export const { generateMetadata } = page;
export default page.show;
