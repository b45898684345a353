import { LoanScreen } from '@/components/loans/loan-screen';
import * as loansApi from '@/lib/bff/loans/loans.endpoints';
import { prefetchRead, putRead } from '@/lib/bff/prefetch';
import * as accountApi from '@/lib/bff/account/account.endpoints';
import { memberPage } from '../../member-page';

/** One loan of the signed-in user in the mode in use; any other id is "not found". */
const page = memberPage('setloandetails', {
  load: async ({ client, session, need }) => {
    putRead(client, loansApi.loan, { id: need.id }, need);
    await prefetchRead(client, accountApi.balances, {}, session);
  },
  screen: ({ need: { id } }) => <LoanScreen id={id} />,
});

export const { generateMetadata } = page;
export default page.show;
