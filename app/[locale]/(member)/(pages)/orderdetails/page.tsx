import { PerpetualDetailsScreen } from '@/components/perpetual/order-details-screen';
import { OrderEntries } from '@/components/records/order-entries';
import { OrderDetailsScreen } from '@/components/spot/order-details-screen';
import * as perpetualApi from '@/lib/bff/perpetual/perpetual.endpoints';
import * as spotApi from '@/lib/bff/spot/spot.endpoints';
import { putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** One order of spot, or with `type` perpetual of a contract, of the signed-in user in the mode in use; any other id is "not found". */
const page = memberPage('orderdetails', {
  load: async ({ client, need: { id, isPerpetual, order } }) => {
    if (isPerpetual) putRead(client, perpetualApi.perpetualOrder, { id }, order);
    else putRead(client, spotApi.order, { id }, order);
  },
  back: ({ need }) => (need.isPerpetual ? '/contractOrder' : '/record?active=4'),
  screen: ({ need: { id, isPerpetual } }) =>
    isPerpetual ? (
      <PerpetualDetailsScreen entries={<OrderEntries id={id} kind="perpetual" />} id={id} />
    ) : (
      <OrderDetailsScreen entries={<OrderEntries id={id} />} id={id} />
    ),
});

export const { generateMetadata } = page;
export default page.show;
