import { BookScreen } from '@/components/hosting/book-screen';
import * as hostingApi from '@/lib/bff/hosting/hosting.endpoints';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import { memberPage } from '../../member-page';

/** The open book of a plan in the mode in use; any other number is "not found". */
const page = memberPage('hostingbook', {
  load: async ({ client, session, need }) => {
    putRead(client, hostingApi.hostingBook, { plan: need.plan }, need);
    await prefetchRead(client, hostingApi.hostingPlans, {}, session);
  },
  screen: ({ need: { plan } }) => <BookScreen plan={plan} />,
});

export const { generateMetadata } = page;
export default page.show;
